"""Watchers' answers to a double, given before its own answer is public."""
