"""From findings to a document."""
