"""The hall at a glance: a tile a match, and the strip of what somebody has to do."""
