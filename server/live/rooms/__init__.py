"""What either room did, and when each step of it may be told."""
