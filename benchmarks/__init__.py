"""Measurements of the performance goals that the design promises."""
