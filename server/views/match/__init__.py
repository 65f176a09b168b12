"""A single match: its values, its words, and its forms."""
