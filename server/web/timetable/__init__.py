"""A tournament's hours and starts, and boards for matches that wait for them."""
