"""The log of a match in words: who did what and when, only for the director and the operators.

Positions, nonces and hashes are left out. Dice are included, so that a mistake can be found.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum

from rules import events as ev
from rules.games.game import Game, HoleChoice, PointMark, SideScore
from rules.identities import MatchId, PersonId
from rules.position import Side
from rules.room import Ending, Room
from rules.text import N_
from server.values.naming import NO_NAMES, Names
from server.values.stored_events import StoredEvent
from server.words.event_sentences import sentence_of
from server.words.format_sentences import DECISIONS, VERDICTS, ttt_values
from server.words.game_words import ending_words, play_words, side_words
from server.words.match_sentences import (
    CALLED_FOR,
    CHOICES,
    CLOCKS,
    COUNTED_BY,
    EMBARGOES,
    HELD,
    LOST,
    NOTHING_MARKED,
    ORDER,
    POINTS,
    READINGS,
    STANDING,
)
from server.words.refusals import refusal_words
from server.words.tournament_sentences import CASE_RULINGS, entry_values, span_words
from server.words.translation import Words


class Chapter(Enum):
    """The subject of a line of a match's log; readers of the log can filter lines by subject."""

    SET_UP = "set-up"
    DICE = "dice"
    TABLE = "table"
    RESULT = "result"
    BOARD = "board"
    PRESENCE = "presence"
    CALL = "call"
    DIRECTOR = "director"
    REFUSED = "refused"


CHAPTERS = {
    Chapter.SET_UP: N_("Set-up and signatures"),
    Chapter.DICE: N_("Dice"),
    Chapter.TABLE: N_("Plays and cube"),
    Chapter.RESULT: N_("Results"),
    Chapter.BOARD: N_("Boards"),
    Chapter.PRESENCE: N_("Who is at the tables"),
    Chapter.CALL: N_("Calls and holds"),
    Chapter.DIRECTOR: N_("Director's orders"),
    Chapter.REFUSED: N_("Refused"),
}


LATE = N_("%(decided)s (after the deadline)")


@dataclass(frozen=True, slots=True)
class LogLine:
    """An event of a match as a line of its log.

    `actor` is who did it, in words. `room` is None if the event concerns no single room, `game` is
    0 if it concerns no game.
    """

    when: datetime
    actor: str
    chapter: Chapter
    room: Room | None
    game: int
    text: str


def log_lines(
    stored: list[StoredEvent],
    words: Words,
    game: Game,
    names: Names = NO_NAMES,
    deadline: datetime | None = None,
) -> list[LogLine]:
    """Return the lines of a match's log for the events of its stream, in their order.

    `game` is the game that is played, whose terms are used. A change of a result after the
    `deadline` for queries is marked (ruling 32).
    """
    lines = [_line(entry, words, game, names) for entry in stored]
    return [
        replace(line, text=words.gettext(LATE, decided=line.text))
        if deadline is not None and line.when > deadline and _changes_result(entry.event)
        else line
        for entry, line in zip(stored, lines, strict=True)
    ]


def _changes_result(event: ev.Event) -> bool:
    return isinstance(event, ev.ResultEntered | ev.ResultCorrected | ev.GameCancelled)


def _line(entry: StoredEvent, words: Words, game: Game, names: Names) -> LogLine:
    event = entry.event
    return LogLine(
        when=entry.recorded_at,
        actor=names.actor(entry.actor),
        chapter=chapter_of(event),
        room=_room(event),
        game=getattr(event, "game", 0),
        text=event_words(event, words, game, names),
    )


def _room(event: ev.Event) -> Room | None:
    if isinstance(event, ev.RollReleased):
        return Room.CLOSED
    if isinstance(event, ev.RollEvent | ev.OpeningTied | ev.ThrowVoided | ev.RestDrawn):
        return Room.OPEN
    room = getattr(event, "room", None)
    return room if isinstance(room, Room) else None


def chapter_of(event: ev.Event) -> Chapter:
    """Return the subject to which an event belongs."""
    match event:
        case ev.ReadingRefused() | ev.ThrowVoided() | ev.EarlyThrowVoided():
            return Chapter.REFUSED
        case (
            ev.BoardAssigned()
            | ev.BoardMoved()
            | ev.BoardLeftClosedRoom()
            | ev.BoardAttached()
            | ev.BoardLost()
            | ev.BoardLetIn()
        ):
            return Chapter.BOARD
        case ev.PlayerLeft() | ev.PlayerReturned() | ev.OpenRoomWatched():
            return Chapter.PRESENCE
        case _ if isinstance(event, ev.CallEvent):
            return Chapter.CALL
        case _ if isinstance(event, ev.DeskRoomEvent):
            return Chapter.DIRECTOR
        case _ if getattr(event, "reason", "") and hasattr(event, "by"):
            return Chapter.DIRECTOR
        case ev.GameFinished() | ev.ResultEntered() | ev.ResultConfirmed():
            return Chapter.RESULT
        case ev.RollEvent() | ev.OpeningTied() | ev.RestDrawn():
            return Chapter.DICE
        case ev.RoomEvent() | ev.GameStarted():
            return Chapter.TABLE
        case _:
            return Chapter.SET_UP


def event_words(event: ev.Event, words: Words, game: Game, names: Names = NO_NAMES) -> str:
    """Return an event of a match as a sentence; `game` is the game that is played."""
    return words.gettext(sentence_of(event), **_values(event, words, game, names))


def _values(event: ev.Event, words: Words, game: Game, names: Names) -> dict[str, object]:
    """Return all fields of the event in words, keyed by name, for the sentence's placeholders."""
    named = {name: getattr(event, name) for name in type(event).__dataclass_fields__}
    values = {name: _value(value, words, game.name, names) for name, value in named.items()}
    if isinstance(by := named.get("by"), str):
        values["by"] = names.by(by)
    if isinstance(team := named.get("team"), str):
        values["team"] = names.by(team)
    values |= entry_values(event) | ttt_values(event, words)
    if isinstance(event, ev.AnyScheduled):
        values["number"] = event.number
    if isinstance(event, ev.PlayMade):
        values["moves"] = play_words(game.notation(event.moves), words) or words.gettext("no move")
    if isinstance(event, ev.PlayAsked):
        values["plays"] = len(event.plays)
    for name in ("teams", "rolls"):
        if named.get(name) == ():
            values[name] = words.gettext("none")
    if isinstance(event, ev.PointsMarked) and not event.marks:
        values["marks"] = words.gettext(NOTHING_MARKED)
    if isinstance(event, ev.ReadingRefused):
        values["said"] = words.gettext(READINGS.get(event.said, ORDER))
    if isinstance(event, ev.BoardLost):
        values["reason"] = (
            words.gettext(LOST[event.reason]) if event.reason in LOST else event.reason
        )
    if isinstance(event, ev.ResultCorrected) and event.adjusted:
        values["home"], values["away"] = event.adjusted
    if isinstance(event, ev.MatchStarted):
        values["home"], values["away"] = event.home.name, event.away.name
    return values


def _value(value: object, words: Words, game: str, names: Names) -> object:
    match value:
        case PersonId():
            return names.of(value)
        case MatchId():
            return names.match(value).label
        case Side():
            return side_words(words, value)
        case ev.AnnouncementText():
            return value.text
        case ev.PaperRoll():
            return f"{side_words(words, value.side)} {value.turn}: {value.dice}"
        case Ending():
            return ending_words(value, game, words)
        case ev.CountedBy():
            return words.gettext(COUNTED_BY[value])
        case ev.Embargo():
            return words.gettext(EMBARGOES[value])
        case ev.Clocks():
            return words.gettext(CLOCKS[value])
        case ev.Refusal():
            return refusal_words(words, value)
        case ev.CallReason():
            return words.gettext(CALLED_FOR[value])
        case ev.HoldScope():
            return words.gettext(HELD[value])
        case ev.CaseRuling():
            return words.gettext(CASE_RULINGS[value.value])
        case ev.KnockoutDecision():
            return words.gettext(DECISIONS[value])
        case ev.PbemVerdict():
            return words.gettext(VERDICTS[value])
        case HoleChoice():
            return words.gettext(CHOICES[value])
        case Enum():
            return value.value
        case None:
            return words.gettext("someone")
        case datetime():
            return words.moment(value)
        case ev.PlayingDay():
            return span_words(value.hours, words)
        case SideScore():
            return words.gettext(STANDING, holes=value.holes, points=value.points)
        case PointMark():
            side = side_words(words, value.side)
            return words.gettext(POINTS, side=side, points=value.points, figure=value.figure)
        case bytes():
            return value.hex()
        case tuple():
            return ", ".join(str(_value(each, words, game, names)) for each in value)
        case _:
            return value
