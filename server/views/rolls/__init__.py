"""Rolls and positions."""
