"""Announcements, calls, cases, queries, and when results are final."""
