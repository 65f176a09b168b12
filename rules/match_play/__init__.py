"""Match play: one table, games to a number of points, with the Crawford game (ruling 17)."""
