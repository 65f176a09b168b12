"""Rolls found wrong after their release."""
