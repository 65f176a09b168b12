"""Checks that every request passes before a page or the API, and the ways that answers are sent."""
