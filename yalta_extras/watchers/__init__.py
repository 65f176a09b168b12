"""A question to a match's watchers if they would take a double, before the player's answer."""
