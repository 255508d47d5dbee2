"""Figures of comparisons: critical difference diagrams, forests, orders, matrices of pairs, posteriors."""
