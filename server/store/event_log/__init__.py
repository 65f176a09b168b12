"""The event log: what it promises, the form of an event, and one SQLite file that keeps it."""
