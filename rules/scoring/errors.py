"""Errors of scoring, each an operator's to mend."""

from rules.errors import RulesError


class ScoreRefused(RulesError):
    """A result that cannot stand on a match protocol (operator: change the named field)."""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        super().__init__(f"{field}: {value!r} is not possible; allowed: {allowed}")
        self.field = field
        self.value = value
        self.allowed = allowed
