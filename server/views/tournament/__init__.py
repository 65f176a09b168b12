"""A tournament's status, in words."""
