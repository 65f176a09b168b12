"""Forms on paper and match files, for operators and the public."""
