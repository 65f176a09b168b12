"""What becomes public with each event of a match: the lockstep embargo (ruling 12).

Spectators see the open room only, and of it what the closed room has passed: dice when the closed
room was given them, the play of that turn when its own play of it is stored, a cube action after
its decision at that turn. Only beginnings of the open room's story are told, in its order. Once
the closed game is over the story keeps its last lag until both are, so that its end makes no burst
and is not told; dice that could still be corrected wait as well (ours). A result is told with what
led to it. After both games are over everything of the game is public.
"""

from rules import events as ev
from rules.duplicate.fold import result_of
from rules.duplicate.state import RoomResult, TurnKey
from rules.position import Position
from rules.room import Room
from server.live.facts import (
    GameAnnulled,
    GameOpened,
    GameOver,
    GameWithdrawn,
    LineUpsOpened,
    MatchOver,
    ProtocolSigned,
    PublicFact,
    ResultChanged,
    TableFact,
)
from server.live.open_table import Deed, Gate, OpenTable


class LockstepEmbargo:
    """Folds a match's events in their order; `start` is the position before an opening roll."""

    def __init__(self, start: Position) -> None:
        self._start = start
        self._seed = b""
        self._game: _GameUnderEmbargo | None = None

    def take(self, event: ev.Event) -> tuple[PublicFact, ...]:
        """The facts that become public with this event, in their order; most events bring none."""
        match event:
            case ev.MatchStarted():
                self._seed = event.seed
                opened = LineUpsOpened(
                    home=event.home, away=event.away, commitment=event.commitment
                )
                return (opened,)
            case ev.MatchClosed():
                return (MatchOver(seed=self._seed),)
            case ev.MatchSigned():
                return (ProtocolSigned(team=event.team),)
            case ev.GameStarted():
                self._game = _GameUnderEmbargo(event.game, self._start)
                return (GameOpened(game=event.game, attempt=event.attempt),)
            case ev.GameEvent():
                return self._take_of_game(event)
            case _:
                return ()

    def _take_of_game(self, event: ev.GameEvent) -> tuple[PublicFact, ...]:
        match event:
            case ev.GameVoided():
                self._game = None
                return (GameWithdrawn(game=event.game, attempt=event.attempt),)
            case ev.ResultCorrected() if not self._is_under_way(event.game):
                return (ResultChanged(game=event.game, room=event.room, result=result_of(event)),)
            case _:
                return self._game.take(event) if self._game else ()

    def _is_under_way(self, game: int) -> bool:
        current = self._game
        return current is not None and current.game == game and not current.over


class _GameUnderEmbargo:
    """One attempt at one game: the open room's steps against what the closed room has done."""

    def __init__(self, game: int, start: Position) -> None:
        self.game = game
        self.over = False
        self._table = OpenTable(start)
        self._done: set[Gate] = set()
        self._results: dict[Room, RoomResult] = {}
        self._lag = 0

    def take(self, event: ev.GameEvent) -> tuple[PublicFact, ...]:
        """What becomes public with this event of the game."""
        if self.over:
            return ()
        match event:
            case ev.GameCancelled():
                self.over = True
                return (*self._told(), GameAnnulled(game=self.game, reason=event.reason))
            case ev.GameFinished() | ev.ResultCorrected():
                self._finish(event)
            case ev.RoomEvent(room=Room.CLOSED) | ev.RollReleased():
                self._done |= _gates_passed(event)
            case _:
                self._table.take(event)
        return self._told()

    def _finish(self, event: ev.GameFinished | ev.ResultCorrected) -> None:
        result = result_of(event)
        first = event.room not in self._results
        self._results[event.room] = result
        if event.room is Room.OPEN:
            self._table.finish(self.game, result, isinstance(event, ev.ResultCorrected))
        elif first:
            self._lag = len(self._table.steps) - self._table.told

    def _told(self) -> tuple[PublicFact, ...]:
        """Tell what may be told by now; with the second result, both of them."""
        ended = len(self._results) == len(Room) and not self.over
        self.over = self.over or ended
        told = self._steps_told()
        if not ended:
            return told
        results = self._results
        return (
            *told,
            GameOver(game=self.game, open=results[Room.OPEN], closed=results[Room.CLOSED]),
        )

    def _steps_told(self) -> tuple[TableFact, ...]:
        table, first = self._table, self._table.told
        table.told = max(first, self._publishable())
        return tuple(step.fact for step in table.steps[first : table.told])

    def _publishable(self) -> int:
        steps = self._table.steps
        if self.over:
            return len(steps)
        if Room.CLOSED in self._results:
            return min(self._table.settled, len(steps) - self._lag)
        count = self._table.told
        while count < len(steps) and steps[count].gate in self._done:
            count += 1
        return count


def _gates_passed(event: ev.GameEvent) -> set[Gate]:
    """What the closed room has done with this event that an open-room step may wait for."""
    match event:
        case ev.RollReleased():
            return {Gate(Deed.GIVEN_DICE, TurnKey(event.side, event.turn))}
        case ev.TurnReady() | ev.DoubleTaken() | ev.DoublePassed():
            return {Gate(Deed.DECIDED, TurnKey(event.side, event.turn))}
        case ev.PlayMade() | ev.PlayCondoned():
            return {Gate(Deed.PLAYED, TurnKey(event.side, event.turn))}
        case _:
            return set()
