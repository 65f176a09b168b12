"""Faults of lines, boards and the people at them, injected by name, by chance or by a script."""
