"""Sentences about a match for those who run it: its state, what it waits for, calls and holds."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from rules import events as ev
from rules.events import CallReason, HoldScope
from rules.room import Room
from rules.tables.awaited import Awaited
from rules.text import N_
from server.views.boards.words import alarm_words
from server.views.match.values import MatchView, RoomView
from server.words.game_words import side_words, who_words
from server.words.match_sentences import CALLED_FOR, HELD
from server.words.translation import Words, named

JUST_NOW = timedelta(minutes=1)
"""If something has lasted for less than this, pages show only the time of day when it began.

They do not show for how long it has lasted, so that they do not change every second (our choice).
"""

_OF_A_SIDE = {
    Awaited.SET: N_("%(who)s to set up the checkers"),
    Awaited.ROLL: N_("%(who)s to throw, turn %(turn)s"),
    Awaited.READY_OR_DOUBLE: N_("%(who)s to press READY or double"),
    Awaited.MOVE: N_("%(who)s to play %(dice)s"),
    Awaited.DOUBLE_ANSWER: N_("%(who)s to take or pass"),
    Awaited.RESIGNATION_ANSWER: N_("%(who)s to answer the resignation"),
    Awaited.END_ANSWER: N_("%(who)s to say whether the game is over"),
    Awaited.RESULT_CONFIRMATION: N_("%(who)s to confirm the result"),
    Awaited.DICE_CONFIRMATION: N_("%(who)s to confirm %(dice)s"),
    Awaited.CHOICE: N_("%(who)s to hold or go"),
    Awaited.WHICH_PLAY: N_("%(who)s to tell the board which play it was"),
}
_OF_NOBODY = {
    Awaited.SET: N_("both sides to set up the checkers"),
    Awaited.ROLL: N_("waiting for the opening throw"),
    Awaited.RESULT_CONFIRMATION: N_("both sides to confirm the result"),
    Awaited.NEXT_GAME: N_("waiting for the other room to finish the game"),
    Awaited.MATCH_OVER: N_("the match is over"),
    Awaited.OPERATOR: N_("waiting for the operator"),
    Awaited.HELD: N_("held by the director"),
}
_OTHER_ROOM = {
    Room.OPEN: N_("waiting for the closed room to catch up"),
    Room.CLOSED: N_("waiting for dice from the open room"),
}
_EARLY = N_("%(who)s has to say whether the play is finished: the other side has thrown")
_REST = N_("%(who)s has to say whether the remaining rolls are drawn from the seed")
_QUESTIONED = N_("%(who)s to correct a play that %(dice)s does not allow")


class Tone(Enum):
    """How well things are at a table or board; lines show it by a colour, a word and a shape."""

    WELL = "well"
    WAIT = "wait"
    ALARM = "alarm"


@dataclass(frozen=True, slots=True)
class RoomLine:
    """A sentence about one room; `since` says since when the sentence is true, empty if unknown."""

    room: Room
    text: str
    since: str = ""
    tone: Tone = Tone.WELL


def since_words(words: Words, since: datetime | None, now: datetime) -> str:
    """Return a text such as "since 14:05, 3 min ago", or empty if `since` is None."""
    if since is None:
        return ""
    local = since.astimezone()
    young = now - local < JUST_NOW
    when = words.clock(local) if young else words.time(local, now)
    return words.gettext("since %(when)s", when=when)


def state_words(words: Words, view: MatchView) -> str:
    """Return the match's progress in words, for the second line of its tile."""
    if not view.game:
        return _planned(words, view)
    if view.over:
        return _over(words, view)
    if view.one_table:
        return _at_one_table(words, view)
    at = {"game": view.game, "games": view.games}
    done = [room for room, at_table in view.rooms.items() if _finished(at_table)]
    if len(done) == len(Room):
        return words.gettext("Game %(game)s of %(games)s is over in both rooms", **at)
    if done and len(view.rooms) == 1:
        return words.gettext("Game %(game)s of %(games)s is over in this room", **at)
    if done == [Room.OPEN]:
        return words.gettext("Game %(game)s of %(games)s is over in the open room only", **at)
    if done == [Room.CLOSED]:
        return words.gettext("Game %(game)s of %(games)s is over in the closed room only", **at)
    if view.attempt > 1:
        return words.gettext("Game %(game)s of %(games)s is being played again", **at)
    return words.gettext("Game %(game)s of %(games)s is being played", **at)


def _at_one_table(words: Words, view: MatchView) -> str:
    game = view.game
    if any(map(_finished, view.rooms.values())):
        return words.gettext("Game %(game)s is over", game=game)
    if view.crawford:
        return words.gettext("Game %(game)s, the Crawford game, is being played", game=game)
    if view.attempt > 1:
        return words.gettext("Game %(game)s is being played again", game=game)
    return words.gettext("Game %(game)s is being played", game=game)


def _finished(room: RoomView) -> bool:
    return room.table is not None and room.table.result is not None


def _planned(words: Words, view: MatchView) -> str:
    if view.line_ups:
        return words.gettext(
            "Planned: the line-up of %(team)s is in, sealed",
            team=", ".join(map(named, sorted(view.line_ups))),
        )
    return words.ngettext(
        "Planned: %(num)s game in each room", "Planned: %(num)s games in each room", view.games
    )


def _over(words: Words, view: MatchView) -> str:
    if view.final_score is None:
        return _over_without_points(words, view)
    score = f"{view.final_score.home}–{view.final_score.away}"
    if view.unconfirmed:
        return words.gettext("Finished %(score)s, results not confirmed yet", score=score)
    if view.unsigned:
        return words.gettext("Finished %(score)s, not signed yet", score=score)
    return words.gettext("Finished %(score)s and signed", score=score)


def _over_without_points(words: Words, view: MatchView) -> str:
    """Return the words for a finished match that has no victory points (ruling 4).

    Such a match was played to decide between two teams that were level.
    """
    if view.unconfirmed:
        return words.gettext("Finished, results not confirmed yet")
    if view.unsigned:
        return words.gettext("Finished, not signed yet")
    return words.gettext("Finished and signed")


def waiting_words(words: Words, room: RoomView) -> str:
    """Return a sentence on what a room waits for and which side has to act.

    The sentence is empty until the match starts.
    """
    if room.awaited is None:
        return ""
    if room.awaited in (Awaited.HELD, Awaited.MATCH_OVER):
        return words.gettext(_OF_NOBODY[room.awaited])
    if room.by_hand and not room.board:
        return words.gettext("waiting for a board, or for a result recorded by hand")
    if room.board and not room.linked:
        return words.gettext("waiting for board %(board)s", board=room.board)
    if room.awaited is Awaited.OTHER_ROOM:
        return words.gettext(_OTHER_ROOM[room.room])
    if room.side is None or room.awaited not in _OF_A_SIDE:
        return words.gettext(_OF_NOBODY.get(room.awaited, _OF_NOBODY[Awaited.OPERATOR]))
    sentence = _QUESTIONED if room.questioned else _OF_A_SIDE[room.awaited]
    if room.early:
        sentence = _EARLY
    elif room.awaited is Awaited.CHOICE and _finished(room):
        sentence = _REST
    unconfirmed = room.awaited is Awaited.DICE_CONFIRMATION
    dice = (room.unconfirmed if unconfirmed else room.dice) or ""
    who = who_words(words, room.players, room.side)
    return words.gettext(sentence, who=who, turn=room.turn, dice=dice)


def pace_words(words: Words, view: MatchView) -> str:
    """Return the fourth line of a match's tile: how far the open room is ahead, and the tail.

    For people of one room, this line has the number of the roll set instead; for a match at one
    table, it has the match's length and score.
    """
    if view.one_table and view.over:
        return words.gettext("Match to %(points)s", points=view.length)
    if view.one_table:
        score = f"{view.score.home}–{view.score.away}" if view.score else ""
        return words.gettext(
            "Match to %(points)s, score %(score)s", points=view.length, score=score
        )
    if not view.game or view.over:
        return words.gettext("Set of rolls %(number)s", number=view.roll_set)
    if view.lead is None:
        return words.gettext("Set of rolls %(number)s, this room's table", number=view.roll_set)
    if view.rest_drawn:
        return words.gettext("The remaining rolls of this game are drawn from the seed")
    if view.tail is not None:
        return words.gettext(
            "Last rolls: %(side)s throws turn %(turn)s for the closed room",
            side=side_words(words, view.tail.side),
            turn=view.tail.turn,
        )
    if view.lead == 0:
        return words.gettext("Both rooms have had the same dice")
    ahead = words.ngettext(
        "The open room is %(num)s turn ahead", "The open room is %(num)s turns ahead", view.lead
    )
    if not view.max_lead:
        return ahead
    return words.gettext("%(lead)s, at most %(most)s", lead=ahead, most=view.max_lead)


def board_words(words: Words, room: RoomView, over: bool) -> str:
    """Return which board a room has and whether it is connected.

    `over` is True if the match is over: then no board is needed.
    """
    if over:
        return words.gettext("no board is needed any longer")
    if room.moved_to:
        return words.gettext("its board is now at match %(number)s", number=room.moved_to)
    if not room.board:
        return words.gettext("no board")
    if room.alarm:
        alarm = alarm_words(room.alarm, words)
        return words.gettext("%(board)s: %(alarm)s", board=room.board, alarm=alarm)
    if not room.linked:
        return words.gettext("%(board)s is not connected", board=room.board)
    return words.gettext("%(board)s is connected", board=room.board)


def board_line(words: Words, room: RoomView, over: bool) -> RoomLine:
    """Return the text of `board_words` as a line whose tone shows if the board is connected."""
    tone = Tone.WELL if over or (room.linked and not room.alarm) else Tone.WAIT
    gone = room.moved_to or (room.board and not room.linked)
    if not over and (room.alarm or (room.table is not None and gone)):
        tone = Tone.ALARM
    return RoomLine(room.room, board_words(words, room, over), tone=tone)


_HELD_ROOMS = {
    Room.OPEN: N_("all tables of the open room"),
    Room.CLOSED: N_("all tables of the closed room"),
}


@dataclass(frozen=True, slots=True)
class HoldLine:
    """A hold in words, with its reason; the reason is empty if the reader may not know it.

    `scope` and `room` say in a page's form which hold is meant: what it stops, and in which room.
    `own` is True if the hold can be lifted on the match's page, because it stops only this match.
    """

    text: str
    reason: str
    scope: str
    room: str
    own: bool


@dataclass(frozen=True, slots=True)
class CallPanel:
    """A table's call in words, and the table's holds; `call` is empty if there is no call.

    `coming` is the name of the person who answers the call, `taken_by` their id; both are empty
    while nobody answers it.
    """

    call: str
    since: str
    coming: str
    taken_by: str
    holds: tuple[HoldLine, ...]


def call_panel(room: RoomView, words: Words, now: datetime) -> CallPanel:
    """Return the call and the holds of a room's table that the visitor may see."""
    call = room.call
    return CallPanel(
        call=called_for(call.called.reason, words) if call is not None else "",
        since=since_words(words, room.called, now),
        coming=room.coming,
        taken_by=call.coming if call is not None else "",
        holds=tuple(hold_line(each, words) for each in room.holds),
    )


def called_for(reason: CallReason, words: Words) -> str:
    """Return the sentence that the table called the director, with its reason if there is one."""
    if reason is CallReason.NONE:
        return words.gettext("The director was called")
    reason_words = words.gettext(CALLED_FOR[reason])
    return words.gettext("The director was called: %(reason)s", reason=reason_words)


def hold_line(hold: ev.HoldSet, words: Words) -> HoldLine:
    """Return a hold in words."""
    named = _HELD_ROOMS[hold.room] if hold.scope is HoldScope.ROOM and hold.room else None
    return HoldLine(
        text=words.gettext("Held: %(scope)s", scope=words.gettext(named or HELD[hold.scope])),
        reason=hold.reason,
        scope=hold.scope.value,
        room=hold.room.value if hold.room else "",
        own=hold.scope in (HoldScope.TABLE, HoldScope.MATCH),
    )
