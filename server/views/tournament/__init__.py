"""A tournament as a whole."""
