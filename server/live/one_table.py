"""What becomes public with each event of a match at one table: all of it, and at once (ruling 17).

No other room plays these dice, so nothing is kept back but what rests on dice that do not count
yet (ruling 9).
"""

from collections.abc import Iterator

from rules import events as ev
from rules.dice import Roll
from rules.games.game import Game
from rules.match_play.machine import apply, new_match
from rules.match_play.protocol import game_score
from rules.match_play.state import TABLE, results
from rules.position import Position
from rules.tables.fold import result_of
from server.live import facts as fx
from server.live.embargo import held_shown
from server.live.rooms.open_table import OpenTable

_Ended = ev.GameFinished | ev.ResultEntered | ev.ResultCorrected


class OneTableFacts:
    """Folds the events of a match to points in their order."""

    def __init__(self, game: Game, scheduled: ev.MatchPlayScheduled) -> None:
        self._game = game
        self._state = new_match(game, scheduled.length)
        self._score = fx.MatchScoreShown(score=self._state.score, games=())
        self._table: OpenTable | None = None
        self._table_over = False
        self._hand_opening: Roll | None = None

    def take(self, event: ev.Event) -> tuple[fx.PublicFact, ...]:
        """The facts that become public with this event, in their order; most events bring some."""
        was_over, was = self._state.over, self._state.director
        self._state = apply(self._game, self._state, event)
        held = held_shown(was, self._state.director)
        facts = [*self._of_event(event), *self._of_score(), *held]
        if self._state.over and not was_over:
            facts.append(fx.MatchOver(seed=b""))
        elif was_over and not self._state.over:
            facts.append(fx.MatchGoesOn())
        return tuple(facts)

    def _of_event(self, event: ev.Event) -> Iterator[fx.PublicFact]:
        match event:
            case ev.MatchSigned():
                yield fx.ProtocolSigned(team=event.team)
            case ev.RecordingSet():
                if self._table is not None:
                    self._table = OpenTable(self._start())
                yield fx.RecordingShown(room=event.room, positions=event.positions)
            case ev.GameStarted():
                self._table, self._table_over = OpenTable(self._start()), False
                self._hand_opening = None
                yield fx.GameOpened(game=event.game, attempt=event.attempt)
            case ev.GameVoided():
                self._table = None
                yield fx.GameWithdrawn(game=event.game, attempt=event.attempt)
            case ev.ResultCorrected() if event.game != self._state.game or self._table_over:
                yield fx.ResultChanged(
                    game=event.game, room=TABLE, result=result_of(event), opening=event.opening
                )
            case ev.GameEvent() if self._table is not None:
                yield from self._of_table(self._table, event)

    def _start(self) -> Position | None:
        return self._game.start() if self._state.open.recorded else None

    def _of_table(self, table: OpenTable, event: ev.GameEvent) -> Iterator[fx.PublicFact]:
        match event:
            case ev.GameFinished() | ev.ResultEntered() | ev.ResultCorrected():
                yield from self._ended(table, event)
            case ev.TurnReopened():
                public, self._table_over = self._table_over, False
                table.take(event)
                yield from _publish_steps(table, len(table.steps) if public else table.counted)
            case _:
                table.take(event)
                yield from _publish_steps(
                    table, len(table.steps) if self._table_over else table.counted
                )

    def _ended(self, table: OpenTable, event: _Ended) -> Iterator[fx.PublicFact]:
        result, by_hand = result_of(event), not isinstance(event, ev.GameFinished)
        if not isinstance(event, ev.GameFinished):
            self._hand_opening = event.opening or self._hand_opening
        table.finish(event.game, result, by_hand)
        self._table_over = True
        yield from _publish_steps(table, len(table.steps))
        yield fx.GameOver(game=event.game, open=result, closed=None, opening=self._hand_opening)

    def _of_score(self) -> Iterator[fx.PublicFact]:
        games = tuple(map(game_score, results(self._state)))
        shown = fx.MatchScoreShown(score=self._state.score, games=games)
        if shown != self._score:
            self._score = shown
            yield shown


def _publish_steps(table: OpenTable, until: int) -> Iterator[fx.PublicFact]:
    """The steps that become public now, so many of all of them."""
    first, table.published = table.published, max(table.published, until)
    for step in table.steps[first : table.published]:
        yield step.fact
