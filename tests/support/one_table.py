"""A match to N points played at random at its one table: plays, cube, slips, a busy director."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.errors import RulesError
from rules.events import Confirmer
from rules.games.game import Game
from rules.match_play.machine import awaited, begin, handle, new_match
from rules.match_play.state import MatchState
from rules.position import Position, Side
from rules.room import BoardEvent, Ending, Room
from rules.tables import readings as rd
from rules.tables.awaited import Awaited, TableWait
from rules.tables.state import Phase
from tests.support.endings import lost
from tests.support.senders import usual_sender

DIRECTOR: dict[str, Any] = {"reason": "seen on the film"}
TABLE: dict[str, Any] = {"room": Room.OPEN}


@dataclass
class Habits:
    """How the people of a match behave: chances a step, or an answer."""

    double: float = 0.1
    take: float = 0.6
    resign: float = 0.02
    slip: float = 0.1
    order: float = 0.0
    by_hand: float = 0.0
    reader: bool = False


@dataclass
class OneTable:
    """A match under way: its state, every event so far, every reading that had an effect."""

    game: Game
    rng: random.Random
    habits: Habits
    state: MatchState
    history: list[ev.Event] = field(default_factory=list)
    heard: list[rd.AnyReading] = field(default_factory=list)

    @classmethod
    def seated(
        cls, game: Game, length: int, seed: int = 0, habits: Habits | None = None
    ) -> "OneTable":
        """Both players seated and game 1 open."""
        opened = begin(game, new_match(game, length))
        rng = random.Random(seed)
        return cls(game, rng, habits or Habits(), opened.state, list(opened.events))

    @property
    def at(self) -> dict[str, Any]:
        """The current game and attempt."""
        return {"game": self.state.game, "attempt": self.state.attempt}

    def say(self, reading: rd.AnyReading, sender: rd.Sender | None = None) -> tuple[ev.Event, ...]:
        """Let the match decide one reading and keep what happened."""
        decision = handle(self.game, self.state, reading, sender or usual_sender(reading))
        self.state = decision.state
        self.history.extend(decision.events)
        if any(not isinstance(e, ev.ReadingRefused | ev.ThrowVoided) for e in decision.events):
            self.heard.append(reading)
        return decision.events

    def step(self) -> None:
        """One thing said: useful mostly, now and then a slip or an order of the director."""
        chance, confirmer = self.rng.random(), Confirmer.PLAYER
        if chance < self.habits.slip:
            reading, confirmer = self.slip(), self.rng.choice(list(Confirmer))
        elif chance < self.habits.slip + self.habits.order:
            reading = self.order()
        else:
            reading = self.rng.choice(list(self.useful()))
        try:
            self.say(reading, replace(usual_sender(reading), confirmer=confirmer))
        except RulesError:
            assert chance < self.habits.slip + self.habits.order

    def useful(self) -> Iterator[rd.AnyReading]:
        """What takes the match on: the awaited acts, or what may be done in their place."""
        wait, table = awaited(self.state), self.state.open
        at: dict[str, Any]
        if table.phase is Phase.OPENING and self.rng.random() < self.habits.by_hand:
            yield self.entered(self.rng.choice(list(Side)), Ending.BEAROFF, left=3)
            return
        if table.phase is Phase.MOVE and table.current and self.rng.random() < self.habits.slip / 3:
            key, lying = table.current, table.before
            at = {**self.at, **TABLE, "side": key.side, "turn": key.turn}
            yield rd.PlayFinished(**at, position=lying)
            return
        if table.phase is Phase.QUESTIONED and table.current and self.rng.random() < 0.3:
            side, turn = table.current.side.opponent, table.current.turn
            yield rd.PlayAccepted(**self.at, **TABLE, side=side, turn=turn)
            return
        if table.current is not None and table.resigning is None and table.result is None:
            key = table.current
            at = {**self.at, **TABLE, "side": key.side, "turn": key.turn}
            if self.rng.random() < self.habits.resign:
                yield rd.ResignationMade(**at, ending=Ending.RESIGNED)
                return
            limit = self.state.cube_limit(self.game, self.state.game)
            may = limit and not table.declared and table.cube.may_double(key.side)
            if wait.what is Awaited.ROLL and may and self.rng.random() < self.habits.double:
                yield rd.Doubled(**at)
                return
        yield from self.awaited_acts(wait)

    def awaited_acts(self, wait: TableWait) -> Iterator[rd.AnyReading]:
        """The readings that are just what the table waits for, from each side that may."""
        for side in [wait.side] if wait.side else list(Side):
            at: dict[str, Any] = {**self.at, **TABLE, "side": side}
            match wait.what:
                case Awaited.ROLL:
                    yield self.throw(wait.side, wait.turn, self.roll())
                case Awaited.MOVE:
                    yield rd.PlayFinished(**at, turn=wait.turn, position=self._legal())
                case Awaited.DOUBLE_ANSWER:
                    taken = self.rng.random() < self.habits.take
                    yield rd.DoubleAnswered(**at, turn=wait.turn, taken=taken)
                case Awaited.RESIGNATION_ANSWER:
                    accepted = self.rng.random() < 0.7
                    yield rd.ResignationAnswered(**at, turn=wait.turn, accepted=accepted)
                case Awaited.RESULT_CONFIRMATION:
                    yield rd.ResultAgreed(**at, result=wait.turn)
                case Awaited.OPERATOR:
                    yield rd.ReleaseTable(**self.at, **TABLE, **DIRECTOR)
                case _:
                    raise AssertionError(f"nobody can act on {wait}")

    def throw(self, side: Side | None, turn: int, dice: Roll) -> rd.DiceThrown:
        """Dice keyed or read at the table."""
        source = DiceSource.READER if self.habits.reader else DiceSource.CONSOLE
        event = BoardEvent("BZ-1", bytes(8), len(self.history))
        return rd.DiceThrown(
            **self.at, side=side, turn=turn, dice=dice, source=source, board_event=event
        )

    def entered(
        self, loser: Side, ending: Ending, *, cube: int = 1, left: int = 15
    ) -> rd.EnterResult:
        """The current game's result as somebody kept it by hand."""
        return rd.EnterResult(**self.at, **TABLE, **lost(loser, ending, left, cube))

    def corrected(
        self, game: int, loser: Side, ending: Ending, *, cube: int = 1, left: int = 15
    ) -> rd.CorrectResult:
        """The director's result of a game in place of the one that stands."""
        attempt = self.state.attempts[game]
        return rd.CorrectResult(
            game=game, attempt=attempt, **TABLE, **DIRECTOR, loser=loser, ending=ending, left=left,
            cube=cube,
        )  # fmt: skip

    def roll(self) -> Roll:
        return Roll(self.rng.randint(1, 6), self.rng.randint(1, 6))

    def _legal(self) -> Position:
        table = self.state.open
        assert table.current is not None
        key, dice = table.current, self.state.rolls[table.current].dice
        plays = sorted(self.game.legal_plays(table.before, key.side, dice, key.turn))
        return self.game.apply(table.before, key.side, self.rng.choice(plays))

    def slip(self) -> rd.AnyReading:
        """Something said too early or late, by the wrong side, in the wrong room or keyed wrong."""
        state, table, rng = self.state, self.state.open, self.rng
        game = rng.choice([state.game, state.game, max(1, state.game - 1)])
        attempt = rng.choice([state.attempt, state.attempt, 1])
        side, now = rng.choice(list(Side)), table.current
        turn = now.turn if now and rng.random() < 0.7 else rng.randint(1, 5)
        at: dict[str, Any] = {"game": game, "attempt": attempt, "side": side, "turn": turn}
        here = {**at, "room": rng.choice([Room.OPEN, Room.OPEN, Room.CLOSED])}
        result: dict[str, Any] = {"room": Room.OPEN, "game": game, "attempt": attempt, "side": side}
        last = state.rolls[state.last_thrown] if state.last_thrown else None
        keyed = self.throw(side, turn, self.roll())
        again = rd.DiceThrown(
            **at,
            dice=self.roll(),
            source=DiceSource.CONSOLE,
            board_event=keyed.board_event,
            corrects=last.board_event if last else None,
        )
        slips: list[rd.AnyReading] = [
            keyed,
            again,
            again,
            rd.ReadyDeclared(**here),
            rd.Doubled(**here),
            rd.DoubleAnswered(**here, taken=True),
            rd.PlayFinished(**here, position=table.position),
            rd.PlayAccepted(**here),
            rd.DiceConfirmed(**here),
            rd.DiceEchoed(**here, dice=self.roll()),
            rd.ResignationMade(**here, ending=rng.choice(list(Ending))),
            rd.ResignationAnswered(**here, accepted=True),
            rd.ResultAgreed(**result),
        ]
        return rng.choice([*slips, *rng.sample(self.heard, min(3, len(self.heard)))])

    def order(self) -> rd.AnyReading:
        """Any order there is, sensible or not; results of games long over among them."""
        state, rng = self.state, self.rng
        loser, game = rng.choice(list(Side)), rng.randint(1, state.game)
        ending, left = rng.choice([(Ending.BEAROFF, 3), (Ending.GAMMON, 15), (Ending.PASS, 4)])
        orders: list[rd.AnyReading] = [
            self.corrected(game, loser, ending, cube=rng.choice([1, 1, 2, 4]), left=left),
            rd.VoidGame(**self.at, **DIRECTOR),
            rd.CancelGame(**self.at, **DIRECTOR),
            rd.SetTailDraw(**self.at, **DIRECTOR, drawn=True),
            rd.AdjustScore(**self.at, **TABLE, **DIRECTOR, home=100, away=0),
            rd.ReleaseTable(**self.at, **TABLE, **DIRECTOR),
        ]
        if (last := state.last_thrown) is not None:
            turn: dict[str, Any] = {**self.at, **DIRECTOR, "side": last.side, "turn": last.turn}
            orders += [rd.ReopenTurn(**turn), rd.CorrectRoll(**turn, dice=self.roll())]
        if (due := state.open.current) is not None:
            where = {**self.at, **TABLE, **DIRECTOR, "side": due.side, "turn": due.turn}
            orders.append(rd.CorrectPosition(**where, position=state.open.position))
        return rng.choice(orders)
