"""Games, one module or folder each, with the same Game interface and independent of each other."""
