"""TTTs."""
