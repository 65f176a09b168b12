"""A round as a whole."""
