"""The time and memory of a server's start, by the number of matches in its records."""
