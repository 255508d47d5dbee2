"""From scores to findings."""
