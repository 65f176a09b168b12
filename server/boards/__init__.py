"""Electronic boards: their links, the tables they serve, and their faults."""
