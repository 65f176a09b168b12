"""A game that was played on paper, over HTTP, by the API and by its form alike (ruling 15)."""

from typing import Any

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
from server.web.edge.refusals import OrderRefused
from server.web.requests.effects import EffectOut, ordered
from server.web.requests.results import result_values
from server.web.schemas.paper import PaperGameIn


async def enter_paper_game(
    hall: Hall, match_id: MatchId, game: int, typed: PaperGameIn, visitor: Visitor, command_id: str
) -> EffectOut:
    """Enter a game that was played on paper, all of it or nothing; its results are unconfirmed.

    Raises ScoreRefused naming the field that cannot be, a result's behind its room: "open-left".
    """
    order = _order(hall.match(match_id).record, game, typed)
    return await ordered(hall, match_id, order, visitor, command_id)


def looked_over(record: MatchRecord, game: int, typed: PaperGameIn) -> ev.PlayedOnPaper:
    """What would be entered; nothing is. Raises what entering it raises."""
    assert record.state is not None
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
