"""Finished games played once more from the closed room's seat, against a player of the server's."""
