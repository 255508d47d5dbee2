"""Analyses of predictions and confusion counts."""
