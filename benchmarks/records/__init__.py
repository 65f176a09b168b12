"""How a start and the memory of a server depend on what was ever played."""
