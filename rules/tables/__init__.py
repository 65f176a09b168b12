"""Rules that matches of one table and of two share at each of their tables."""
