"""The page on which all matches of a round are acted on at once."""
