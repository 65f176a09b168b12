"""A tournament's results for feed readers, and its rounds for calendars."""
