"""Rolls that are found wrong after they were released."""
