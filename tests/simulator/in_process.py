"""Both rooms' boards and the match in one process, without link, clock or disk."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random

from board_drivers.wire import messages as wire
from board_drivers.wire.handshake import Hello
from rules import commands as cmd
from rules import events as ev
from rules.directing.calls import call_decided
from rules.duplicate.machine import begin, follow, handle
from rules.duplicate.state import MatchState
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.room import BoardEvent, Room, RoomResult
from rules.tables.readings import AnyReading
from server.boards.translation.notices import notices_for
from server.boards.translation.readings import NotAReading, SensedPlay, reading_of
from server.boards.translation.table_messages import commands_for
from server.matches.decide import RefuseReading
from server.matches.match_record import MatchRecord
from simulator.dice_supply import DiceSupply, SeededDice
from simulator.display import EXACT, SensorSet
from simulator.people import People, Seating, sensible_players_of
from simulator.sensor_board import SensorBoard
from tests.board_drivers.wire.examples import EXAMPLES
from tests.support.rooms import initial, scheduled
from tests.support.senders import usual_sender

(HELLO,) = (each for each in EXAMPLES if isinstance(each, Hello))


@dataclass
class TwoRooms:
    """A match of two simulated boards; `timing` decides who is heard when, and what is repeated."""

    boards: dict[Room, SensorBoard]
    timing: Random
    state: MatchState
    log: list[ev.Event]
    game: Game
    sensors: SensorSet = EXACT
    numbers: dict[Room, int] = field(default_factory=lambda: dict.fromkeys(Room, 0))
    unheard: dict[Room, deque[tuple[int, wire.BoardMessage]]] = field(
        default_factory=lambda: {room: deque() for room in Room}
    )

    @classmethod
    def seated(
        cls,
        seed: int,
        timing: int,
        dice: DiceSupply | None = None,
        game: Game = BACKGAMMON,
        sensors: SensorSet = EXACT,
        unrecorded: frozenset[Room] = frozenset(),
        seating: Seating | None = None,
        **changes: object,
    ) -> "TwoRooms":
        """Both boards told of game 1; the tables of `unrecorded` record no positions."""
        seating = seating or sensible_players_of(game)
        opened_by, closed_by = (People(seed, room, seating) for room in Room)
        boards = {
            Room.OPEN: SensorBoard(game, opened_by, dice or SeededDice(seed), sensors),
            Room.CLOSED: SensorBoard(game, closed_by, None, sensors),
        }
        start = initial(game, **changes)
        for room in unrecorded:
            start = start.with_table(replace(start.table(room), recorded=False))
        opened = begin(game, start)
        log = list(opened.events)
        two_rooms = cls(boards, Random(timing), opened.state, log, game, sensors)
        for room in Room:
            two_rooms.tell(room, ())
        return two_rooms

    def play(self, most: int = 200_000) -> dict[tuple[int, Room], RoomResult]:
        """Play to the end; AssertionError when everybody waits for somebody else."""
        for _ in range(most):
            if self.state.over:
                return dict(self.state.results)
            self.step()
        raise AssertionError(f"not over after {most} steps: {self.state}")

    def step(self) -> None:
        """Somebody speaks, or the server hears something, or says everything again."""
        room = self.timing.choice(list(Room))
        chance = self.timing.random()
        if chance < 0.1:
            self.tell(room, ())
        elif chance < 0.55:
            self.let_speak(room)
        elif self.unheard[room]:
            self.decide(room, *self.unheard[room].popleft())

    def seat_anew(self, room: Room, seed: int) -> None:
        """Other people with another board take over: what was said last there is lost."""
        table = self.state.table(room)
        people = People(seed, room, sensible_players_of(self.game))
        dice = SeededDice(seed) if room is Room.OPEN else None
        board = self.boards[room] = SensorBoard(self.game, people, dice, self.sensors)
        if table.recorded:
            board.lay(self.state.game, self.state.attempt, table.position)
        self.unheard[room].clear()
        self.tell(room, ())

    def let_speak(self, room: Room) -> None:
        message = self.boards[room].due()
        if message is not None:
            self.boards[room].reported(message, self.report(room, message))

    def report(self, room: Room, message: wire.BoardMessage) -> int:
        self.numbers[room] += 1
        self.unheard[room].append((self.numbers[room], message))
        return self.numbers[room]

    def decide(self, room: Room, number: int, message: wire.BoardMessage) -> None:
        try:
            reading = self.reading(room, number, message)
        except NotAReading:
            return
        events = self.happen(reading)
        if isinstance(message, wire.DiceShown) and not events:
            return  # else the dice would be sent once more, and echoed, for ever
        for receiver in Room:
            causing = number if receiver is room else 0
            self.tell(
                receiver, [n for event in events for n in notices_for(event, receiver, causing)]
            )

    def reading(self, room: Room, number: int, message: wire.BoardMessage) -> AnyReading:
        can = replace(HELLO, capabilities=self.sensors.capabilities)
        hello = replace(can, point_limit=self.sensors.point_limit)
        if isinstance(message, wire.TurnDone) and self.sensors is not EXACT:
            record = MatchRecord(self.game, scheduled(), state=self.state)
            reading = SensedPlay(hello, message, room).reading(record)
            assert not isinstance(reading, RefuseReading), reading
            return reading
        return reading_of(message, room, BoardEvent(room.value, bytes(8), number))

    def direct(self, command: cmd.CallCommand, by: str = "Olena") -> None:
        """Somebody calls the director, or the director holds or lifts."""
        happened = call_decided(self.state.director, command, by)
        decision = follow(self.game, self.state, happened)
        self.state = decision.state
        self.log.extend(decision.events)
        for room in Room:
            self.tell(room, ())

    def order(self, reading: AnyReading) -> None:
        """Something the director says."""
        self.happen(reading)
        for room in Room:
            self.tell(room, ())

    def happen(self, reading: AnyReading) -> tuple[ev.Event, ...]:
        decision = handle(self.game, self.state, reading, usual_sender(reading))
        self.state = decision.state
        self.log.extend(decision.events)
        return decision.events

    def tell(self, room: Room, first: Iterable[wire.ServerMessage]) -> None:
        for command in (*first, *commands_for(self.game, self.state, room)):
            for echo in self.boards[room].hear(command):
                self.report(room, echo)
