"""The pages of a tournament: for its director, and for the public."""
