"""The results of individual players on pages and on paper."""
