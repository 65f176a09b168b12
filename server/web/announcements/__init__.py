"""Announcements: the operators' page of them, and the API."""
