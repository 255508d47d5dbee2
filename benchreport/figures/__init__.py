"""From findings to pictures: frame in, matplotlib Figure out."""
