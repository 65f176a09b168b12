"""Who could not take what was stored, in words, for those who run the hall."""

from collections.abc import Iterable

from rules.text import N_
from server.matches.stream_writer import match_of
from server.persons.naming import Names
from server.store.event_log.subscriptions import Lagging
from server.words.translation import Words

_NAMES = {
    "live feed": N_("the public pages"),
    "waiting times": N_("the waiting times on this page"),
    "live console pages": N_("pages like this one"),
}
_MATCH = N_(
    "%(what)s could not take in what happened in match %(number)s and may be incomplete; "
    "play goes on, and the server keeps trying. If this does not go away, tell whoever "
    "maintains the server: %(error)s"
)
_BESIDE_PLAY = {
    "luck of matches": N_(
        "The luck of match %(number)s could not be worked out; its results are not touched, and "
        "play goes on. Tell whoever maintains the server: %(error)s"
    ),
}
_TOURNAMENT = N_(
    "%(what)s could not take in a change of the teams and may be incomplete; play goes on, "
    "and the server keeps trying. If this does not go away, tell whoever maintains the "
    "server: %(error)s"
)


def lagging_lines(lagging: Iterable[Lagging], words: Words, names: Names) -> list[str]:
    """A line for each subscriber and stream that lags behind."""
    return [_line(each, words, names) for each in lagging]


def _line(lagging: Lagging, words: Words, names: Names) -> str:
    what = words.gettext(_NAMES.get(lagging.subscriber, lagging.subscriber))
    match_id = match_of(lagging.stream)
    values = {"what": what[:1].upper() + what[1:], "error": lagging.error}
    if match_id is None:
        return words.gettext(_TOURNAMENT, **values)
    sentence = _BESIDE_PLAY.get(lagging.subscriber, _MATCH)
    return words.gettext(sentence, number=names.match(match_id).label, **values)
