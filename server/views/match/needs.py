"""Needs: what somebody has to do so that a match can continue, as a short sentence with a name.

Only what the people at the table may overlook is a need. So there is no need while a player thinks.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from functools import partial

from rules.events import HoldScope
from rules.position import Side
from rules.room import Room
from rules.tables.awaited import Awaited
from rules.text import N_
from server.store.accounts_db.seats import is_phone
from server.views.boards.words import alarm_words
from server.views.match.values import MatchView, RoomView
from server.views.match.words import called_for, since_words
from server.words.game_words import who_words
from server.words.translation import Words, named

LONG_WAIT = timedelta(minutes=10)
"""The time without any event after which somebody should look at a table (our choice)."""


class Urgency(Enum):
    """How urgent a need is.

    ALARM: play may go wrong. WAIT: play is stopped until somebody acts.
    """

    ALARM = "alarm"
    WAIT = "wait"


@dataclass(frozen=True, slots=True)
class Need:
    """Something that somebody has to do in a match so that it can continue; `text` says what.

    `room` is the room that it concerns, None for the match as a whole. `since` is when the need
    arose, None if that is unknown. `called` is when the table called the director, None for other
    needs. `where` is the id of the part of the match's page in which somebody can do it, or empty.
    """

    urgency: Urgency
    room: Room | None
    text: str
    called: datetime | None = None
    since: datetime | None = None
    where: str = ""

    @property
    def rank(self) -> bool:
        """A sort key that puts alarms before other needs: False for an alarm, otherwise True."""
        return self.urgency is not Urgency.ALARM


# The texts by room; None is for a match at one table.
_LOOK_AT_BOARD = {
    Room.OPEN: N_("Check board %(board)s in the open room: %(alarm)s"),
    Room.CLOSED: N_("Check board %(board)s in the closed room: %(alarm)s"),
    None: N_("Check board %(board)s: %(alarm)s"),
}
_NO_BOARD = {
    Room.OPEN: N_("Put a board on the table in the open room, or record its results by hand"),
    Room.CLOSED: N_("Put a board on the table in the closed room, or record its results by hand"),
    None: N_("Put a board on the table, or record its results by hand"),
}
_MOVED = {
    Room.OPEN: N_(
        "Put another board on the table in the open room: its own went to match %(number)s"
    ),
    Room.CLOSED: N_(
        "Put another board on the table in the closed room: its own went to match %(number)s"
    ),
    None: N_("Put another board on the table: its own went to match %(number)s"),
}
_ENTER = {
    Room.OPEN: N_("Enter the open room's result of game %(game)s"),
    Room.CLOSED: N_("Enter the closed room's result of game %(game)s"),
    None: N_("Enter the result of game %(game)s"),
}
_PLUG_IN = {
    Room.OPEN: N_("Connect board %(board)s in the open room"),
    Room.CLOSED: N_("Connect board %(board)s in the closed room"),
    None: N_("Connect board %(board)s"),
}
_PHONE_GONE = {
    Room.OPEN: N_("Check the phone that is the board in the open room: it is not connected"),
    Room.CLOSED: N_("Check the phone that is the board in the closed room: it is not connected"),
    None: N_("Check the phone that is the board: it is not connected"),
}
_PHONE_ASKS = {
    Room.OPEN: N_("Accept or refuse the phone that asks to be the board in the open room"),
    Room.CLOSED: N_("Accept or refuse the phone that asks to be the board in the closed room"),
    None: N_("Accept or refuse the phone that asks to be the board"),
}
_CONFIRM_DICE = {
    Room.OPEN: N_("Ask %(who)s in the open room to confirm %(dice)s"),
    None: N_("Ask %(who)s to confirm %(dice)s"),
}
_CONFIRM_RESULT = {
    Room.OPEN: N_("Ask %(who)s in the open room to confirm the result of game %(game)s"),
    Room.CLOSED: N_("Ask %(who)s in the closed room to confirm the result of game %(game)s"),
    None: N_("Ask %(who)s to confirm the result of game %(game)s"),
}
_CONFIRM_RESULT_BOTH = {
    Room.OPEN: N_("Ask both sides in the open room to confirm the result of game %(game)s"),
    Room.CLOSED: N_("Ask both sides in the closed room to confirm the result of game %(game)s"),
    None: N_("Ask both sides to confirm the result of game %(game)s"),
}
_QUESTIONED = {
    Room.OPEN: N_(
        "Ask in the open room whether the play of %(who)s stands: %(dice)s does not allow it"
    ),
    Room.CLOSED: N_(
        "Ask in the closed room whether the play of %(who)s stands: %(dice)s does not allow it"
    ),
    None: N_("Ask whether the play of %(who)s stands: %(dice)s does not allow it"),
}
_LONG_WAIT = {
    Room.OPEN: N_("Check the open room: nothing has happened since %(when)s"),
    Room.CLOSED: N_("Check the closed room: nothing has happened since %(when)s"),
    None: N_("Check the table: nothing has happened since %(when)s"),
}
_CALLED = {
    Room.OPEN: N_("Go to the table in the open room. %(why)s, %(since)s"),
    Room.CLOSED: N_("Go to the table in the closed room. %(why)s, %(since)s"),
    None: N_("Go to the table. %(why)s, %(since)s"),
}
_COMES = {
    Room.OPEN: N_(
        "%(who)s is going to the open room; mark the call as settled afterwards. %(why)s, %(since)s"
    ),
    Room.CLOSED: N_(
        "%(who)s is going to the closed room; mark the call as settled afterwards. "
        "%(why)s, %(since)s"
    ),
    None: N_(
        "%(who)s is going to the table; mark the call as settled afterwards. %(why)s, %(since)s"
    ),
}
_HELD = {
    Room.OPEN: N_("Resume the table in the open room when possible: it is held (%(reason)s)"),
    Room.CLOSED: N_("Resume the table in the closed room when possible: it is held (%(reason)s)"),
    None: N_("Resume the table when possible: it is held (%(reason)s)"),
}
WAITS_RIGHTLY = (Awaited.OTHER_ROOM, Awaited.NEXT_GAME, Awaited.MATCH_OVER, Awaited.HELD)
"""What a table can wait for without anybody at the table having to act."""


def needs_of(view: MatchView, words: Words, now: datetime) -> tuple[Need, ...]:
    """Return the needs of a match that the view's visitor may know.

    Calls for the director come first, the oldest before the others, then alarms, then the rest.
    Among needs of equal rank those of the open room come before those of the closed room.
    """
    found = [*_of_the_match(view, words)]
    for room in view.rooms.values():
        place = f"name-{room.room.value}-{view.address.key}"
        for need in (*_calls(view, room, words, now), *_of_a_room(view, room, words, now)):
            found.append(replace(need, since=need.since or room.since, where=place))
    return tuple(sorted(found, key=partial(_place, now)))


def _place(now: datetime, need: Need) -> tuple[bool, datetime, bool]:
    return need.called is None, need.called or now, need.urgency is not Urgency.ALARM


def _calls(view: MatchView, room: RoomView, words: Words, now: datetime) -> Iterator[Need]:
    """Yield a need if the table has called the director, and one if this table is held."""
    if view.over:
        return
    where = _where(view, room)
    if room.call is not None:
        values = {
            "why": called_for(room.call.called.reason, words),
            "since": since_words(words, room.called, now),
        }
        if room.coming:
            text = words.gettext(_COMES[where], who=room.coming, **values)
            yield Need(Urgency.WAIT, room.room, text, room.called or now, room.called or now)
        else:
            text = words.gettext(_CALLED[where], **values)
            yield Need(Urgency.ALARM, room.room, text, room.called or now, room.called or now)
    own = [hold for hold in room.holds if hold.scope is HoldScope.TABLE]
    if own:
        yield Need(Urgency.WAIT, room.room, words.gettext(_HELD[where], reason=own[0].reason))


def _of_the_match(view: MatchView, words: Words) -> Iterator[Need]:
    if not view.game:
        for team in (view.teams.home, view.teams.away):
            if team not in view.line_ups:
                asked = words.gettext(
                    "Ask the captain of %(team)s for the line-up", team=named(team)
                )
                yield Need(Urgency.WAIT, None, asked, where="line-ups")
    whole = {
        hold.reason
        for room in view.rooms.values()
        for hold in room.holds
        if hold.scope is HoldScope.MATCH and hold.reason
    }
    for reason in [] if view.over else sorted(whole):
        held = words.gettext(
            "Resume the match when possible: it is held (%(reason)s)", reason=reason
        )
        yield Need(Urgency.WAIT, None, held, where="standing")
    if view.unconfirmed:
        asked = words.ngettext(
            "%(num)s result has to be confirmed by someone other than the person who entered it",
            "%(num)s results have to be confirmed by someone other than the person who "
            "entered them",
            len(view.unconfirmed),
        )
        yield Need(Urgency.WAIT, None, asked, where=f"unconfirmed-{view.address.key}")
    if view.unsigned:
        yield Need(Urgency.WAIT, None, _to_sign(view, words), where="signatures")


def _to_sign(view: MatchView, words: Words) -> str:
    team, *more = view.unsigned
    if view.one_table:
        if more:
            return words.gettext("Both players still have to sign")
        return words.gettext("Ask %(player)s to sign", player=named(view.names.by(team)))
    if more:
        return words.gettext("Both captains still have to sign")
    return words.gettext("Ask the captain of %(team)s to sign", team=named(team))


def _of_a_room(view: MatchView, room: RoomView, words: Words, now: datetime) -> Iterator[Need]:
    if view.over:
        return
    if room.asks:
        yield Need(Urgency.WAIT, room.room, words.gettext(_PHONE_ASKS[_where(view, room)]))
    board = _about_the_board(view, room, words)
    if board is not None:
        yield board
    asked = _about_the_players(view, room, words)
    if asked:
        yield Need(Urgency.WAIT, room.room, asked)
    elif board is None and _silent(room, now):
        assert room.since is not None
        when = words.time(room.since.astimezone(), now)
        yield Need(
            Urgency.WAIT, room.room, words.gettext(_LONG_WAIT[_where(view, room)], when=when)
        )


def _about_the_board(view: MatchView, room: RoomView, words: Words) -> Need | None:
    if room.moved_to:
        urgency = Urgency.WAIT if room.table is None else Urgency.ALARM
        gone = words.gettext(_MOVED[_where(view, room)], number=room.moved_to)
        return Need(urgency, room.room, gone)
    if not room.board and view.kept_by_hand:
        entered = words.gettext(_ENTER[_where(view, room)], game=view.game)
        return Need(Urgency.WAIT, room.room, entered) if room.by_hand else None
    if not room.board:
        return Need(Urgency.WAIT, room.room, words.gettext(_NO_BOARD[_where(view, room)]))
    named = {"board": room.board}
    if room.alarm:
        alarm = alarm_words(room.alarm, words)
        look = words.gettext(_LOOK_AT_BOARD[_where(view, room)], alarm=alarm, **named)
        return Need(Urgency.ALARM, room.room, look)
    if not room.linked:
        urgency = Urgency.WAIT if room.table is None else Urgency.ALARM
        gone = (_PHONE_GONE if is_phone(room.board) else _PLUG_IN)[_where(view, room)]
        return Need(urgency, room.room, words.gettext(gone, **named))
    return None


def _where(view: MatchView, room: RoomView) -> Room | None:
    return None if view.one_table else room.room


def _about_the_players(view: MatchView, room: RoomView, words: Words) -> str:
    missing = room.unconfirming
    if len(missing) == len(Side):
        return words.gettext(_CONFIRM_RESULT_BOTH[_where(view, room)], game=view.game)
    if missing:
        who = who_words(words, room.players, missing[0])
        return words.gettext(_CONFIRM_RESULT[_where(view, room)], who=who, game=view.game)
    if room.awaited is Awaited.DICE_CONFIRMATION and room.side is not None:
        who = who_words(words, room.players, room.side)
        return words.gettext(_CONFIRM_DICE[_where(view, room)], who=who, dice=room.unconfirmed)
    if room.questioned and room.side is not None:
        who = who_words(words, room.players, room.side)
        return words.gettext(_QUESTIONED[_where(view, room)], who=who, dice=room.dice)
    return ""


def _silent(room: RoomView, now: datetime) -> bool:
    if room.since is None or room.awaited in (None, *WAITS_RIGHTLY):
        return False
    return now - room.since >= LONG_WAIT
