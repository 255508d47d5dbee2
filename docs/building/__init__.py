"""The manual's machinery: blocks that run, pictures, generated pages, the site, its links."""
