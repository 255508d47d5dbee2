"""How figures are laid out: page, axes, panels, matrices, graphs of an order, and what they show."""
