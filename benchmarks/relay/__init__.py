"""The time that the closed room waits for a roll that is due: `python -m benchmarks.relay`."""
