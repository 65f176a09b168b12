"""The rules for a single table, which matches at one table and matches in two rooms share."""
