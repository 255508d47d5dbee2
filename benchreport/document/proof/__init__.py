"""What proves a report: attachments, verification, the cache of what was computed."""
