"""The closed room's seat: a finished game played once more by whoever likes."""
