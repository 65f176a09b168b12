"""The director's orders about a match."""
