"""The messages of PBeM knockouts: received, decided, answered, sent (ADR 48)."""
