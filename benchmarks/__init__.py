"""Measurements of the performance figures that the design promises."""
