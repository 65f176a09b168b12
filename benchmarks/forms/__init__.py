"""The time to make forms, and how much printing slows down play."""
