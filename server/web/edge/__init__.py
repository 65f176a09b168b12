"""Checks of every request before a page or the API handles it, and how answers are sent."""
