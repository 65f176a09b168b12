"""Knockouts by messages over mail: a receiver, and a relay for answers (ADR 48)."""
