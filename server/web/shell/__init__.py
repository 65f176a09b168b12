"""The frame of every page, and what many pages share."""
