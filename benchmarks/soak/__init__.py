"""Many boards at human pace for a long time: `python -m benchmarks.soak`."""
