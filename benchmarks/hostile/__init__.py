"""The cost of noise from strangers for players: `python -m benchmarks.hostile`."""
