"""Readings without effect: logged and told, never silently dropped (rulings 7 and 9)."""

from collections.abc import Iterable

from rules import events as ev
from rules.room import Room
from rules.tables import readings as rd
from rules.tables.state import MatchInPlay, TableState, TurnKey


class Refused(Exception):
    """A reading that may not take effect now; the players are told why."""

    def __init__(self, why: ev.Refusal) -> None:
        super().__init__(why.value)
        self.why = why


def check_in_progress(table: TableState, key: TurnKey) -> None:
    """Raise Refused unless this very turn is in progress at the table."""
    if table.current != key:
        own = table.on_turn is key.side
        raise Refused(ev.Refusal.STALE if own else ev.Refusal.NOT_YOUR_TURN)


def check_turn_in_progress(table: TableState, reading: rd.TurnReading) -> None:
    """Raise Refused unless the reading names the turn in progress, whichever side speaks."""
    if table.current is None or table.current.turn != reading.turn:
        raise Refused(ev.Refusal.STALE)


def begins_game(state: MatchInPlay, happened: Iterable[ev.Event]) -> bool:
    """Whether these begin the game that the match stands before: its opening throw is in them.

    A throw of equal dice begins nothing, and yet it is one.
    """
    openings = ev.RollThrown | ev.OpeningDecided | ev.OpeningTied
    return not state.game_under_way and any(isinstance(each, openings) for each in happened)


def refusal_of(state: MatchInPlay, reading: rd.AnyReading, why: ev.Refusal) -> ev.Event:
    """The event that records a reading without effect; dice are kept only with a void throw."""
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
