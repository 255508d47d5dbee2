"""Designs of experiments: declared, read from the runs, or doubted; what is in a table."""
