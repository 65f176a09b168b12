"""The event log: its contract, the form of an event, and one SQLite file that stores it."""
