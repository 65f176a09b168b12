"""The frame around every page's own content, and code that many pages share."""
