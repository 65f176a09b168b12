"""The closed room's seat: a visitor plays a finished game once more with its dice (ADR 42)."""
