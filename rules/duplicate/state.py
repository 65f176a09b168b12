"""The state of a duplicate match: two tables, the rolls they share, the results so far.

The state is computed from the events in the same way in a live match, after a restart and in a
replay. Source: rulings 5 to 9, 11 and 15.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from rules import events as ev
from rules.duplicate.seed_dice import joined
from rules.games.game import Game
from rules.position import Side
from rules.room import Room
from rules.tables import fold as any_match
from rules.tables.fold import fresh_table, thrown
from rules.tables.state import MatchInPlay, Phase, RollRecord, TableState, TurnKey


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState(MatchInPlay):
    """The state of a match of `games` games in each of its two rooms.

    `rest_chosen` are the sides of the open room that have chosen to have the rest of this game's
    tail drawn; `rest_drawn` is True if both have (ruling 8). `earlier` are the rolls of the games
    before the current one, by game and turn.
    """

    rooms: ClassVar[tuple[Room, ...]] = tuple(Room)

    games: int
    max_lead: int
    tail_drawn: bool
    seed: bytes
    closed: TableState
    rest_chosen: frozenset[Side] = frozenset()
    rest_drawn: bool = False
    earlier: Mapping[int, Mapping[TurnKey, RollRecord]] = field(default_factory=dict)

    def rolls_of(self, game: int) -> Mapping[TurnKey, RollRecord]:
        """Return the rolls of the latest attempt at a game.

        Return no rolls if the game was recorded by hand.
        """
        return self.earlier.get(game, self.rolls if game == self.game else {})

    def result_is_known(self, game: int) -> bool:
        """Return True if players can know a result of the game: it is over in at least one room.

        Source: ruling 9.
        """
        return any((game, room) in self.results for room in Room)

    def table(self, room: Room) -> TableState:
        """Return the table in that room."""
        return self.open if room is Room.OPEN else self.closed

    def with_table(self, table: TableState) -> "MatchState":
        """Return the match with this table in place of the one in the same room."""
        if table.room is Room.OPEN:
            return replace(self, open=table)
        return replace(self, closed=table)


def new_match(
    game: Game,
    scheduled: ev.MatchScheduled,
    started: ev.MatchStarted,
    unrecorded: frozenset[Room] = frozenset(),
) -> MatchState:
    """Return the state of a match that has just started, before its first GameStarted.

    `scheduled` and `started` are the events by which it was set up and started. Tables in the rooms
    of `unrecorded` do not record positions.
    """
    return MatchState(
        games=scheduled.games,
        max_lead=scheduled.max_lead,
        tail_drawn=scheduled.tail_drawn,
        seed=joined(started.seed, started.words),
        game=0,
        attempt=0,
        open=fresh_table(game, Room.OPEN, recorded=Room.OPEN not in unrecorded),
        closed=fresh_table(game, Room.CLOSED, recorded=Room.CLOSED not in unrecorded),
    )


def fold(game: Game, state: MatchState, happened: Iterable[ev.Event]) -> MatchState:
    """Return the state after all of these events."""
    for event in happened:
        state = apply(game, state, event)
    return state


def apply(game: Game, state: MatchState, event: ev.Event) -> MatchState:
    """Return the state after one event. Events that do not concern the tables change nothing."""
    match event:
        case ev.RollReleased():
            key = TurnKey(event.side, event.turn)
            rolls = state.rolls_with(key, replace(state.rolls[key], released=True))
            return replace(state, rolls=rolls, closed=thrown(game, state.closed, key, event.dice))
        case ev.MatchShortened():
            return _shortened(game, state, event.games)
        case ev.TailDrawSet():
            rest_drawn = state.rest_drawn and event.drawn
            state = replace(state, tail_drawn=event.drawn, rest_drawn=rest_drawn)
            return replace(state, rest_chosen=frozenset())
        case ev.RestChosen():
            return replace(state, rest_chosen=state.rest_chosen | {event.side})
        case ev.RestChoiceWithdrawn():
            return replace(state, rest_chosen=state.rest_chosen - {event.side})
        case ev.RestDrawn():
            return replace(state, rest_drawn=True)
        case ev.RollStands():
            return _with_dice_of(state, event)
        case ev.GameStarted() | ev.TurnReopened():
            state = replace(state, rest_chosen=frozenset(), rest_drawn=False)
            if isinstance(event, ev.GameStarted):
                state = _with_rolls_kept(state, event)
            else:
                state = _played_as_keyed(state, TurnKey(event.side, event.turn))
            return any_match.apply(game, state, event)
        case _:
            return any_match.apply(game, state, event)


def _with_dice_of(state: MatchState, event: ev.RollStands) -> MatchState:
    """Return the state after the director let a roll stand, with the dice that lay in one room.

    Other dice than those of the roll had lain on the table in the event's room, and the game goes
    on with them (ruling 9). The roll can be of an earlier game.
    """
    rolls, key = state.rolls_of(event.game), TurnKey(event.side, event.turn)
    record = rolls[key].with_dice_of(event.room, event.dice)
    if event.game not in state.earlier:
        return state.with_roll(key, record)
    of_game = {**rolls, key: record}
    return replace(state, earlier={**state.earlier, event.game: of_game})


def _with_rolls_kept(state: MatchState, begins: ev.GameStarted) -> MatchState:
    """Return the state with the rolls of the current game stored in `earlier`.

    `begins` is the event that starts the next game. If it starts a new attempt at the current game,
    the rolls are not stored.
    """
    if begins.game == state.game or not state.rolls:
        return state
    return replace(state, earlier={**state.earlier, state.game: state.rolls})


def _played_as_keyed(state: MatchState, key: TurnKey) -> MatchState:
    """Return the state in which the open room plays turn `key` again with the dice keyed in.

    If other dice were recorded as those that really lay on the open table, this record is removed.
    """
    return state.with_roll(key, replace(state.rolls[key], in_open=None))


def _shortened(game: Game, state: MatchState, games: int) -> MatchState:
    """Return the state with only `games` games.

    If a later game had begun already, the last game that remains is the current one again.
    """
    state = replace(state, games=games)
    if state.game <= games:
        return state
    state = replace(
        state,
        game=games,
        attempt=state.attempts[games],
        attempts={known: each for known, each in state.attempts.items() if known <= games},
        results={place: each for place, each in state.results.items() if place[0] <= games},
        standings={place: each for place, each in state.standings.items() if place[0] <= games},
        hand_openings={
            known: dice for known, dice in state.hand_openings.items() if known <= games
        },
        rolls={},
        earlier={known: each for known, each in state.earlier.items() if known <= games},
        last_thrown=None,
        starter=None,
        opening_event=None,
        early=None,
    )
    for room in Room:
        table = fresh_table(game, room, recorded=state.table(room).recorded)
        result = state.results[games, room]
        state = state.with_table(replace(table, phase=Phase.FINISHED, result=result))
    return state
