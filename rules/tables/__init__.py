"""What a match of one table and a match of two have in common at each of their tables."""
