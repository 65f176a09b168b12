"""The games, each in a module or folder of its own that implements the Game interface."""
