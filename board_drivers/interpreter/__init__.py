"""Functions that find the plays and positions that fit the readings of a board's sensors.

Source: ruling 10.
"""
