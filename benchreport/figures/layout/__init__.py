"""Layout of figures: the page, looks and legends, axes, sheets of rows and panels, curves, matrices, order graphs."""
