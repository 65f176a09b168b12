"""The board link on many serial lines at once, compared with lines without it."""
