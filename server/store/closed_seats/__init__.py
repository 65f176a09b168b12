"""Games that visitors play from the closed room's seat: a file of its own, which may be deleted."""
