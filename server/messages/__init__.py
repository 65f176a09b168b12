"""Messages of knockouts that are played by them: received, decided, answered, sent (ADR 48)."""
