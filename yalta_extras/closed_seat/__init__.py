"""Replays of finished games: a visitor plays a closed room's seat with the same dice (ADR 42)."""
