"""Figures of models: factors, surfaces, power, risk, directions of several metrics."""
