"""The printed list of entries."""
