"""Announcements, in words."""
