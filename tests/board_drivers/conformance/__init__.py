"""Boards that keep to the wire, and some that do not, tried as `yalta board-check` does."""
