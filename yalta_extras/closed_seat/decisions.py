"""Decisions of a visitor in the closed room's seat, and the opponent's answers to them.

All are functions of values: the rules of the duplicate match decide, the opponent's answers come
from a player who gives equal answers to equal questions.

Visitors play against GNU Backgammon's nets if they are installed, else against a player of plain
judgement. The nets answer in their own worker process; one that stops is started anew with the next
game.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from random import Random
from threading import Timer
from typing import Any, TypeVar

from players.gnubg_nets import GnubgNets, NetsUnavailable
from players.gnubg_player import GnubgPlayer
from players.player import Player, plain_player
from rules import events as ev
from rules.duplicate.closed_seat import RecordedGame
from rules.duplicate.machine import handle
from rules.duplicate.state import MatchState, fold
from rules.games.game import Game, HoleChoice
from rules.games.known_games import INFOS
from rules.position import CHECKERS, Position, Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from rules.tables.cube_actions import RESIGNATIONS
from rules.tables.state import Phase, TableState

PlayerOf = Callable[[Random], Player]
"""Factory of the opponent for one question, with that source of chance."""
LONGEST = 10.0
"""Seconds the nets may think about one decision; a worker that takes longer is ended."""
_Answer = TypeVar("_Answer")


class Opponents:
    """The players who answer visitors; only one thread at a time may ask.

    `with_nets`: GNU Backgammon's nets play backgammon as long as their worker process answers.
    """

    def __init__(self, *, with_nets: bool) -> None:
        self._with_nets = with_nets
        self._nets: GnubgNets | None = None

    def answer(self, game: Game, work: Callable[[PlayerOf], _Answer]) -> _Answer:
        """Return the result of work with that game's opponent; repeated if the nets fail."""
        info = INFOS[game.name]
        if self._with_nets and info.nets:
            with suppress(NetsUnavailable):
                return self._by_nets(work)
            self.close()
        return work(partial(plain_player, info))

    def close(self) -> None:
        """End the worker process, if there is one; the next question starts another."""
        if self._nets is not None:
            self._nets.kill()
            self._nets = None

    def _by_nets(self, work: Callable[[PlayerOf], _Answer]) -> _Answer:
        nets = self._nets = self._nets or GnubgNets()
        limit = Timer(LONGEST, nets.kill)
        limit.daemon = True
        limit.start()
        try:
            return work(lambda rng: GnubgPlayer(nets, rng))
        finally:
            limit.cancel()


_MOST_STEPS = 2_000
"""A limit on readings between two of one side's; no game has so many, but a loop would."""


class Due(Enum):
    """The decision that the visitor has to make."""

    OVER = "over"
    THROW = "throw"
    PLAY = "play"
    CHOICE = "choice"
    DOUBLE = "double"
    RESIGNATION = "resignation"


class SeatRefused(Exception):
    """A visitor's decision is not possible now; `why` is the reason as boards get it."""

    def __init__(self, why: ev.Refusal) -> None:
        super().__init__(why.value)
        self.why = why


@dataclass(frozen=True, slots=True)
class SeatedGame:
    """A game as far as it has been played from the seat; `events` begin after its set-up."""

    recorded: RecordedGame
    side: Side
    events: tuple[ev.Event, ...]
    state: MatchState

    @classmethod
    def of(
        cls, recorded: RecordedGame, side: Side, events: tuple[ev.Event, ...] = ()
    ) -> "SeatedGame":
        """Return the game after these events."""
        return cls(recorded, side, events, fold(recorded.game, recorded.set_up(), events))

    @property
    def game(self) -> Game:
        """The game's rules."""
        return self.recorded.game

    @property
    def table(self) -> TableState:
        """The closed table."""
        return self.state.closed

    @property
    def due(self) -> Due:
        """The visitor's current decision; valid once the opponent has acted."""
        table = self.table
        if table.result is not None:
            return Due.OVER
        if table.resigning is not None:
            return Due.RESIGNATION
        if table.phase is Phase.DOUBLED:
            return Due.DOUBLE
        if table.phase is Phase.MOVE:
            choice = table.count is not None and table.count.awaits_choice
            return Due.CHOICE if choice else Due.PLAY
        return Due.THROW

    @property
    def may_double(self) -> bool:
        """True if the visitor may offer the cube before the throw."""
        return self.due is Due.THROW and _may_double(self, self.side)

    @property
    def resignations(self) -> tuple[Ending, ...]:
        """The losses that the visitor may offer now."""
        if self.due not in (Due.THROW, Due.PLAY):
            return ()
        all_on = self.table.position.left(self.side) == CHECKERS
        return tuple(
            each
            for each in RESIGNATIONS
            if each in self.game.endings and (all_on or each is Ending.RESIGNED)
        )

    def named(self) -> dict[str, Any]:
        """Return the fields common to every reading of the visitor's current turn."""
        key = self.table.current
        return self.named_for(self.side, key.turn if key else 1)

    def named_for(self, side: Side, turn: int) -> dict[str, Any]:
        """Return the fields common to every reading of a side's turn."""
        at = {"game": self.state.game, "attempt": self.state.attempt}
        return {**at, "room": Room.CLOSED, "side": side, "turn": turn}

    def after(self, reading: rd.AnyReading) -> "SeatedGame":
        """Return the game after a reading; raises SeatRefused if it has no effect."""
        decision = handle(self.game, self.state, reading, rd.NOBODY)
        for event in decision.events:
            if isinstance(event, ev.ReadingRefused):
                raise SeatRefused(event.why)
        return replace(self, events=(*self.events, *decision.events), state=decision.state)


def begun(recorded: RecordedGame, side: Side, player_of: PlayerOf, name: str) -> SeatedGame:
    """Return the game after its opening throw, up to the visitor's first decision.

    `name` as in `followed`.
    """
    seated = SeatedGame.of(recorded, side)
    for each in Side:
        seated = seated.after(rd.ReadyDeclared(**seated.named_for(each, 1)))
    return followed(seated, player_of, name)


def decided(
    seated: SeatedGame, reading: rd.AnyReading, player_of: PlayerOf, name: str
) -> SeatedGame:
    """Return the game after the visitor's decision, up to their next one.

    `name` as in `followed`; raises SeatRefused.
    """
    return followed(seated.after(reading), player_of, name, reported=reading)


def followed(
    seated: SeatedGame, player_of: PlayerOf, name: str, reported: rd.AnyReading | None = None
) -> SeatedGame:
    """Return the game after all of the opponent's actions, up to the visitor's next decision.

    `name` is the game's: at the same turn of it every visitor's opponent judges with the same
    chance. A resignation that was refused is not offered again in that turn.
    """
    refused = isinstance(reported, rd.ResignationAnswered) and not reported.accepted
    for _ in range(_MOST_STEPS):
        reading = _opponent_says(seated, player_of, name, refused) or _goes_by_itself(seated)
        if reading is None:
            return seated
        seated = seated.after(reading)
        refused = refused and not isinstance(reading, rd.PlayFinished)
    raise AssertionError("the opponent goes on for ever")


def _goes_by_itself(seated: SeatedGame) -> rd.AnyReading | None:
    """Return the throw of a visitor who may not double and has nothing else to decide."""
    if seated.due is Due.THROW and not _may_double(seated, seated.side):
        return rd.ReadyDeclared(**seated.named())
    return None


def _may_double(seated: SeatedGame, side: Side) -> bool:
    limit = seated.state.cube_limit(seated.game, seated.state.game)
    cube, declared = seated.table.cube, seated.table.declared
    return not declared and cube.may_double(side) and cube.proposed <= limit


def _opponent_says(
    seated: SeatedGame, player_of: PlayerOf, name: str, refused: bool
) -> rd.AnyReading | None:
    """Return the opponent's next reading, None if the visitor has to decide."""
    table, side = seated.table, seated.side.opponent
    key = table.current
    if table.result is not None or key is None:
        return None
    asked = _Asked(seated, side, player_of, name)
    if table.resigning is not None:
        return None if table.resigning[0] is side else asked.answers(table.resigning[1])
    if table.phase is Phase.DOUBLED:
        return None if key.side is side else asked.takes()
    if key.side is not side:
        return None
    if table.phase is Phase.MOVE:
        return asked.plays()
    return asked.before_throw(refused)


@dataclass(frozen=True, slots=True)
class _Asked:
    """The opponent's answers at one moment of the game."""

    seated: SeatedGame
    side: Side
    player_of: PlayerOf
    name: str

    def answers(self, offered: Ending) -> rd.AnyReading:
        accepted = self._player("accept").accepts(self._position, self.side, offered)
        return rd.ResignationAnswered(**self._named, accepted=accepted)

    def takes(self) -> rd.AnyReading:
        taken = self._player("take").takes(self._position, self.side, self.seated.table.cube)
        return rd.DoubleAnswered(**self._named, taken=taken)

    def before_throw(self, refused: bool) -> rd.AnyReading:
        cube = self.seated.table.cube
        offered = self._player("resign").resigns(self._position, self.side, cube)
        if offered in self.seated.game.endings and not refused and self._may_lose(offered):
            return rd.ResignationMade(**self._named, ending=offered)
        if _may_double(self.seated, self.side):
            player = self._player("double")
            if player.wants_to_double(self._position, self.side, cube):
                return rd.Doubled(**self._named)
        return rd.ReadyDeclared(**self._named)

    def plays(self) -> rd.AnyReading:
        table, game = self.seated.table, self.seated.game
        key = table.current
        assert key is not None
        count = table.count
        if count is not None and count.awaits_choice:
            points = count.score(self.side).points
            if not self._player("hold").holds(self._position, self.side, points):
                return rd.ChoiceAnswered(**self._named, choice=HoleChoice.GO)
        dice = self.seated.state.rolls[key].dice
        play = self._player("play").choose_play(self._position, self.side, dice, key.turn)
        after = game.apply(self._position, self.side, play)
        return rd.PlayFinished(**self._named, position=after)

    def _may_lose(self, offered: Ending) -> bool:
        single = offered is Ending.RESIGNED
        return single or self._position.left(self.side) == CHECKERS

    @property
    def _position(self) -> Position:
        return self.seated.table.position

    @property
    def _named(self) -> dict[str, Any]:
        key = self.seated.table.current
        assert key is not None
        return self.seated.named_for(self.side, key.turn)

    def _player(self, question: str) -> Player:
        key = self.seated.table.current
        assert key is not None
        at = f"{self.name}/{key.side.value}/{key.turn}/{question}"
        return self.player_of(Random(at))
