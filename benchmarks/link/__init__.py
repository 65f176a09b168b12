"""The cost of the board link on many serial lines, compared with lines without a link."""
