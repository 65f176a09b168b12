"""Refusals of readings: each is logged and shown to the players (rulings 7 and 9).

Confirmations and corrections by persons carry the values that the person saw. These are compared
with the present values (rulings 11 and 15). If they differ, the order is refused and both are
shown, because the person decided about other values. Boards name a result by its number instead.
"""

from collections.abc import Iterable

from rules import events as ev
from rules.dice import Roll
from rules.errors import ValuesChanged
from rules.games.game import Game
from rules.room import Room, RoomResult
from rules.tables import readings as rd
from rules.tables.state import MatchInPlay, TableState, TurnKey
from rules.text import N_


class Refused(Exception):
    """Raised for a reading that has no effect now; `why` is the reason shown to the players."""

    def __init__(self, why: ev.Refusal) -> None:
        super().__init__(why.value)
        self.why = why


def check_in_progress(table: TableState, key: TurnKey) -> None:
    """Raise Refused unless turn `key` is in progress at the table."""
    if table.current != key:
        own = table.on_turn is key.side
        raise Refused(ev.Refusal.STALE if own else ev.Refusal.NOT_YOUR_TURN)


def check_turn_in_progress(table: TableState, reading: rd.TurnReading) -> None:
    """Raise Refused unless the number in the reading is that of the turn in progress.

    It does not matter which side sent the reading.
    """
    if table.current is None or table.current.turn != reading.turn:
        raise Refused(ev.Refusal.STALE)


def has_opening_throw(state: MatchInPlay, happened: Iterable[ev.Event]) -> bool:
    """Return True if an opening throw of the current game is among these events.

    Equal opening dice count, too, although they begin no game and are thrown again.
    """
    openings = ev.RollThrown | ev.OpeningDecided | ev.OpeningTied
    return not state.game_under_way and any(isinstance(each, openings) for each in happened)


def refusal_of(state: MatchInPlay, reading: rd.AnyReading, why: ev.Refusal) -> ev.Event:
    """Return the event that records a refused reading.

    Its dice are recorded only if the reading is a throw.
    """
    if isinstance(reading, rd.DiceThrown):
        return ev.ThrowVoided(
            game=state.game,
            attempt=state.attempt,
            side=reading.side,
            dice=reading.dice,
            source=reading.source,
            why=why,
        )
    return ev.ReadingRefused(
        game=state.game,
        attempt=state.attempt,
        room=getattr(reading, "room", Room.OPEN),
        side=getattr(reading, "side", None),
        said=type(reading).__name__,
        why=why,
    )


RESULT_CHANGED = {
    Room.OPEN: N_("the open room's result of game %(game)s has changed"),
    Room.CLOSED: N_("the closed room's result of game %(game)s has changed"),
}
ROLL_CHANGED = N_("the dice of this turn have changed")
POSITION_CHANGED = {
    Room.OPEN: N_("the position in the open room has changed"),
    Room.CLOSED: N_("the position in the closed room has changed"),
}


def check_made_from(game: Game, state: MatchInPlay, reading: rd.Reading) -> None:
    """Raise ValuesChanged if a person's reading carries values that differ from the present ones.

    A reading about another attempt, or about a result or roll that does not exist, is not checked.
    """
    if state.attempts.get(reading.game) != reading.attempt:
        return
    match reading:
        case rd.ResultAgreed() if (reading.game, reading.room) in state.results:
            _check_result("result", game, state, reading, reading.seen)
        case rd.CorrectResult() | rd.AdjustScore():
            _check_result("was", game, state, reading, reading.was)
        case rd.CorrectRoll() if reading.game == state.game:
            _check_roll(state, reading)
        case rd.CorrectPosition() if reading.game == state.game and reading.room in state.rooms:
            now = state.table(reading.room).position
            if reading.was != now:
                raise ValuesChanged("was", POSITION_CHANGED[reading.room], reading.was, now)
        case _:
            pass


def _check_result(
    field: str,
    game: Game,
    state: MatchInPlay,
    reading: rd.ResultAgreed | rd.CorrectResult | rd.AdjustScore,
    was: RoomResult | None,
) -> None:
    now = state.results.get((reading.game, reading.room))
    if was != now:
        named = {"game": reading.game, "game_name": game.name}
        raise ValuesChanged(field, RESULT_CHANGED[reading.room], was, now, **named)


def _check_roll(state: MatchInPlay, reading: rd.CorrectRoll) -> None:
    record = state.rolls.get(TurnKey(reading.side, reading.turn))
    if record is None and reading.turn == 1 and state.last_thrown is not None:
        latest = state.rolls[state.last_thrown]
        record = latest if latest.opening else None  # a correction can move it to the other side
    if record is not None and not _same(reading.was, record.dice, ordered=record.opening):
        raise ValuesChanged("was", ROLL_CHANGED, reading.was, record.dice)


def _same(was: Roll | None, now: Roll, *, ordered: bool) -> bool:
    """Return True if the dice are the same two; their order matters only if `ordered` is True."""
    return was is not None and (was == now if ordered else was.same_dice(now))
