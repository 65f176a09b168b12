"""The closed room's wait for a roll that is due: `python -m benchmarks.relay`."""
