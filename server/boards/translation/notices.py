"""What a board is told once about something it said: verdicts and refusals."""

from typing import Any

from board_drivers.wire import messages as wire
from board_drivers.wire.values import FaultCode, MoveJudgement, RollJudgement
from rules import events as ev
from rules.room import Room
from server.boards.translation.wire_terms import fault_code, wire_side

_JUDGED: dict[type[ev.Event], MoveJudgement] = {
    ev.PlayMade: MoveJudgement.OK,
    ev.PlayQuestioned: MoveJudgement.ILLEGAL,
    ev.PlayCondoned: MoveJudgement.CONDONED,
}


def notices_for(event: ev.Event, room: Room, number: int) -> tuple[wire.ServerMessage, ...]:
    """What this room's board is told of an event caused by its own event `number`.

    Throws are spoken of in the open room only; everything else only where it happened.
    """
    match event:
        case ev.RollThrown() | ev.RollCorrected():
            return _of_roll(event, room, number, RollJudgement.UNCONFIRMED, FaultCode.NONE)
        case ev.OpeningDecided():
            return _of_opening(event, room, number)
        case ev.RollCounted():
            return _of_roll(event, room, number, RollJudgement.COUNTED, FaultCode.NONE)
        case ev.ThrowVoided():
            return _of_roll(event, room, number, RollJudgement.VOID, fault_code(event.why))
        case ev.PlayMade() | ev.PlayQuestioned() | ev.PlayCondoned() if event.room is room:
            return (_of_play(event, number),)
        case ev.EchoMismatched() if event.room is room:
            return (wire.Fault(code=FaultCode.ECHO_MISMATCH, detail=number),)
        case ev.ReadingRefused() if event.room is room:
            return (wire.Fault(code=fault_code(event.why), detail=number),)
        case _:
            return ()


def _of_roll(
    event: ev.RollEvent | ev.ThrowVoided,
    room: Room,
    number: int,
    judgement: RollJudgement,
    reason: FaultCode,
) -> tuple[wire.ServerMessage, ...]:
    if room is Room.CLOSED:
        return ()
    turn = event.turn if isinstance(event, ev.RollEvent) else 1
    at: dict[str, Any] = {"game": event.game, "attempt": event.attempt}
    side = wire_side(event.side)
    verdict = wire.RollVerdict(
        **at, turn=turn, side=side, judgement=judgement, reason=reason, event=number
    )
    return (verdict,)


def _of_opening(
    event: ev.OpeningDecided, room: Room, number: int
) -> tuple[wire.ServerMessage, ...]:
    """The opening throw, which has no side, is done with: it named who throws first."""
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
    event: ev.PlayMade | ev.PlayQuestioned | ev.PlayCondoned, number: int
) -> wire.MoveVerdict:
    return wire.MoveVerdict(
        game=event.game,
        attempt=event.attempt,
        turn=event.turn,
        side=wire_side(event.side),
        judgement=_JUDGED[type(event)],
        points=0,
        event=number,
    )
