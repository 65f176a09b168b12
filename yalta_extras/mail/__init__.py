"""Knockouts by messages over mail: a receiver, and a relay that answers go out by (ADR 48)."""
