"""The server: event log, relay between two rooms, live feed and web pages."""
