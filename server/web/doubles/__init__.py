"""What watchers would answer to a double."""
