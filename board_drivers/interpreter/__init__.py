"""A board's sensors, and the plays and positions that fit their readings, as functions of values.

Source: ruling 10.
"""
