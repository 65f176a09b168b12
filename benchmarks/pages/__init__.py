"""The size of a match's page, and the time until a spectator sees a stored event."""
