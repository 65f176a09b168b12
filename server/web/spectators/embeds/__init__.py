"""Matches shown on other sites: the page for a frame, and what oEmbed tells of it."""
