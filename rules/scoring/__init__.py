"""Scoring of a duplicate match: the SMP, IMP and VP scoring tables, and the match protocol.

Source: rulings 1 to 4.
"""
