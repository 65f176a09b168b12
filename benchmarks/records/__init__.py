"""A server's start and memory, by the number of matches on record."""
