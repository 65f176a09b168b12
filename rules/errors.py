"""Errors of the rules, named by who can act on them."""


class RulesError(Exception):
    """Root of every error raised by the rules."""


class InvalidRoll(RulesError):
    """A die outside 1 to 6 (player: key the dice again)."""

    def __init__(self, die: int) -> None:
        super().__init__(f"die {die} is not possible: a die shows 1 to 6")
        self.die = die


class InvalidPosition(RulesError):
    """Checkers that cannot lie on one table (player: put the checkers right)."""


class IllegalPlay(RulesError):
    """A play the rules do not allow (player: correct the play)."""


class InvalidCube(RulesError):
    """A cube value or action that does not exist (player)."""


class LineUpRefused(RulesError):
    """A line-up that cannot be accepted (operator: submit it again)."""


class MatchRefused(RulesError):
    """A match that cannot be set up as asked (operator: change the named field)."""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        super().__init__(f"{field}: {value!r} is not possible; allowed: {allowed}")
        self.field = field
        self.value = value
        self.allowed = allowed
