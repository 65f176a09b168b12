"""Overlays for streams of a match, and the delay that camera video of its open room needs."""
