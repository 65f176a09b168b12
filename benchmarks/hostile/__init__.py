"""What noise from strangers costs those who play: `python -m benchmarks.hostile`."""
