"""Errors of scoring, each an operator's to mend."""

from rules.errors import FieldRefused


class ScoreRefused(FieldRefused):
    """A result that cannot stand on a match protocol (operator: change the named field)."""
