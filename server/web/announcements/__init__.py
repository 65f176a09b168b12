"""Announcements: the page on which operators make them, and their API."""
