"""Figures of predictions: curves, confusion matrices, reliability, retrieval."""
