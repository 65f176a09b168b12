"""The frame of every page, and code shared by many pages."""
