"""The API that enters a game which was finished on paper: all of it or nothing (ruling 15)."""

from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import Field

from rules import events as ev
from rules.any_match import handle
from rules.dice import Roll
from rules.identities import MatchId
from rules.position import Side
from rules.room import Room
from rules.tables import readings as rd
from server.access import Visitor
from server.hall import Hall
from server.matches.match_record import MatchRecord
from server.web.edge.authorization import EnteringPaper
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.public_services import MatchIdDep
from server.web.edge.refusals import OrderRefused
from server.web.edge.services import HallDep
from server.web.matches.results import result_values
from server.web.orders.fields import Die, OrderIn
from server.web.orders.order_list import EffectOut, ordered
from server.web.orders.results import ResultBody

MOST_ROLLS = 500
"""The greatest number of rolls of a side, more than any game has."""
Rolls = Annotated[list[tuple[Die, Die]], Field(default_factory=list, max_length=MOST_ROLLS)]
_Turn = Annotated[int, Field(ge=1)]


class PaperGameIn(OrderIn):
    """The current game, or the rest of it, as written on its paper slips and sheets.

    `opening` is the opening throw, White's die first, if no board has recorded a throw in the game;
    it is then the first roll of the side with the higher die. `white` and `red` are the further
    rolls of each side in order. They begin with turn `white_from` or `red_from`, the first turn
    that the sender saw without a throw from a board. `results` has one result, without an opening
    throw, for each room in which no board has ended the game.
    """

    attempt: Annotated[int, Field(ge=1)]
    opening: tuple[Die, Die] | None = None
    white: Rolls
    red: Rolls
    white_from: _Turn = 1
    red_from: _Turn = 1
    results: Annotated[list[ResultBody], Field(max_length=2)]


async def enter_paper_game(
    hall: Hall, match_id: MatchId, game: int, typed: PaperGameIn, visitor: Visitor, command_id: str
) -> EffectOut:
    """Enter a game that was played on paper: all of it or nothing. Its results are unconfirmed.

    Raises ScoreRefused naming the field that is not allowed. For a field of a result the name
    starts with the room, such as "open-left".
    """
    order = _order(hall.match(match_id).record, game, typed)
    return await ordered(hall, match_id, order, visitor, command_id)


def looked_over(record: MatchRecord, game: int, typed: PaperGameIn) -> ev.PlayedOnPaper:
    """Return the event that entering the game would cause, without entering it.

    Raises OrderRefused if no game is being played, and each error that entering the game would
    raise.
    """
    if record.state is None:
        raise OrderRefused(ev.Refusal.NOT_PLAYING)
    order = _order(record, game, typed)
    for event in handle(record.game, record.state, order, rd.NOBODY).events:
        match event:
            case ev.ReadingRefused():
                raise OrderRefused(event.why)
            case ev.PlayedOnPaper():
                return event
            case _:
                pass
    raise AssertionError("neither entered nor refused")


def _order(record: MatchRecord, game: int, typed: PaperGameIn) -> rd.PaperGame:
    at: dict[str, Any] = {"game": game, "attempt": typed.attempt}
    results = tuple(
        rd.EnterResult(**at, room=Room(each.room), **result_values(record, each))
        for each in typed.results
    )
    return rd.PaperGame(**at, rolls=tuple(_rolls(typed)), results=results, reason=typed.reason)


def _rolls(typed: PaperGameIn) -> list[ev.PaperRoll]:
    rolls = list[ev.PaperRoll]()
    due = {Side.WHITE: typed.white_from, Side.RED: typed.red_from}
    if typed.opening is not None:
        dice = Roll(*typed.opening)
        starter = Side.WHITE if dice.first > dice.second else Side.RED
        rolls.append(ev.PaperRoll(side=starter, turn=due[starter], dice=dice, opening=True))
        due[starter] += 1
    for side, thrown in ((Side.WHITE, typed.white), (Side.RED, typed.red)):
        for turn, (first, second) in enumerate(thrown, due[side]):
            rolls.append(ev.PaperRoll(side=side, turn=turn, dice=Roll(first, second)))
    return rolls


router = APIRouter(prefix="/api/t/{tournament}/matches/{number}/games/{game}", tags=["operator"])


@router.post("/paper", name="enter_paper_game")
async def enter(
    match_id: MatchIdDep,
    game: Annotated[int, Path(ge=1)],
    typed: PaperGameIn,
    visitor: EnteringPaper,
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Enter the current game as it was finished on paper in both rooms: all of it or nothing."""
    return await enter_paper_game(hall, match_id, game, typed, visitor, command_id)
