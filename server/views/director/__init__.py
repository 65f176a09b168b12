"""The director's orders."""
