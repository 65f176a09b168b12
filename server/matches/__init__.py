"""A match in play: commands to it are decided, made durable, and only then announced."""
