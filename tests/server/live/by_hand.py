"""A match whose events a test writes by hand."""

from collections.abc import Iterable
from typing import Any

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Move, Position, Side
from rules.room import Ending, Room
from server.live import facts as fx
from server.live.embargo import MatchEmbargo
from server.live.public_match import PublicMatch
from tests.support.rooms import scheduled, started
from tests.support.stored import NOON

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
        return kinds(self.published)


def kinds(published: Iterable[fx.PublicFact | fx.PublicItem]) -> list[str]:
    facts = (each.fact if isinstance(each, fx.PublicItem) else each for each in published)
    return [type(fact).__name__ for fact in facts]


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


def counted(side: Side, turn: int) -> ev.RollCounted:
    by = ev.CountedBy.OPPONENT
    return ev.RollCounted(game=1, attempt=1, side=side, turn=turn, by=by)


def corrected(
    side: Side, turn: int, dice: Roll, source: DiceSource, *, opening: bool = False
) -> ev.RollCorrected:
    return ev.RollCorrected(
        game=1, attempt=1, side=side, turn=turn, dice=dice, source=source, opening=opening
    )


def reopened() -> ev.TurnReopened:
    """The open room plays its first turn again."""
    at: dict[str, Any] = {"game": 1, "attempt": 1, "room": OPEN, "side": WHITE, "turn": 1}
    return ev.TurnReopened(**at, by="director", reason="6-6")


def lost(room: Room, loser: Side) -> dict[str, Any]:
    """A gammon."""
    at = {"game": 1, "attempt": 1, "room": room, "loser": loser, "ending": Ending.GAMMON}
    return {**at, "left": 15, "cube": 1, "owner": None, "proposer": None}


def corrected_result(
    room: Room, loser: Side = WHITE, opening: Roll | None = None
) -> ev.ResultCorrected:
    return ev.ResultCorrected(**lost(room, loser), opening=opening, by="director", reason="misread")


def entered(room: Room, opening: Roll | None = None) -> ev.ResultEntered:
    return ev.ResultEntered(**lost(room, RED), opening=opening, by="clerk")


def embargo_set(embargo: ev.Embargo) -> ev.EmbargoSet:
    return ev.EmbargoSet(embargo=embargo, by="director", reason="the sponsor's stream")


FIVE_THREE = Roll(5, 3)
MADE = (Move(8, 3), Move(6, 3))
RAN = (Move(24, 21), Move(13, 8))
THROWN = thrown(WHITE, 1, FIVE_THREE, opening=True)
COUNTED, RELEASED = counted(WHITE, 1), released(WHITE, 1, FIVE_THREE, opening=True)
OPEN_PLAY, CLOSED_PLAY = played(OPEN, WHITE, 1, *MADE), played(CLOSED, WHITE, 1, *RAN)
BEGUN = (THROWN, RELEASED, OPEN_PLAY)


def opened(*events: ev.Event) -> Match:
    """Both rooms have White's opening 5-3, the open room has played it; then these events."""
    match = Match()
    match.happens(*BEGUN, *events)
    return match


def public_match(*events: ev.Event, **pausing: Any) -> PublicMatch:
    """Match 1 with game 1 open, and these events after that, all stored at noon."""
    match = PublicMatch(BACKGAMMON, scheduled(), **pausing)
    for event in (started(), ev.GameStarted(game=1, attempt=1), *events):
        match.take(event, NOON)
    return match
