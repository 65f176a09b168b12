"""The hall for those who run it, and what open pages of it are sent."""
