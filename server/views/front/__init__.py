"""The cards of matches on the front page."""
