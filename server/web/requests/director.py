"""What the director's orders do, for the API and for the pages alike (ruling 11).

Each takes the order as its body says it, carries it out in the name of the director who is signed
in, and answers once what it did is durable; OrderRefused, or an error of the rules, says why not.
"""

from typing import Any

from rules import commands as cmd
from rules.dice import Roll
from rules.identities import MatchId
from rules.position import Position, Side
from rules.room import Room
from rules.tables import readings as rd
from server.access import Visitor
from server.hall import Hall
from server.matches.line_ups import check_has_line_ups, check_plays
from server.web.requests.effects import ordered
from server.web.requests.results import result_values
from server.web.requests.typed_persons import member_of, players_of, seen_players
from server.web.schemas.clocks import ClocksOrderIn, clocks_setting
from server.web.schemas.director import (
    EffectOut,
    EmbargoOrderIn,
    GameOrderIn,
    PositionOrderIn,
    ResultOrderIn,
    RollOrderIn,
    ScoreOrderIn,
    StandingRollIn,
    SubstituteIn,
    TableOrderIn,
    TailOrderIn,
    TurnOrderIn,
    WrongRollIn,
)
from server.web.schemas.results import room_result


async def void_game(
    hall: Hall,
    match_id: MatchId,
    order: GameOrderIn,
    director: Visitor,
    command_id: str,
) -> EffectOut:
    """Play the current game again in both rooms with new dice."""
    reading = rd.VoidGame(**order.model_dump())
    return await ordered(hall, match_id, reading, director, command_id)


async def cancel_game(
    hall: Hall,
    match_id: MatchId,
    order: GameOrderIn,
    director: Visitor,
    command_id: str,
) -> EffectOut:
    """Score the current game 0-0 in both rooms and go on."""
    reading = rd.CancelGame(**order.model_dump())
    return await ordered(hall, match_id, reading, director, command_id)


async def correct_roll(
    hall: Hall,
    match_id: MatchId,
    order: RollOrderIn,
    director: Visitor,
    command_id: str,
) -> EffectOut:
    """Put the latest throw right, while the closed room does not have it."""
    was = Roll(*order.was) if order.was else None
    reading = rd.CorrectRoll(**_turn(order), dice=Roll(*order.dice), was=was)
    return await ordered(hall, match_id, reading, director, command_id)


async def reopen_turn(
    hall: Hall,
    match_id: MatchId,
    order: TurnOrderIn,
    director: Visitor,
    command_id: str,
) -> EffectOut:
    """Let the open room play its latest turn again with the dice as keyed."""
    reading = rd.ReopenTurn(**_turn(order))
    return await ordered(hall, match_id, reading, director, command_id)


async def let_roll_stand(
    hall: Hall,
    match_id: MatchId,
    order: StandingRollIn,
    director: Visitor,
    command_id: str,
) -> EffectOut:
    """Let a roll stand that was found wrong after its release; each room keeps its dice."""
    reading = rd.LetRollStand(**_wrong_roll(order), dice=Roll(*order.dice))
    return await ordered(hall, match_id, reading, director, command_id)


async def void_for_roll(
    hall: Hall,
    match_id: MatchId,
    order: WrongRollIn,
    director: Visitor,
    command_id: str,
) -> EffectOut:
    """Play the current game again in both rooms because of a roll found wrong."""
    reading = rd.VoidForRoll(**_wrong_roll(order))
    return await ordered(hall, match_id, reading, director, command_id)


async def correct_position(
    hall: Hall,
    match_id: MatchId,
    order: PositionOrderIn,
    director: Visitor,
    command_id: str,
) -> EffectOut:
    """Say how a table's checkers are to lie, between two turns."""
    reading = rd.CorrectPosition(
        **_turn(order),
        room=Room(order.room),
        position=Position(tuple(order.white), tuple(order.red)),
        was=Position(tuple(order.was.white), tuple(order.was.red)),
    )
    return await ordered(hall, match_id, reading, director, command_id)


async def release_table(
    hall: Hall,
    match_id: MatchId,
    order: TableOrderIn,
    director: Visitor,
    command_id: str,
) -> EffectOut:
    """Let a table go on that was stopped because its board shows other dice."""
    reading = rd.ReleaseTable(**order.model_dump(exclude={"room"}), room=Room(order.room))
    return await ordered(hall, match_id, reading, director, command_id)


async def correct_result(
    hall: Hall,
    match_id: MatchId,
    order: ResultOrderIn,
    director: Visitor,
    command_id: str,
) -> EffectOut:
    """Replace the result of a room's game."""
    reading = correction(hall, match_id, order)
    return await ordered(hall, match_id, reading, director, command_id)


def correction(hall: Hall, match_id: MatchId, order: ResultOrderIn) -> rd.CorrectResult:
    """The order as the match hears it."""
    return rd.CorrectResult(
        game=order.game,
        attempt=order.attempt,
        reason=order.reason,
        room=Room(order.room),
        was=room_result(order.was),
        **result_values(hall.match(match_id).record, order),
    )


async def adjust_score(
    hall: Hall,
    match_id: MatchId,
    order: ScoreOrderIn,
    director: Visitor,
    command_id: str,
) -> EffectOut:
    """Let a room's game count these small match points instead of its own."""
    return await ordered(hall, match_id, adjustment(order), director, command_id)


def adjustment(order: ScoreOrderIn) -> rd.AdjustScore:
    """The order as the match hears it."""
    return rd.AdjustScore(
        **order.model_dump(exclude={"room", "was"}),
        room=Room(order.room),
        was=room_result(order.was),
    )


async def substitute(
    hall: Hall,
    match_id: MatchId,
    order: SubstituteIn,
    director: Visitor,
    command_id: str,
) -> EffectOut:
    """Seat another player of a team between two games; raises LineUpRefused."""
    check_has_line_ups(hall.match(match_id).record)
    check_plays(hall.match(match_id).record, order.team)
    command = cmd.SeatSubstitute(
        team=order.team,
        room=Room(order.room),
        player=member_of(hall, match_id, order.team, order.player, "player"),
        game=order.game,
        attempt=order.attempt,
        reason=order.reason,
        was=seen_players(hall, players_of(hall, match_id, order.team), [order.was])[0]
        if order.was
        else None,
        watched=order.watched,
    )
    return await ordered(hall, match_id, command, director, command_id)


async def tail(
    hall: Hall, match_id: MatchId, order: TailOrderIn, director: Visitor, command_id: str
) -> EffectOut:
    """Draw the closed room's last rolls from the committed seed, or have them thrown."""
    reading = rd.SetTailDraw(
        game=order.game,
        attempt=order.attempt,
        reason=order.reason,
        drawn=order.tail == "drawn",
        was=order.was == "drawn",
    )
    return await ordered(hall, match_id, reading, director, command_id)


async def embargo(
    hall: Hall,
    match_id: MatchId,
    order: EmbargoOrderIn,
    director: Visitor,
    command_id: str,
) -> EffectOut:
    """Tell spectators more or less from now on; nothing that is public is taken back."""
    command = cmd.SetEmbargo(embargo=order.embargo, reason=order.reason, was=order.was)
    return await ordered(hall, match_id, command, director, command_id)


async def clocks(
    hall: Hall,
    match_id: MatchId,
    order: ClocksOrderIn,
    director: Visitor,
    command_id: str,
) -> EffectOut:
    """Count time otherwise from now on; what was used stays used."""
    setting, was = clocks_setting(order), clocks_setting(order.was)
    command = cmd.SetClocks(setting=setting, reason=order.reason, was=was)
    return await ordered(hall, match_id, command, director, command_id)


def _wrong_roll(order: WrongRollIn) -> dict[str, Any]:
    was = Roll(*order.was) if order.was else None
    return {**_turn(order), "room": Room(order.room), "was": was}


def _turn(order: TurnOrderIn) -> dict[str, Any]:
    only = order.model_dump(include={"game", "attempt", "turn", "reason"})
    return {**only, "side": Side(order.side)}
