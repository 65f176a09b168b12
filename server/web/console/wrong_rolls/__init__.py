"""The director's choice about a roll found wrong after its release (ruling 9)."""
