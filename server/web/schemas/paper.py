"""A game that was played on paper, typed in afterwards: its rolls and both rooms' results."""

from typing import Annotated

from pydantic import Field

from server.web.schemas.fields import Die, OrderIn
from server.web.schemas.results import ResultBody

MOST_ROLLS = 500
"""More turns than a side has in any game that is played."""
Rolls = Annotated[list[tuple[Die, Die]], Field(default_factory=list, max_length=MOST_ROLLS)]
_Turn = Annotated[int, Field(ge=1)]


class PaperGameIn(OrderIn):
    """The current game, or the rest of it, as its slips and sheets have it.

    `opening` is the opening throw, White's die first, where no board has thrown in the game: it is
    the first roll of the side with the higher die. `white` and `red` are that side's further rolls
    in their order, from the first turn that no board has thrown, `white_from` and `red_from`, as
    the sender saw it. `results` are one for each room where no board has ended the game, without
    openings.
    """

    attempt: Annotated[int, Field(ge=1)]
    opening: tuple[Die, Die] | None = None
    white: Rolls
    red: Rolls
    white_from: _Turn = 1
    red_from: _Turn = 1
    results: Annotated[list[ResultBody], Field(max_length=2)]
