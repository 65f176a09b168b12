"""The weight of a page, and the time until a spectator sees a stored event."""
