"""Electronic boards: their links, the tables they stand at, and what is wrong with them."""
