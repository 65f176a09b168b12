"""Two rooms played at random: people who take their time, err, and sometimes jump the gun."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from rules import commands as cmd
from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.directing.calls import call_decided
from rules.duplicate.machine import begin, follow, handle
from rules.duplicate.release import tail_key, throw_is_held
from rules.duplicate.seed_dice import commitment
from rules.duplicate.state import MatchState, new_match
from rules.games.game import Game, HoleChoice
from rules.position import Play, Position, Side
from rules.room import BoardEvent, Ending, Room
from rules.tables import readings as rd
from rules.tables.state import Phase, TableState, TurnKey
from rules.tables.throws import uncounted
from rules.tables.turns import due_turn
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.senders import usual_sender

SEED = bytes(range(32))


def scheduled(**changes: Any) -> ev.MatchScheduled:
    """A match of two teams with the defaults of the tests."""
    fields: dict[str, Any] = {
        "match_id": match_id(changes.pop("number", 1)),
        "event": "Harbour Cup",
        "home": "Compass",
        "away": "Rudder",
        "games": 4,
        "game_name": "backgammon",
        "roll_set": 1,
        "max_lead": 0,
        "tail_drawn": False,
    }
    return ev.MatchScheduled(**{**fields, **changes})


def started() -> ev.MatchStarted:
    """Both line-ups open, with a seed everyone in the tests knows."""
    home = ev.Team(
        name="Compass", open_player=person_id("Brook"), closed_player=person_id("Fields")
    )
    away = ev.Team(
        name="Rudder", open_player=person_id("Holloway"), closed_player=person_id("Stonely")
    )
    return ev.MatchStarted(home=home, away=away, commitment=commitment(SEED), seed=SEED)


def initial(game: Game, **changes: Any) -> MatchState:
    """The state of a started match before game 1 is opened."""
    return new_match(game, scheduled(**changes), started())


@dataclass
class Temper:
    """How the people of a run behave: chances per step, and which room is the faster.

    `asks`: the open board can ask its players, who throw early now and then; `rest` is the chance
    that an open player chooses to have the rest of the tail drawn.
    """

    closed_speed: float = 0.5
    double: float = 0.05
    take: float = 0.6
    resign: float = 0.01
    mischief: float = 0.1
    void: float = 0.0
    reader: bool = False
    asks: bool = False
    rest: float = 0.0


@lru_cache(maxsize=64)
def _sorted_plays(
    game: Game, position: Position, side: Side, dice: Roll, turn: int
) -> Sequence[Play]:
    """Asked again before every word, while a play is being made."""
    return sorted(game.legal_plays(position, side, dice, turn))


class KeptPositions:
    """What lies on tables whose positions are not recorded: only the people there know.

    `now` after all finished plays, `found` when the latest dice were thrown, `chosen` after the
    play that somebody is making.
    """

    def __init__(self, game: Game) -> None:
        self._start = game.start()
        self.now = dict.fromkeys(Room, self._start)
        self.found = dict(self.now)
        self.chosen = dict(self.now)

    def take(self, event: ev.Event) -> None:
        """Move the checkers as what has happened says."""
        match event:
            case ev.GameStarted():
                self.now.update(dict.fromkeys(Room, self._start))
            case ev.RollThrown(tail=False):
                self._thrown(Room.OPEN)
            case ev.RollReleased():
                self._thrown(Room.CLOSED)
            case ev.RollCorrected() | ev.TurnReopened() | ev.OpeningTied():
                self.now[Room.OPEN] = self.found[Room.OPEN]
            case ev.TurnPlayed():
                self.now[event.room] = self.chosen[event.room]

    def _thrown(self, room: Room) -> None:
        self.found[room] = self.chosen[room] = self.now[room]


@dataclass
class Rooms:
    """A match under way: the state, every event so far, and what can be said next."""

    game: Game
    rng: random.Random
    temper: Temper
    state: MatchState
    history: list[ev.Event] = field(default_factory=list)
    lying: KeptPositions = field(init=False)

    def __post_init__(self) -> None:
        self.lying = KeptPositions(self.game)

    @classmethod
    def seated(cls, game: Game, seed: int, temper: Temper, **changes: Any) -> "Rooms":
        """Both rooms seated and game 1 open; the tables of `unrecorded` record no positions."""
        unrecorded: frozenset[Room] = changes.pop("unrecorded", frozenset())
        start = initial(game, **changes)
        for room in unrecorded:
            start = start.with_table(replace(start.table(room), recorded=False))
        opened = begin(game, start)
        return cls(game, random.Random(seed), temper, opened.state, list(opened.events))

    def say(self, reading: rd.AnyReading, sender: rd.Sender | None = None) -> tuple[ev.Event, ...]:
        """Let the match decide one reading and keep what happened."""
        decision = handle(self.game, self.state, reading, sender or usual_sender(reading))
        self.state = decision.state
        self.history.extend(decision.events)
        for event in decision.events:
            self.lying.take(event)
        return decision.events

    def direct(self, command: cmd.CallCommand, by: str = "Olena") -> tuple[ev.Event, ...]:
        """Call the director, hold or lift, and keep what happened."""
        happened = call_decided(self.state.director, command, by)
        decision = follow(self.game, self.state, happened)
        self.state = decision.state
        self.history.extend(decision.events)
        return decision.events

    def play_to_the_end(self, most: int = 20_000) -> None:
        """Go on until the match is over; AssertionError when nobody can say anything."""
        for _ in range(most):
            if self.state.over:
                return
            if self.rng.random() < self.temper.mischief:
                self.say(self.mischief())
            else:
                self.step()
        raise AssertionError(f"not over after {most} steps")

    def step(self) -> None:
        """One useful thing said in one of the rooms."""
        if self.temper.void and self.rng.random() < self.temper.void:
            self.say(rd.VoidGame(**self.at, reason="wrong dice released"))
            return
        choices = {room: list(self.useful(room)) for room in Room}
        rooms = [room for room in Room if choices[room]]
        assert rooms, f"deadlock: {self.state}"
        if len(rooms) == len(Room):
            closed_now = self.rng.random() < self.temper.closed_speed
            rooms = [Room.CLOSED if closed_now else Room.OPEN]
        self.say(self.rng.choice(choices[rooms[0]]))

    @property
    def at(self) -> dict[str, Any]:
        return {"game": self.state.game, "attempt": self.state.attempt}

    def useful(self, room: Room) -> Iterator[rd.AnyReading]:
        """What can be said in that room that takes the match on."""
        table = self.state.table(room)
        if table.answer_pending:
            claimant = table.claim.side if table.claim else table.resigning and table.resigning[0]
            assert claimant is not None
            answer = claimant.opponent
            taken = self.rng.random() < 0.7
            assert table.current is not None
            turn = table.current.turn
            yield rd.ResignationAnswered(
                **self.at, room=room, side=answer, turn=turn, accepted=taken
            )
            return
        standing = self.state.standing(room)
        if standing is not None and not standing.confirmed:
            for side in (s for s in Side if s not in standing.players):
                number = standing.number
                yield rd.ResultAgreed(**self.at, room=room, side=side, result=number)
        yield from self._dice() if room is Room.OPEN else self._declarations()
        if room is Room.OPEN and self.temper.rest and self.rng.random() < self.temper.rest:
            yield from self._rest()
        yield from self._acts(table)

    def _dice(self) -> Iterator[rd.AnyReading]:
        table, state = self.state.open, self.state
        source = DiceSource.READER if self.temper.reader else DiceSource.CONSOLE
        key = uncounted(state)
        if key is not None:
            yield rd.DiceConfirmed(**self.at, room=Room.OPEN, side=key.side.opponent, turn=key.turn)
        if throw_is_held(state):
            return
        due = tail_key(state)
        if table.phase is Phase.TO_ACT:
            due = table.current
        if table.phase is Phase.OPENING:
            yield self._throw(None, 1, source)
        elif due is not None:
            yield self._throw(due.side, due.turn, source)

    def _rest(self) -> Iterator[rd.AnyReading]:
        state = self.state
        if state.settled(Room.OPEN) and state.closed.result is None:
            for side in Side:
                drawn = self.rng.random() < 0.8
                yield rd.RestAnswered(**self.at, room=Room.OPEN, side=side, drawn=drawn)

    def _throw(self, side: Side | None, turn: int, source: DiceSource) -> rd.DiceThrown:
        return rd.DiceThrown(
            **self.at,
            side=side,
            turn=turn,
            dice=self.roll(),
            source=source,
            board_event=self.next_event(),
        )

    def _declarations(self) -> Iterator[rd.AnyReading]:
        table = self.state.closed
        if table.phase is Phase.OPENING:
            for side in (s for s in Side if s not in table.players_set):
                yield rd.ReadyDeclared(**self.at, room=Room.CLOSED, side=side, turn=1)
        elif table.phase is Phase.TO_ACT and table.current is not None:
            key = table.current
            yield rd.ReadyDeclared(**self.at, room=Room.CLOSED, side=key.side, turn=key.turn)

    def _acts(self, table: TableState) -> Iterator[rd.AnyReading]:
        key, room = table.current, table.room
        if key is None or table.result is not None:
            return
        if table.phase is Phase.DOUBLED:
            taken = self.rng.random() < self.temper.take
            other: dict[str, Any] = {"side": key.side.opponent, "turn": key.turn}
            if taken or table.recorded:
                yield rd.DoubleAnswered(**self.at, room=room, **other, taken=taken)
            else:
                yield self._claim(table, key.side.opponent, Ending.PASS)
            return
        if table.count is not None and table.count.winner is not None:
            return
        if table.phase in (Phase.MOVE, Phase.QUESTIONED):
            if self._may_choose(table):
                yield self._choice(table, key)
            if table.recorded:
                yield self.finished(table, self._legal(table, key))
            else:
                yield self._played(table, key)
        if table.phase is Phase.QUESTIONED:
            yield rd.PlayAccepted(**self.at, room=room, side=key.side.opponent, turn=key.turn)
        if table.phase is Phase.TO_ACT and not table.declared:
            may = table.cube.may_double(key.side)
            if may and self.rng.random() < self.temper.double:
                yield rd.Doubled(**self.at, room=room, side=key.side, turn=key.turn)
        if table.phase is not Phase.DECLARED and self.rng.random() < self.temper.resign:
            at: dict[str, Any] = {**self.at, "room": room, "side": key.side, "turn": key.turn}
            if table.recorded:
                yield rd.ResignationMade(**at, ending=Ending.RESIGNED)
            else:
                yield self._claim(table, key.side, Ending.RESIGNED)

    def _may_choose(self, table: TableState) -> bool:
        asked = table.phase is Phase.MOVE and table.count is not None and table.count.awaits_choice
        return asked and (table.room is Room.CLOSED or uncounted(self.state) is None)

    def _choice(self, table: TableState, key: TurnKey) -> rd.ChoiceAnswered:
        choice = self.rng.choice(list(HoleChoice))
        return rd.ChoiceAnswered(
            **self.at, room=table.room, side=key.side, turn=key.turn, choice=choice
        )

    def _played(self, table: TableState, key: TurnKey) -> rd.AnyReading:
        """A play nobody records; one that bears off the last checker is the end of the game."""
        found, dice = self.lying.found[table.room], self.state.rolls[key].dice
        plays = _sorted_plays(self.game, found, key.side, dice, key.turn)  # type: ignore[arg-type]
        after = self.game.apply(found, key.side, self.rng.choice(plays))
        self.lying.chosen[table.room] = after
        over = self.game.outcome(after)
        at: dict[str, Any] = {**self.at, "room": table.room, "side": key.side, "turn": key.turn}
        if over is None:
            return rd.Played(**at)
        return rd.EndClaimMade(**at, ending=over.ending, left=over.left)

    def _claim(self, table: TableState, loser: Side, ending: Ending) -> rd.EndClaimMade:
        assert table.current is not None
        left = self.lying.now[table.room].left(loser)
        at: dict[str, Any] = {**self.at, "room": table.room, "side": loser}
        return rd.EndClaimMade(**at, turn=table.current.turn, ending=ending, left=left)

    def _legal(self, table: TableState, key: TurnKey) -> Position:
        dice = self.state.rolls[key].dice
        plays = _sorted_plays(self.game, table.before, key.side, dice, key.turn)  # type: ignore[arg-type]
        return self.game.apply(table.before, key.side, self.rng.choice(plays))

    def finished(self, table: TableState, position: Position) -> rd.PlayFinished:
        key = table.current
        assert key is not None
        return rd.PlayFinished(
            **self.at, room=table.room, side=key.side, turn=key.turn, position=position
        )

    def _about_an_early_throw(self, throw: rd.DiceThrown) -> rd.AnyReading:
        """The next throw before its time, the mover's answer to it, or other dice for it."""
        table, early = self.state.open, self.state.early
        if table.phase is not Phase.MOVE or table.current is None:
            return throw
        key = table.next_key()
        here = replace(throw, side=key.side, turn=key.turn, corrects=None)
        if early is None or self.rng.random() < 0.2:
            return here
        if self.rng.random() < 0.3:
            return replace(here, corrects=early.board_event)
        at: dict[str, Any] = {**self.at, "room": Room.OPEN, "turn": table.current.turn}
        finished = self.rng.random() < 0.5
        return rd.FinishedAnswered(**at, side=table.current.side, finished=finished)

    def next_event(self) -> BoardEvent:
        """The number the open room's board gives to what it says next."""
        return BoardEvent("BZ-1", bytes(8), len(self.history))

    def some_event(self) -> BoardEvent:
        """The number of something that board said, of this turn or another."""
        return BoardEvent("BZ-1", bytes(8), self.rng.randrange(len(self.history)))

    def roll(self) -> Roll:
        return Roll(self.rng.randint(1, 6), self.rng.randint(1, 6))

    def mischief(self) -> rd.AnyReading:
        """Something said too early, by the wrong side, about the wrong turn, or keyed wrong."""
        room = self.rng.choice(list(Room))
        table = self.state.table(room)
        side = self.rng.choice(list(Side))
        due = due_turn(table)
        turn = due.turn if due and self.rng.random() < 0.7 else self.rng.randint(1, 9)
        if due and self.rng.random() < 0.6:
            side = due.side
        corrects = self.some_event() if self.rng.random() < 0.5 else None
        source = DiceSource.READER if self.temper.reader else DiceSource.CONSOLE
        opening = None if self.rng.random() < 0.2 else side
        last = self.state.last_thrown
        if corrects and last and self.rng.random() < 0.7:
            opening, turn = last.side, last.turn
            corrects = self.state.rolls[last].board_event
        throw = rd.DiceThrown(
            **self.at,
            side=opening,
            turn=turn,
            dice=self.roll(),
            source=source,
            board_event=self.next_event(),
            corrects=corrects,
            asks=self.temper.asks,
        )
        if self.temper.asks and self.rng.random() < 0.5:
            return self._about_an_early_throw(throw)
        at: dict[str, Any] = {**self.at, "room": room, "side": side}
        here = table.current.turn if table.current else turn
        readings: list[rd.AnyReading] = [
            throw,
            throw,
            rd.ReadyDeclared(**at, turn=turn),
            rd.ReadyDeclared(**at, turn=turn),
            rd.Doubled(**at, turn=turn),
            rd.DoubleAnswered(**at, turn=here, taken=True),
            rd.PlayFinished(
                **{**at, "side": table.on_turn or side}, turn=here, position=table.position
            ),
            rd.PlayAccepted(**at, turn=here),
            rd.ChoiceAnswered(**at, turn=turn, choice=self.rng.choice(list(HoleChoice))),
            rd.DiceConfirmed(**at, turn=turn),
            rd.ResignationAnswered(**at, turn=here, accepted=True),
            rd.ResultAgreed(**at),
        ]
        if not table.recorded:
            readings.append(rd.Played(**{**at, "side": table.on_turn or side}, turn=here))
            readings.append(self._any_claim(at, here))
        return self.rng.choice(readings)

    def _any_claim(self, at: dict[str, Any], turn: int) -> rd.EndClaimMade:
        ending, left = self.rng.choice(list(Ending)), self.rng.randint(0, 15)
        return rd.EndClaimMade(**at, turn=turn, ending=ending, left=left)
