"""A match in play: commands to it are decided, stored, and only then announced."""
