"""The games, one module each, behind one Game interface and independent of each other."""
