"""Games to step through."""
