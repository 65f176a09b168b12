"""The board link on many serial lines at once, beside lines without one."""
