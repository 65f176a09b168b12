"""A table's call for the director and what holds it, in words (ruling 31)."""

from dataclasses import dataclass
from datetime import datetime

from rules import events as ev
from rules.events import CallReason, HoldScope
from rules.room import Room
from rules.text import N_
from server.console.match_view import RoomView
from server.console.sentences import since_words
from server.words.match_sentences import CALLED_FOR, HELD
from server.words.translation import Words

_HELD_ROOMS = {
    Room.OPEN: N_("all tables of the open room"),
    Room.CLOSED: N_("all tables of the closed room"),
}


@dataclass(frozen=True, slots=True)
class HoldLine:
    """What is held and why, `reason` empty where that is not to be said here.

    `scope` and `room` name it to forms; `own`: it is the match's own to lift.
    """

    text: str
    reason: str
    scope: str
    room: str
    own: bool


@dataclass(frozen=True, slots=True)
class CallPanel:
    """A table's call in words, empty where none stands, and its holds; `coming` takes the call.

    `taken_by` is the id of who has taken it, as a form names it.
    """

    call: str
    since: str
    coming: str
    taken_by: str
    holds: tuple[HoldLine, ...]


def call_panel(room: RoomView, words: Words, now: datetime) -> CallPanel:
    """The call and the holds of a room's table as the visitor's view has them."""
    call = room.call
    return CallPanel(
        call=called_for(call.called.reason, words) if call is not None else "",
        since=since_words(words, room.called, now),
        coming=room.coming,
        taken_by=call.coming if call is not None else "",
        holds=tuple(hold_line(each, words) for each in room.holds),
    )


def called_for(reason: CallReason, words: Words) -> str:
    """That the director was called, and what for as far as the table has said it."""
    if reason is CallReason.NONE:
        return words.gettext("The director was called")
    reason_words = words.gettext(CALLED_FOR[reason])
    return words.gettext("The director was called: %(reason)s", reason=reason_words)


def hold_line(hold: ev.HoldSet, words: Words) -> HoldLine:
    """What a hold holds."""
    named = _HELD_ROOMS[hold.room] if hold.scope is HoldScope.ROOM and hold.room else None
    return HoldLine(
        text=words.gettext("Held: %(scope)s", scope=words.gettext(named or HELD[hold.scope])),
        reason=hold.reason,
        scope=hold.scope.value,
        room=hold.room.value if hold.room else "",
        own=hold.scope in (HoldScope.TABLE, HoldScope.MATCH),
    )
