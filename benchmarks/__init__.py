"""Measurements of the figures that the design promises."""
