"""Each of the forty faults against the real server, by its number and name (docs/faults.md)."""
