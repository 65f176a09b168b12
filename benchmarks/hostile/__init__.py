"""How much noise from strangers costs players: `python -m benchmarks.hostile`."""
