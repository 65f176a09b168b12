"""The state of a match: its tables, the dice thrown in this game, the results so far.

Source: rulings 5 to 9, 11 and 15.

A table records positions or does not; the choice is made before its first game. A table without
positions records dice, cube actions and results.

A ResultStanding contains the account that entered a result and the confirmations of the result
(ruling 15). Both players have to confirm a result that was played. A result that an account
entered, corrected, adjusted or cancelled counts at once, but is unconfirmed until both players,
both captains, or an account other than the one that entered it have confirmed it.

The `at_…` functions return the fields that tell where an event belongs: game, table, turn.
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
    """The confirmations of one result of a game in one room.

    `number` counts the results that this attempt has had in this room, from 1; a confirmation names
    the result by this number. `entered_by` is the account that entered, corrected, adjusted or
    cancelled the result, empty if it was played. `by_hand` is True if the first of these results
    was recorded by hand. `players` and `captains` are the sides for which a player or a captain has
    confirmed, `account` is the account that confirmed an entered result.
    """

    number: int
    entered_by: str = ""
    by_hand: bool = False
    players: frozenset[Side] = frozenset()
    captains: frozenset[Side] = frozenset()
    account: str = ""

    @property
    def confirmed(self) -> bool:
        """True if no further confirmation of the result is needed."""
        captains = bool(self.entered_by) and self.captains == _BOTH
        return self.players == _BOTH or captains or bool(self.account)

    @property
    def unconfirmed(self) -> bool:
        """True if the result was entered and is not confirmed yet.

        Until it is confirmed, no captain can sign the match.
        """
        return bool(self.entered_by) and not self.confirmed

    @property
    def settled(self) -> bool:
        """True if the next game can begin, as far as this result is concerned.

        The next game waits for the confirmation of a result that was played, but not of one that
        was entered (ruling 15).
        """
        return bool(self.entered_by) or self.confirmed

    def confirmed_by(self, confirmer: Confirmer, side: Side | None, name: str) -> "ResultStanding":
        """Return the ResultStanding with one more confirmation.

        `confirmer` is the capacity of the person who confirms, `side` the side for which the person
        confirms. `name` is the account that confirms.
        """
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
    """Return the ResultStanding of a new result, which the account `by` enters.

    Nobody has confirmed it. `last` is the ResultStanding of the result that it replaces, None if
    there is none. `by_hand` is True if the game was recorded by hand.
    """
    number, kept = (last.number, last.by_hand) if last else (0, False)
    return ResultStanding(number=number + 1, entered_by=by, by_hand=kept or by_hand)


def played_after(last: ResultStanding | None) -> ResultStanding:
    """Return the ResultStanding of a new result that was played.

    Nobody has confirmed it. `last` is the ResultStanding of an earlier result, None if there is
    none.
    """
    return ResultStanding(number=last.number + 1 if last else 1)


class Phase(Enum):
    """The step that a table has reached in the turn of a side.

    What the table waits for (see Awaited) follows from this step and from holds, resignations and
    claims.
    """

    OPENING = "opening"
    TO_ACT = "to-act"
    DOUBLED = "doubled"
    DECLARED = "declared"
    MOVE = "move"
    QUESTIONED = "questioned"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class TurnKey:
    """A side's turn in the current game; it has the same dice in both rooms (ruling 6)."""

    side: Side
    turn: int


@dataclass(frozen=True, slots=True)
class RollRecord:
    """The dice of one turn, with their source and the flags that lead to their release.

    `board_event` identifies the board's report of the dice, None if they came from the director or
    the seed. If other dice lay in a room and the director let them stand, `in_open` or `in_closed`
    are those dice (ruling 9).
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
        """Return the dice that lay in `room`.

        They are the roll's own dice, unless the director let other dice stand in that room.
        """
        return (self.in_open if room is Room.OPEN else self.in_closed) or self.dice

    def with_dice_of(self, room: Room, dice: Roll) -> "RollRecord":
        """Return the record after the director let `dice` stand, which lay in `room`."""
        other = None if dice.same_dice(self.dice) else dice
        if room is Room.OPEN:
            return replace(self, in_open=other)
        return replace(self, in_closed=other)

    @property
    def differs(self) -> bool:
        """True if the two rooms did not have the same two dice."""
        return not self.in_room(Room.OPEN).same_dice(self.in_room(Room.CLOSED))


@dataclass(frozen=True, slots=True)
class EarlyThrow:
    """Dice thrown at the open table before the opponent's play was finished (ruling 7)."""

    key: TurnKey
    dice: Roll
    source: DiceSource
    board_event: BoardEvent | None = None


@dataclass(frozen=True, slots=True)
class EndClaim:
    """A claim by `side` that the game has ended by `ending`.

    `left` is the number of the loser's checkers not borne off.
    """

    side: Side
    ending: Ending
    left: int


Place = tuple[int, Room]
"""A game's number and a room, which together name a result."""


@dataclass(frozen=True, slots=True)
class TableState:
    """The state of one table in one game.

    `current` is the turn in progress, or the next turn while the table waits for its throw; it is
    None before the opening. `turns` are the numbers of turns that White and Red have begun. Four
    fields show the table at its latest throw: `before` is the position, `thrown_turns` the numbers
    of turns, `thrown_cube` the cube and `count_before` the points at that moment.

    `declared` is True after READY or a taken double of the player on turn (ruling 7c). `resigning`
    is a resignation that waits for an answer, as the side and the ending it offers. `claim` is a
    claim that the game has ended, which waits for an answer. `stopped` is True if the board shows
    wrong dice; readings of the table are then refused.

    `count` is the state of the points in a game that counts points, None before the first throw and
    in other games. `asked` are the plays among which the player on turn has to name one, `askings`
    is the number of such questions in this game. If `recorded` is False, the positions stay those
    of the start and have no meaning.
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
        """The side on turn, None before the opening throw has decided it."""
        return self.current.side if self.current else None

    def turn_of(self, side: Side) -> int:
        """Return the number of turns the side has begun in this game at this table."""
        return self.turns[0] if side is Side.WHITE else self.turns[1]

    def next_key(self) -> TurnKey:
        """Return the turn after the current one, which is the opponent's."""
        assert self.current is not None
        return self.own_next(self.current.side.opponent)

    def own_next(self, side: Side) -> TurnKey:
        """Return the turn that `side` begins next."""
        return TurnKey(side, self.turn_of(side) + 1)

    def with_turn(self, key: TurnKey) -> "TableState":
        """Return the table with `key` as the current turn, counted among the turns of its side."""
        return replace(self, current=key, turns=self.turns_with(key))

    def turns_with(self, key: TurnKey) -> tuple[int, int]:
        """Return the numbers of turns that White and Red have begun, including `key`."""
        white, red = self.turns
        return (key.turn, red) if key.side is Side.WHITE else (white, key.turn)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchInPlay:
    """The state of a match that is played at one table or two.

    `rooms` are the rooms of its tables; `open` is the table at which dice are thrown. `rolls` are
    those of the current attempt at the current game. In a game whose opening dice are not played,
    `starter` is the side that throws first, None before that is decided, and `opening_event`
    identifies the board's report of the throw that decided it. `attempts` has the latest attempt of
    each game begun. `standings` has the ResultStanding of each result in `results`; if a result is
    taken away because its game is played on, its ResultStanding stays. `hand_openings` are the
    opening throws of games recorded by hand. `director` are the calls and holds. `early` are dice
    that were thrown before the opponent's play was finished and that wait until it is (ruling 7).
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
        """The numbers of the games in which this match does not use the cube."""
        return frozenset()

    def cube_limit(self, game: Game, number: int) -> int:
        """Return the highest value of the cube in game `number` of the match, 0 without a cube."""
        return 0 if number in self.games_without_cube else game.senses.cube_limit

    @property
    def game_under_way(self) -> bool:
        """True if the current game has begun and is not over in both rooms (ruling 28).

        A game begins with the first throw that belongs to a turn, counted or not. Equal opening
        dice and players who have set up do not begin it. A game ends when the next game begins or
        the match ends, or when the game is voided.
        """
        return not self.over and (bool(self.rolls) or self.starter is not None)

    def standing(self, room: Room, game: int = 0) -> ResultStanding | None:
        """Return the ResultStanding of a room's result in a game, 0 being the current game.

        Return None if there is no result.
        """
        place = game or self.game, room
        return self.standings[place] if place in self.results else None

    def settled(self, room: Room) -> bool:
        """Return True if the current game is over in that room and the next can begin.

        The game in the other room is not considered.
        """
        standing = self.standing(room)
        return standing is not None and standing.settled

    @property
    def unconfirmed(self) -> tuple[Place, ...]:
        """The entered results that are not confirmed yet, each as its game and room, in order."""
        waiting = (place for place in self.results if self.standings[place].unconfirmed)
        return tuple(sorted(waiting, key=lambda place: (place[0], place[1] is Room.CLOSED)))

    def held(self, room: Room) -> bool:
        """Return True if that room's table is held (ruling 31).

        No roll is released to a held table, and readings from its players are refused.
        """
        return bool(self.director.holds) and self.director.held(room)

    def stands(self, room: Room) -> bool:
        """Return True if a call or a hold stops the clocks at that room's table (ruling 30)."""
        return room in self.director.calls or self.held(room)

    def table(self, room: Room) -> TableState:
        """Return the table in that room, which must be one of `rooms`."""
        assert room is Room.OPEN
        return self.open

    def with_table(self, table: TableState) -> Self:
        """Return the match with this table in place of the one in the same room."""
        return replace(self, open=table)

    def with_roll(self, key: TurnKey, record: RollRecord) -> Self:
        """Return the match with one turn's dice added or replaced."""
        return replace(self, rolls=self.rolls_with(key, record))

    def rolls_with(self, key: TurnKey, record: RollRecord) -> Mapping[TurnKey, RollRecord]:
        """Return the current game's rolls with one turn's dice added or replaced."""
        return {**self.rolls, key: record}


AnyMatch = TypeVar("AnyMatch", bound=MatchInPlay)
"""The state of a match of one kind: a function that takes one kind returns the same kind."""


def may_be_set(state: MatchInPlay, room: Room) -> bool:
    """Return True if it can still be chosen whether the room's table records positions.

    That is so until the table begins the match: with the first throw that belongs to a turn, with
    the first READY in the closed room, or with an entered result. Equal opening dice and refused
    readings do not begin it.
    """
    table = state.table(room)
    first = (state.game, state.attempt) in ((0, 0), (1, 1))
    return first and table.phase is Phase.OPENING and not table.players_set


def at_game(state: MatchInPlay) -> dict[str, Any]:
    """Return the fields `game` and `attempt` of the current game."""
    return {"game": state.game, "attempt": state.attempt}


def at_roll(state: MatchInPlay, key: TurnKey) -> dict[str, Any]:
    """Return the fields `game`, `attempt`, `side` and `turn` for the dice of turn `key`."""
    return {**at_game(state), "side": key.side, "turn": key.turn}


def at_table(state: MatchInPlay, room: Room) -> dict[str, Any]:
    """Return the fields `game`, `attempt` and `room` of an event at the table in `room`."""
    return {**at_game(state), "room": room}


def at_turn(state: MatchInPlay, room: Room, key: TurnKey) -> dict[str, Any]:
    """Return the fields of an event in turn `key` at the table in `room`.

    The fields are `game`, `attempt`, `room`, `side` and `turn`.
    """
    return {**at_table(state, room), "side": key.side, "turn": key.turn}
