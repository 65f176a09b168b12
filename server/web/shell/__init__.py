"""The frame of every page, and code that many pages share."""
