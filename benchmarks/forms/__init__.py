"""The time for making forms, and the cost of printing for players."""
