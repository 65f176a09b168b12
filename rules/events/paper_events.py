"""A game that went on without boards, its rolls carried on slips of paper (rulings 6 to 8, 15)."""

from dataclasses import dataclass

from rules.dice import Roll
from rules.events.scopes import GameEvent
from rules.side import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperRoll:
    """The dice that a slip gives a side's turn; `opening`: White's die comes first."""

    side: Side
    turn: int
    dice: Roll
    opening: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedOnPaper(GameEvent):
    """A game, or the rest of it, was played without boards in every room of its match.

    `rolls` are those of its slips in the order of play, after what boards had thrown. They count,
    and both rooms had them. The results of the rooms where no board has ended the game follow as
    ResultEntered. `by` is the account that typed all that in.
    """

    rolls: tuple[PaperRoll, ...]
    by: str
    reason: str
