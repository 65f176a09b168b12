"""A TTT on pages and on paper."""
