"""How a match came to its results, as the log has it: its day, who signed and when (ruling 15)."""

from collections.abc import Iterable
from datetime import datetime

from protocol_forms.protocol_view import MatchCourse, Signature
from rules import events as ev
from server.persons.naming import NO_NAMES, Names


def match_course(
    recorded: Iterable[tuple[ev.Event, datetime]], names: Names = NO_NAMES, place: str = ""
) -> MatchCourse:
    """The course of a match by its log with its times; `place` is where its event is held.

    Its day is that of its first game, where the server stands. A decision about a result, or a
    shortening, takes the signatures back that the match had.
    """
    played, replaces = "", ""
    signed: dict[str, Signature] = {}
    for event, moment in recorded:
        match event:
            case ev.GameStarted() if not played:
                played = moment.astimezone().date().isoformat()
            case ev.MatchSigned():
                when = moment.strftime("%Y-%m-%d %H:%M UTC")
                by = names.by(event.by)
                signed[event.team] = Signature(team=event.team, by=by, when=when)
            case ev.ResultCorrected() | ev.MatchShortened():
                if len(signed) == _BOTH:
                    replaces = max(each.when for each in signed.values())
                signed.clear()
    signatures = tuple(signed.values())
    return MatchCourse(played=played, place=place, signatures=signatures, replaces=replaces)


_BOTH = 2
