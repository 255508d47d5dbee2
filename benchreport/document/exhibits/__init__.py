"""Tables of a report: columns, cells, numbers as text."""
