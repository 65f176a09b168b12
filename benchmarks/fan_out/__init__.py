"""What many spectators of one match cost one process."""
