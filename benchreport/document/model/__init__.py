"""What a report is made of: blocks, pictures, templates, references."""
