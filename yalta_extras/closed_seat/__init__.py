"""Replays of finished games from the closed room's seat, with the same dice (ADR 42)."""
