"""The decisions of a visitor who replays a game in the closed room, and the opponent's answers.

A SeatedGame is the game so far, a value that never changes; the functions here return the game
after the next decisions. The rules of a duplicate match decide what is possible. The opponent is a
simulated player who decides alike in equal positions, whoever the visitor is.

Visitors play against GNU Backgammon's neural nets (the nets) if these are installed, otherwise
against the simple player by rules of thumb that `plain_player` returns. The nets run in a worker
process of their own. If that process stops, another one is started for the opponent's next
decision.
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
"""A function that returns the opponent for one decision, with the given source of chance."""
LONGEST = 10.0
"""The seconds that GNU Backgammon's nets may take for one of the visitor's requests (our choice).

A slower worker process is killed.
"""
_Answer = TypeVar("_Answer")


class Opponents:
    """The simulated players against whom visitors play; one thread at a time may use it.

    If `with_nets` is True, GNU Backgammon's nets play backgammon as long as their worker process
    answers. Otherwise, and in games other than backgammon, the player that `plain_player` returns
    plays.
    """

    def __init__(self, *, with_nets: bool) -> None:
        self._with_nets = with_nets
        self._nets: GnubgNets | None = None

    def answer(self, game: Game, work: Callable[[PlayerOf], _Answer]) -> _Answer:
        """Call `work` with a function that returns the game's opponent, and return its result.

        If the nets fail, `work` is called again with the player that `plain_player` returns.
        """
        info = INFOS[game.name]
        if self._with_nets and info.nets:
            with suppress(NetsUnavailable):
                return self._by_nets(work)
            self.close()
        return work(partial(plain_player, info))

    def close(self) -> None:
        """End the worker process if there is one; the next `answer` starts another one."""
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
"""The most actions at the table that can follow one of the visitor's decisions.

No game has so many. The limit ends a loop that would never end after a mistake in the program.
"""


class Due(Enum):
    """The decision that the visitor has to make now."""

    OVER = "over"
    THROW = "throw"
    PLAY = "play"
    CHOICE = "choice"
    DOUBLE = "double"
    RESIGNATION = "resignation"


class SeatRefused(Exception):
    """A visitor's decision is not possible now; `why` is the refusal that a board would get."""

    def __init__(self, why: ev.Refusal) -> None:
        super().__init__(why.value)
        self.why = why


@dataclass(frozen=True, slots=True)
class SeatedGame:
    """A game as far as a visitor has replayed it, on `side` at the closed table.

    `recorded` is the game that is replayed. `events` are the events of the replay after its set-up,
    and `state` is the state of the match after them.
    """

    recorded: RecordedGame
    side: Side
    events: tuple[ev.Event, ...]
    state: MatchState

    @classmethod
    def of(
        cls, recorded: RecordedGame, side: Side, events: tuple[ev.Event, ...] = ()
    ) -> "SeatedGame":
        """Return the replay of a recorded game by a visitor on `side`, after these events."""
        return cls(recorded, side, events, fold(recorded.game, recorded.set_up(), events))

    @property
    def game(self) -> Game:
        """The rules of the kind of game that is played."""
        return self.recorded.game

    @property
    def table(self) -> TableState:
        """The state of the closed table."""
        return self.state.closed

    @property
    def due(self) -> Due:
        """The decision that the visitor has to make. Use it only after `followed` has played on."""
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
        """True if the visitor can double now, before the throw."""
        return self.due is Due.THROW and _may_double(self, self.side)

    @property
    def resignations(self) -> tuple[Ending, ...]:
        """The kinds of loss that the visitor can offer now by resigning; empty if none."""
        if self.due not in (Due.THROW, Due.PLAY):
            return ()
        all_on = self.table.position.left(self.side) == CHECKERS
        return tuple(
            each
            for each in RESIGNATIONS
            if each in self.game.endings and (all_on or each is Ending.RESIGNED)
        )

    def named(self) -> dict[str, Any]:
        """Return the fields that every reading of the visitor's present turn has, keyed by name."""
        key = self.table.current
        return self.named_for(self.side, key.turn if key else 1)

    def named_for(self, side: Side, turn: int) -> dict[str, Any]:
        """Return the fields that every reading of that side's turn has, keyed by name."""
        at = {"game": self.state.game, "attempt": self.state.attempt}
        return {**at, "room": Room.CLOSED, "side": side, "turn": turn}

    def after(self, reading: rd.AnyReading) -> "SeatedGame":
        """Return the game after a reading of its table.

        Raises SeatRefused if the rules refuse the reading.
        """
        decision = handle(self.game, self.state, reading, rd.NOBODY)
        for event in decision.events:
            if isinstance(event, ev.ReadingRefused):
                raise SeatRefused(event.why)
        return replace(self, events=(*self.events, *decision.events), state=decision.state)


def begun(recorded: RecordedGame, side: Side, player_of: PlayerOf, name: str) -> SeatedGame:
    """Begin a replay by a visitor on `side`, and play up to the visitor's first decision.

    `player_of` returns the opponent; `name` is explained at `followed`.
    """
    seated = SeatedGame.of(recorded, side)
    for each in Side:
        seated = seated.after(rd.ReadyDeclared(**seated.named_for(each, 1)))
    return followed(seated, player_of, name)


def decided(
    seated: SeatedGame, reading: rd.AnyReading, player_of: PlayerOf, name: str
) -> SeatedGame:
    """Return the game after the visitor's decision, played on up to their next decision.

    `reading` is the decision. `player_of` returns the opponent; `name` is explained at `followed`.
    Raises SeatRefused if the decision is not possible.
    """
    return followed(seated.after(reading), player_of, name, reported=reading)


def followed(
    seated: SeatedGame, player_of: PlayerOf, name: str, reported: rd.AnyReading | None = None
) -> SeatedGame:
    """Play for the opponent until the visitor has to decide, and return the game.

    `player_of` returns the opponent. `name` names the game that is replayed: the opponent's chance
    depends on it and on the turn, so that the opponents of all visitors decide alike. `reported` is
    the visitor's last reading, None for none; if this reading refuses a resignation, the opponent
    does not offer to resign again in the same turn.
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
    """Return the visitor's throw if they may not double and have nothing else to decide.

    Return None otherwise.
    """
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
    """Return the opponent's next action, as a reading, or None if the visitor has to decide now.

    `refused` is True if the visitor has just refused the opponent's resignation.
    """
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
    """What the opponent on `side` decides at one moment of the game, as readings."""

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
