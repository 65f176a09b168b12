"""Teams: entered, mended, read from tables."""
