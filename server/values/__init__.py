"""Plain values that rooms of the server hand each other, and how they are named; no file."""
