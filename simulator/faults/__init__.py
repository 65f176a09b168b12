"""Faults of lines, boards and the people at them, caused by chance or by a script."""
