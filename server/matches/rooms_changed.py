"""Which rooms hear of an event, and whose table it changes.

A room's people hear of that room's own events and of what both rooms hear of, so that nothing tells
anybody in one room how the other is getting on.
"""

from collections.abc import Iterable
from datetime import datetime

from rules import events as ev
from rules.room import Room

_BOTH_ROOMS = (
    ev.MatchStarted,
    ev.GameStarted,
    ev.GameVoided,
    ev.GameCancelled,
    ev.MatchShortened,
    ev.MatchClosed,
)
_AT_A_BOARD = (ev.BoardAssigned, ev.BoardMoved, ev.BoardAttached, ev.BoardLost, ev.BoardLetIn)


def rooms_hearing(event: ev.Event) -> tuple[Room, ...]:
    """The rooms that may hear of an event: both, unless it is of one room alone."""
    if isinstance(event, ev.ReadingRefused | ev.TimeRanOut | ev.PlayerLeft | ev.PlayerReturned):
        return (event.room,)
    if isinstance(event, ev.CallEvent):
        return tuple(Room) if event.room is None else (event.room,)
    if isinstance(event, ev.OpenRoomWatched):
        return ()
    return rooms_changed(event) or tuple(Room)


def rooms_changed(event: ev.Event) -> tuple[Room, ...]:
    """The rooms whose table an event changes."""
    match event:
        case ev.ReadingRefused() | ev.TimeRanOut():
            return ()
        case _ if isinstance(event, ev.HoldEvent):
            return tuple(Room) if event.room is None else (event.room,)
        case _ if isinstance(event, _BOTH_ROOMS):
            return tuple(Room)
        case ev.RollReleased():
            return (Room.CLOSED,)
        case _ if isinstance(event, (ev.RoomEvent, *_AT_A_BOARD)):
            return (event.room,)
        case ev.GameEvent():  # whatever else there is about a game is of the dice, thrown there
            return (Room.OPEN,)
        case _:
            return ()


def last_moments(happened: Iterable[ev.Event], moments: Iterable[datetime]) -> dict[Room, datetime]:
    """When something last happened at each table, of events and when each was recorded."""
    times = dict[Room, datetime]()
    for event, at in zip(happened, moments, strict=True):
        times.update(dict.fromkeys(rooms_changed(event), at))
    return times
