"""Faults that are injected into simulated boards and lines."""
