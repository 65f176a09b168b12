"""A match whose events a test writes by hand."""

from typing import Any

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.ending import Ending
from rules.games.backgammon import BACKGAMMON
from rules.play import Move
from rules.position import Position
from rules.room import Room
from rules.side import Side
from server.live import facts as fx
from server.live.embargo import MatchEmbargo
from tests.support.rooms import started

WHITE, RED = Side.WHITE, Side.RED
OPEN, CLOSED = Room.OPEN, Room.CLOSED
START = BACKGAMMON.start()


class Match:
    """A match whose events a test writes by hand, and everything it has told."""

    def __init__(self, embargo: ev.Embargo = ev.Embargo.LOCKSTEP, start: Position = START) -> None:
        self.embargo = MatchEmbargo(start, embargo)
        self.published: list[fx.PublicFact] = []
        self.happens(started(), ev.GameStarted(game=1, attempt=1))
        self.published.clear()

    def happens(self, *events: ev.Event) -> tuple[fx.PublicFact, ...]:
        """What the last of these events makes public."""
        facts: tuple[fx.PublicFact, ...] = ()
        for event in events:
            facts = self.embargo.take(event)
            self.published += facts
        return facts

    def kinds(self) -> list[str]:
        return [type(fact).__name__ for fact in self.published]


def thrown(side: Side, turn: int, dice: Roll, *, opening: bool = False) -> ev.RollThrown:
    source = DiceSource.CONSOLE
    return ev.RollThrown(
        game=1, attempt=1, side=side, turn=turn, dice=dice, source=source, opening=opening
    )


def released(side: Side, turn: int, dice: Roll, *, opening: bool = False) -> ev.RollReleased:
    return ev.RollReleased(game=1, attempt=1, side=side, turn=turn, dice=dice, opening=opening)


def ready(side: Side, turn: int) -> ev.TurnReady:
    return ev.TurnReady(game=1, attempt=1, room=CLOSED, side=side, turn=turn)


def played(room: Room, side: Side, turn: int, *moves: Move) -> ev.PlayMade:
    position = BACKGAMMON.apply(START, side, moves)
    return ev.PlayMade(
        game=1, attempt=1, room=room, side=side, turn=turn, moves=moves, position=position
    )


def finished(room: Room, loser: Side, ending: Ending = Ending.RESIGNED) -> ev.GameFinished:
    return ev.GameFinished(
        game=1, attempt=1, room=room, loser=loser, ending=ending, left=15, cube=1
    )


def doubled(
    room: Room, side: Side, turn: int, answer: type[ev.DoubleTaken] | type[ev.DoublePassed]
) -> tuple[ev.Event, ev.Event]:
    fields: dict[str, Any] = {"room": room, "side": side, "turn": turn, "cube": 2}
    at: dict[str, Any] = {"game": 1, "attempt": 1, **fields}
    return ev.DoubleOffered(**at), answer(**at)


FIVE_THREE = Roll(5, 3)
MADE = (Move(8, 3), Move(6, 3))
RAN = (Move(24, 21), Move(13, 8))


def opened() -> Match:
    """White has opened with 5-3 in the open room and played it; the closed room has its dice."""
    match = Match()
    match.happens(
        thrown(WHITE, 1, FIVE_THREE, opening=True), released(WHITE, 1, FIVE_THREE, opening=True)
    )
    match.happens(played(OPEN, WHITE, 1, *MADE))
    return match
