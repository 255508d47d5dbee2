"""The sections of a report, a topic in each module: what they gather for their templates."""
