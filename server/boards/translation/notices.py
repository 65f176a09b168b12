"""Verdicts and refusals that are sent once to a board about one of its messages."""

from collections.abc import Callable
from typing import Any

from board_drivers.wire import messages as wire
from board_drivers.wire.values import FaultCode, MoveJudgement, RollJudgement
from rules import events as ev
from rules.room import Room
from server.boards.translation.wire_terms import fault_code, wire_side

_JUDGED: dict[type[ev.Event], MoveJudgement] = {
    ev.PlayMade: MoveJudgement.OK,
    ev.PlayAsked: MoveJudgement.AMBIGUOUS,
    ev.TurnPlayed: MoveJudgement.OK,
    ev.PlayQuestioned: MoveJudgement.ILLEGAL,
    ev.PlayCondoned: MoveJudgement.CONDONED,
}
_Thrown = ev.RollThrown | ev.RollCorrected | ev.EarlyThrowKept | ev.EarlyThrowVoided
Notices = tuple[wire.ServerMessage, ...]


def notices_for(event: ev.Event, room: Room, number: int) -> Notices:
    """Return what to tell the room's board once about an event that its message has caused.

    `number` is the number of the message in the board's journal. Notices of throws are sent to the
    open room only, and all others only to the event's room.
    """
    notice = _NOTICES.get(type(event))
    return () if notice is None else notice(event, room, number)


def _of_roll(
    event: ev.RollEvent | ev.ThrowVoided,
    room: Room,
    number: int,
    judgement: RollJudgement,
    reason: FaultCode = FaultCode.NONE,
) -> Notices:
    if room is Room.CLOSED:
        return ()
    turn = event.turn if isinstance(event, ev.RollEvent) else 1
    at: dict[str, Any] = {"game": event.game, "attempt": event.attempt}
    side = wire_side(event.side)
    verdict = wire.RollVerdict(
        **at, turn=turn, side=side, judgement=judgement, reason=reason, event=number
    )
    return (verdict,)


def _of_opening(event: ev.OpeningDecided, room: Room, number: int) -> Notices:
    """Return the message to the board that the opening throw has counted; it names no side."""
    if room is Room.CLOSED:
        return ()
    counted = wire.RollVerdict(
        game=event.game,
        attempt=event.attempt,
        turn=1,
        side=wire_side(None),
        judgement=RollJudgement.COUNTED,
        reason=FaultCode.NONE,
        event=number,
    )
    return (counted,)


def _of_play(
    event: ev.PlayMade | ev.TurnPlayed | ev.PlayAsked | ev.PlayQuestioned | ev.PlayCondoned,
    room: Room,
    number: int,
) -> Notices:
    if event.room is not room:
        return ()
    verdict = wire.MoveVerdict(
        game=event.game,
        attempt=event.attempt,
        turn=event.turn,
        side=wire_side(event.side),
        judgement=_JUDGED[type(event)],
        points=0,
        event=number,
    )
    return (verdict,)


def _of_fault(event: ev.RoomEvent, room: Room, number: int, code: FaultCode) -> Notices:
    return (wire.Fault(code=code, detail=number),) if event.room is room else ()


def _of_throw(event: ev.RollThrown | ev.RollCorrected, room: Room, number: int) -> Notices:
    return _of_roll(event, room, _thrown_in(event, number), RollJudgement.UNCONFIRMED)


def _of_early_throw(
    event: ev.EarlyThrowKept | ev.EarlyThrowVoided, room: Room, number: int
) -> Notices:
    """Return the message about dice thrown before the opponent's play was finished (ruling 7).

    It says that the dice do not count yet, or that they have to be thrown again.
    """
    judgement, why = RollJudgement.UNCONFIRMED, FaultCode.PLAY_UNFINISHED
    if isinstance(event, ev.EarlyThrowVoided):
        judgement, why = RollJudgement.VOID, fault_code(event.why)
    return _of_roll(event, room, _thrown_in(event, number), judgement, why)


def _thrown_in(event: _Thrown, number: int) -> int:
    """Return the number of the board's message that reported the dice.

    `number` is the number of the message that caused the event. The dice may be of an earlier
    message, as when a play is finished after dice were thrown too early.
    """
    return number if event.board_event is None else event.board_event.number


_NOTICES: dict[type[ev.Event], Callable[[Any, Room, int], Notices]] = {
    ev.RollThrown: _of_throw,
    ev.RollCorrected: _of_throw,
    ev.OpeningDecided: _of_opening,
    ev.EarlyThrowKept: _of_early_throw,
    ev.EarlyThrowVoided: _of_early_throw,
    ev.RollCounted: lambda event, room, number: _of_roll(
        event, room, number, RollJudgement.COUNTED
    ),
    ev.ThrowVoided: lambda event, room, number: _of_roll(
        event, room, number, RollJudgement.VOID, fault_code(event.why)
    ),
    ev.PlayMade: _of_play,
    ev.PlayAsked: _of_play,
    ev.TurnPlayed: _of_play,
    ev.PlayQuestioned: _of_play,
    ev.PlayCondoned: _of_play,
    ev.EchoMismatched: lambda event, room, number: _of_fault(
        event, room, number, FaultCode.ECHO_MISMATCH
    ),
    ev.ReadingRefused: lambda event, room, number: _of_fault(
        event, room, number, fault_code(event.why)
    ),
}
"""The makers of notices by class of event.

Other events have no notices, since the board whose message causes such an event knows of it
already.
"""
