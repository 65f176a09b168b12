"""One game as far as it is public: the open room's facts, and the closed room's once both are over.

It is made of public items alone, so nothing shown of it can depend on what is under embargo.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.position import Position
from rules.side import Side
from server.live.facts import CheckersSet, PlayShown, RollTakenBack, TableFact, TurnTakenBack


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicGame:
    """The last attempt at a game; `closed` is None until the game is over in both rooms."""

    game: int
    attempt: int
    open: tuple[TableFact, ...] = ()
    closed: tuple[TableFact, ...] | None = None


def first_difference(game: PublicGame) -> tuple[Side, int] | None:
    """The first turn that both rooms played, with the same dice, to different positions."""
    if game.closed is None:
        return None
    closed = _plays_that_stand(game.closed)
    for turn, position in _plays_that_stand(game.open).items():
        if closed.get(turn, position) != position:
            return turn
    return None


def _plays_that_stand(told: Sequence[TableFact]) -> dict[tuple[Side, int], Position]:
    """The positions after each turn in the order of play, without plays that were taken back.

    Who went instead of playing left all checkers set anew.
    """
    plays: dict[tuple[Side, int], Position] = {}
    for fact in told:
        match fact:
            case PlayShown():
                plays[fact.side, fact.turn] = fact.position
            case CheckersSet():
                plays.setdefault((fact.side, fact.turn), fact.position)
            case TurnTakenBack() | RollTakenBack():
                plays.pop((fact.side, fact.turn), None)
    return plays
