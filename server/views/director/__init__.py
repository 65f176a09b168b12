"""Which results a director may see, and when their orders become possible."""
