"""How tables are read: files, folders, databases and frames of other libraries."""
