"""The state of a match: its tables, the dice thrown in this game, the results so far.

Source: rulings 5 to 9, 11 and 15.

A table's positions are recorded or not, by a setting from before its first game. A table without
positions keeps dice, cube actions and results (ours; play on a real set).

A ResultStanding has the account that entered a room's result and its confirmations.

Source: ruling 15. A result that was played out needs the confirmation of both players. One that an
account entered, corrected, adjusted or cancelled counts at once but is unconfirmed until both
players, both captains, or an account other than the one that entered it have confirmed it.

The `at_…` functions return the fields that place an event: game, table, turn.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, ClassVar, Self, TypeVar

from rules.dice import Cube, DiceSource, Roll
from rules.events import Confirmer
from rules.games.game import CountedTable, Game
from rules.position import Play, Position, Side
from rules.room import BoardEvent, Ending, Room, RoomResult
from rules.tables.calls_and_holds import NOTHING_CALLED, CallsAndHolds

_BOTH = frozenset(Side)


@dataclass(frozen=True, slots=True)
class ResultStanding:
    """The standing of one result of a game in one room.

    `number` counts the results this attempt at the game has had there, from 1, so that a
    confirmation names the one it means. `entered_by` is the account that entered, corrected,
    adjusted or cancelled it, empty if it was played out. `by_hand`: the first of them was kept
    by hand. `players` and `captains` are the sides for which each has confirmed, `account` the one
    that confirmed an entered result.
    """

    number: int
    entered_by: str = ""
    by_hand: bool = False
    players: frozenset[Side] = frozenset()
    captains: frozenset[Side] = frozenset()
    account: str = ""

    @property
    def confirmed(self) -> bool:
        """True if nobody has to confirm the result any more."""
        captains = bool(self.entered_by) and self.captains == _BOTH
        return self.players == _BOTH or captains or bool(self.account)

    @property
    def unconfirmed(self) -> bool:
        """True if the result was entered and is not confirmed; no captain can sign before that."""
        return bool(self.entered_by) and not self.confirmed

    @property
    def settled(self) -> bool:
        """True if the next game may begin: an entered result is not waited for (ruling 15)."""
        return bool(self.entered_by) or self.confirmed

    def confirmed_by(self, confirmer: Confirmer, side: Side | None, name: str) -> "ResultStanding":
        """Return the standing with that confirmation."""
        match confirmer:
            case Confirmer.CAPTAIN if side is not None:
                return replace(self, captains=self.captains | {side})
            case Confirmer.ACCOUNT if self.entered_by:
                return replace(self, account=name)
            case _ if side is not None:
                return replace(self, players=self.players | {side})
            case _:
                return self


def entered_after(last: ResultStanding | None, by: str, *, by_hand: bool = False) -> ResultStanding:
    """Return the standing of a result that `by` enters in place of the last one, if any."""
    number, kept = (last.number, last.by_hand) if last else (0, False)
    return ResultStanding(number=number + 1, entered_by=by, by_hand=kept or by_hand)


def played_after(last: ResultStanding | None) -> ResultStanding:
    """Return the standing of a result that was played out."""
    return ResultStanding(number=last.number + 1 if last else 1)


class Phase(Enum):
    """Phase of a table in a game, by what it waits for."""

    OPENING = "opening"
    TO_ACT = "to-act"
    DOUBLED = "doubled"
    DECLARED = "declared"
    MOVE = "move"
    QUESTIONED = "questioned"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class TurnKey:
    """One side's turn of the current game: the same dice in both rooms (ruling 6)."""

    side: Side
    turn: int


@dataclass(frozen=True, slots=True)
class RollRecord:
    """The dice of one turn and their progress towards the closed room.

    `board_event` is the board's event that holds them, None if the director or the seed gave them.
    `in_open` and `in_closed` are other dice that lay in that room and are kept (ruling 9).
    """

    dice: Roll
    source: DiceSource
    opening: bool = False
    tail: bool = False
    counted: bool = False
    released: bool = False
    board_event: BoardEvent | None = None
    in_open: Roll | None = None
    in_closed: Roll | None = None

    def in_room(self, room: Room) -> Roll:
        """Return the dice that lay in that room, as far as is known."""
        return (self.in_open if room is Room.OPEN else self.in_closed) or self.dice

    def with_dice_of(self, room: Room, dice: Roll) -> "RollRecord":
        """Return the roll with these dice in that room."""
        other = None if dice.same_dice(self.dice) else dice
        if room is Room.OPEN:
            return replace(self, in_open=other)
        return replace(self, in_closed=other)

    @property
    def differs(self) -> bool:
        """True if the rooms' dice are not the same two."""
        return not self.in_room(Room.OPEN).same_dice(self.in_room(Room.CLOSED))


@dataclass(frozen=True, slots=True)
class EarlyThrow:
    """Dice thrown at the open table before the play before them was finished (ruling 7)."""

    key: TurnKey
    dice: Roll
    source: DiceSource
    board_event: BoardEvent | None = None


@dataclass(frozen=True, slots=True)
class EndClaim:
    """A claim by `side` of how the game ended, `left` of the loser's checkers not borne off."""

    side: Side
    ending: Ending
    left: int


Place = tuple[int, Room]
"""A game in one room."""


@dataclass(frozen=True, slots=True)
class TableState:
    """One table in one game.

    `current` is the turn in progress, or the next one while the table waits for its throw; None
    before the opening. `turns` counts the turns White and Red have begun. `before` is the position
    the latest throw found, `thrown_turns` the turns then. `declared`: the player on turn has
    declared READY or had a double taken (ruling 7c). `resigning`: an offer is open. `claim` is an
    end that waits for the opponent's answer. Unless the table is `recorded` its positions remain
    those of the start and mean nothing. `thrown_cube` is the cube the latest throw found.
    `stopped`: the board shows other dice than it was given, and no reading of this table has
    effect. In a game that counts points `count` is that game's own table, `count_before` as it was
    when the latest dice were thrown; None before the first throw and in other games. `asked` are
    the plays from which the player on turn has to name one, `askings` the number of such questions
    in this game.
    """

    room: Room
    position: Position
    before: Position
    phase: Phase = Phase.OPENING
    current: TurnKey | None = None
    turns: tuple[int, int] = (0, 0)
    thrown_turns: tuple[int, int] = (0, 0)
    cube: Cube = field(default_factory=Cube)
    thrown_cube: Cube = field(default_factory=Cube)
    players_set: frozenset[Side] = frozenset()
    declared: bool = False
    resigning: tuple[Side, Ending] | None = None
    claim: EndClaim | None = None
    result: RoomResult | None = None
    stopped: bool = False
    count: CountedTable | None = None
    count_before: CountedTable | None = None
    asked: tuple[Play, ...] = ()
    askings: int = 0
    recorded: bool = True

    @property
    def answer_pending(self) -> bool:
        """True if a resignation, or a claim of the game's end, waits for the opponent's answer."""
        return self.resigning is not None or self.claim is not None

    @property
    def on_turn(self) -> Side | None:
        """The side whose turn it is, None before the opening is decided."""
        return self.current.side if self.current else None

    def turn_of(self, side: Side) -> int:
        """Return the number of turns the side has begun in this game at this table."""
        return self.turns[0] if side is Side.WHITE else self.turns[1]

    def next_key(self) -> TurnKey:
        """Return the turn after the current one: the opponent's next own number."""
        assert self.current is not None
        return self.own_next(self.current.side.opponent)

    def own_next(self, side: Side) -> TurnKey:
        """Return a side's next own turn."""
        return TurnKey(side, self.turn_of(side) + 1)

    def with_turn(self, key: TurnKey) -> "TableState":
        """Return the table with this turn current and counted for its side."""
        return replace(self, current=key, turns=self.turns_with(key))

    def turns_with(self, key: TurnKey) -> tuple[int, int]:
        """Return the turns White and Red have begun once this one has."""
        white, red = self.turns
        return (key.turn, red) if key.side is Side.WHITE else (white, key.turn)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchInPlay:
    """A match of one table or two; `rooms` are those of its tables.

    `open` is the table where dice are thrown. `rolls` are those of the current game and attempt
    only. `starter` throws first in a game whose opening throw is not played, once that is decided
    by the dice of the board's event `opening_event`. `attempts` has the latest attempt at each game
    begun. `standings` are those of `results`, with the last one of a room whose game goes on after
    all. `hand_openings` are the opening throws of games kept by hand. `director` are the calls and
    holds. `early` is a throw that waits for the end of the play before it.
    """

    rooms: ClassVar[tuple[Room, ...]] = (Room.OPEN,)

    game: int
    attempt: int
    open: TableState
    rolls: Mapping[TurnKey, RollRecord] = field(default_factory=dict)
    last_thrown: TurnKey | None = None
    starter: Side | None = None
    opening_event: BoardEvent | None = None
    results: Mapping[Place, RoomResult] = field(default_factory=dict)
    standings: Mapping[Place, ResultStanding] = field(default_factory=dict)
    hand_openings: Mapping[int, Roll] = field(default_factory=dict)
    attempts: Mapping[int, int] = field(default_factory=dict)
    over: bool = False
    director: CallsAndHolds = NOTHING_CALLED
    early: EarlyThrow | None = None

    @property
    def games_without_cube(self) -> frozenset[int]:
        """The numbers of games that this match plays without the cube their game has."""
        return frozenset()

    def cube_limit(self, game: Game, number: int) -> int:
        """Return the cube's highest value in game `number` of the match, 0 if it has no cube."""
        return 0 if number in self.games_without_cube else game.senses.cube_limit

    @property
    def game_under_way(self) -> bool:
        """True if the current game has been thrown in and is not over in both rooms (ruling 28).

        It begins with the first throw that belongs to a turn, counted or not; equal opening throws
        and players who are set do not begin it. It ends with the results that open the next game or
        end the match, or with the order that voids it: the next attempt has not been thrown.
        """
        return not self.over and (bool(self.rolls) or self.starter is not None)

    def standing(self, room: Room, game: int = 0) -> ResultStanding | None:
        """Return the standing of that room's result of a game, the current one by default."""
        place = game or self.game, room
        return self.standings[place] if place in self.results else None

    def settled(self, room: Room) -> bool:
        """Return True if that room's game is over, and the next one does not wait for it."""
        standing = self.standing(room)
        return standing is not None and standing.settled

    @property
    def unconfirmed(self) -> tuple[Place, ...]:
        """Results that were entered and wait for their confirmation, by game and room."""
        waiting = (place for place in self.results if self.standings[place].unconfirmed)
        return tuple(sorted(waiting, key=lambda place: (place[0], place[1] is Room.CLOSED)))

    def held(self, room: Room) -> bool:
        """Return True if that room's table is held (ruling 31).

        Nothing is released to it, nothing its players do counts.
        """
        return bool(self.director.holds) and self.director.held(room)

    def stands(self, room: Room) -> bool:
        """Return True if no clock runs at that table: director called, or held (ruling 30)."""
        return room in self.director.calls or self.held(room)

    def table(self, room: Room) -> TableState:
        """Return the table in that room, which is one of `rooms`."""
        assert room is Room.OPEN
        return self.open

    def with_table(self, table: TableState) -> Self:
        """Return the match with one table replaced."""
        return replace(self, open=table)

    def with_roll(self, key: TurnKey, record: RollRecord) -> Self:
        """Return the match with one turn's dice added or replaced."""
        return replace(self, rolls=self.rolls_with(key, record))

    def rolls_with(self, key: TurnKey, record: RollRecord) -> Mapping[TurnKey, RollRecord]:
        """Return the current game's rolls with one turn's dice added or replaced."""
        return {**self.rolls, key: record}


AnyMatch = TypeVar("AnyMatch", bound=MatchInPlay)
"""The state of one kind of match, which stays of its kind."""


def may_be_set(state: MatchInPlay, room: Room) -> bool:
    """Return True if the room's table has begun nothing of the match yet.

    It begins with the first throw that belongs to a turn, in the closed room with the first READY,
    and with a result that was entered. Equal opening dice and refused readings do not begin it.
    """
    table = state.table(room)
    first = (state.game, state.attempt) in ((0, 0), (1, 1))
    return first and table.phase is Phase.OPENING and not table.players_set


def at_game(state: MatchInPlay) -> dict[str, Any]:
    """Return game and attempt of the current game."""
    return {"game": state.game, "attempt": state.attempt}


def at_roll(state: MatchInPlay, key: TurnKey) -> dict[str, Any]:
    """Return game and attempt of the current game, with the turn of the dice meant."""
    return {**at_game(state), "side": key.side, "turn": key.turn}


def at_table(state: MatchInPlay, room: Room) -> dict[str, Any]:
    """Return the current game at one table."""
    return {**at_game(state), "room": room}


def at_turn(state: MatchInPlay, room: Room, key: TurnKey) -> dict[str, Any]:
    """Return one side's turn of the current game at one table."""
    return {**at_table(state, room), "side": key.side, "turn": key.turn}
