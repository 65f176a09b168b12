"""The accounts file, the server's second database: it stores everything that is not an event."""
