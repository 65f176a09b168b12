"""The event log, the relay between two rooms, the live feed and the web."""
