"""Results of single players on pages and on paper."""
