"""The event log: its interface, the stored form of an event, and the SQLite file that stores it."""
