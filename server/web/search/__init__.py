"""Search, and where somebody plays."""
