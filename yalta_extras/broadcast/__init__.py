"""Overlays for streams, and the safe delay for camera video of an open room."""
