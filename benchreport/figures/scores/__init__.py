"""Figures of scores: distributions, ranges, profiles, trade-offs."""
