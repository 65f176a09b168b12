"""Entering and confirming results that were kept by hand (ruling 15), for the API and forms.

Whether the visitor may confirm a result is decided in rules.tables.entering.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from rules.dice import Roll
from rules.games.game import LAST_HOLE
from rules.games.known_games import INFOS
from rules.identities import MatchId
from rules.position import Side
from rules.room import Ending, Room
from rules.scoring.scales import ScoreRefused
from rules.scoring.teams import TeamPlace, side_of
from rules.tables import entering
from rules.tables import readings as rd
from server.access import Action, NotAllowed, Role, Visitor
from server.hall import Hall
from server.matches.match_record import MatchRecord
from server.matches.sheets import ConfirmSheet, EnterSheet
from server.views.match.values import Surroundings, match_view
from server.web.matches.orders import first_line_up
from server.web.matches.schemas import LineUpIn
from server.web.orders.order_list import EffectOut, ordered
from server.web.orders.results import (
    ConfirmationIn,
    HandResultIn,
    ResultBody,
    SheetConfirmationIn,
    SheetIn,
    StandingOut,
    room_result,
    standings_out,
)


async def enter_result(
    hall: Hall,
    match_id: MatchId,
    kept: HandResultIn,
    visitor: Visitor,
    command_id: str,
) -> EffectOut:
    """Enter a result that was kept by hand. It is unconfirmed until somebody else confirms it.

    Raises ScoreRefused naming the field that is not allowed.
    """
    reading = _kept_by_hand(hall.match(match_id).record, kept)
    return await ordered(hall, match_id, reading, visitor, command_id)


async def enter_sheet(
    hall: Hall,
    match_id: MatchId,
    sheet: SheetIn,
    visitor: Visitor,
    command_id: str,
    line_ups: Sequence[LineUpIn] = (),
) -> EffectOut:
    """Enter line-ups, and then results that were kept by hand.

    If one is refused, nothing is entered.

    Raises RowRefused naming the first result that is not allowed, or LineUpRefused.
    """
    record = hall.match(match_id).record
    rows = tuple(_kept_by_hand(record, kept) for kept in sheet.rows)
    seated = tuple(first_line_up(hall, match_id, each) for each in line_ups)
    return await ordered(hall, match_id, EnterSheet(rows, seated), visitor, command_id)


async def confirm_sheet(
    hall: Hall, match_id: MatchId, sheet: SheetConfirmationIn, visitor: Visitor, command_id: str
) -> EffectOut:
    """Confirm several results. If one cannot be confirmed, none is.

    Raises RowRefused naming the first result for which `confirm` would raise an error.
    """
    record = hall.match(match_id).record
    rows = tuple(_agreed(record, given, visitor) for given in sheet.rows)
    return await ordered(hall, match_id, ConfirmSheet(rows), visitor, command_id)


def result_refusals(record: MatchRecord, kept: HandResultIn) -> Iterator[ScoreRefused]:
    """Yield an error for each wrong field of a result, as far as the result alone tells.

    Of games whose points are counted at the table only the opening throw is checked.
    """
    reading = _kept_by_hand(record, kept)
    yield from entering.opening_refusals(reading.opening, None, reading.game)
    if not INFOS[record.game.name].scored.counted:
        yield from entering.result_refusals(reading)


def _kept_by_hand(record: MatchRecord, kept: HandResultIn) -> rd.EnterResult:
    room = Room(kept.room)
    values = result_values(record, kept)
    return rd.EnterResult(game=kept.game, attempt=kept.attempt, room=room, **values)


def results_seen(hall: Hall, match_id: MatchId, visitor: Visitor) -> list[StandingOut]:
    """Return the results of the visitor's room, and those of games that are over in both rooms.

    Raises NotAllowed if a captain or player asks about another match than their own.
    """
    record = hall.match(match_id).record
    if visitor.match not in (None, match_id):
        raise NotAllowed(visitor, Action.CONFIRM)
    if record.state is None:
        return []
    sight = hall.sight(visitor, match_id)
    shown = match_view(record, visitor, Surroundings({}, {}), sight).results
    every = standings_out(record.state, hall.names())
    return [each for each in every if (each.game, Room(each.room)) in shown]


async def confirm(
    hall: Hall,
    match_id: MatchId,
    given: ConfirmationIn,
    visitor: Visitor,
    command_id: str,
) -> EffectOut:
    """Confirm a room's result in the name of the signed-in visitor.

    The rules decide whether the visitor confirms as a player, as a captain or as an account. Raises
    ValuesChanged if the result has changed since the visitor saw it, and SecondAccountNeeded if the
    visitor's account entered the result.
    """
    reading = _agreed(hall.match(match_id).record, given, visitor)
    return await ordered(hall, match_id, reading, visitor, command_id)


def _agreed(record: MatchRecord, given: ConfirmationIn, visitor: Visitor) -> rd.ResultAgreed:
    return rd.ResultAgreed(
        game=given.game,
        attempt=given.attempt,
        room=Room(given.room),
        side=_side(record, given, visitor),
        seen=room_result(given.result),
    )


def _side(record: MatchRecord, given: ConfirmationIn, visitor: Visitor) -> Side | None:
    """Return the side for which a result is confirmed, or None if it is confirmed for no side.

    It is the side that the request names, else the side of a captain's team, or a player's own.
    """
    if given.side is not None:
        return Side(given.side)
    if visitor.role is Role.CAPTAIN and visitor.team in record.teams:
        place = TeamPlace.HOME if visitor.team == record.teams[0] else TeamPlace.AWAY
        return side_of(place, Room(given.room))
    return visitor.side


def result_values(record: MatchRecord, result: ResultBody) -> dict[str, Any]:
    """Return the fields of a result with the types of the rules.

    After a pass, the result's `owner` is the side that doubled. If `owner` is missing, the loser's
    opponent doubled.
    """
    loser, passed = Side(result.loser), result.ending == Ending.PASS.value
    owner = Side(result.owner) if result.owner else None
    proposer = (owner or loser.opponent) if passed else None
    return {
        "loser": loser,
        "ending": Ending(result.ending),
        "left": result.left,
        "cube": result.cube,
        "owner": None if passed else owner,
        "proposer": proposer,
        "opening": Roll(*result.opening) if result.opening else None,
        "tally": _tally(record, loser, result.loser_trous),
    }


def _tally(record: MatchRecord, loser: Side, lost: int) -> tuple[int, int]:
    """Return the trous of White and Red at the end of a game whose points are counted at the table.

    The winner has twelve; `lost` is the number of the loser's. For all other games return (0, 0).
    """
    if not INFOS[record.game.name].scored.counted:
        return (0, 0)
    return (lost, LAST_HOLE) if loser is Side.WHITE else (LAST_HOLE, lost)
