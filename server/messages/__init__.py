"""Messages of knockouts that are played by messages: received, decided, answered, sent (ADR 48)."""
