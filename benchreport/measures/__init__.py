"""From predictions to measures: what did each instance cost, and how well was it predicted?"""
