"""A tournament's status, what it still waits for (ruling 32), and its stages' names, in words."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from babel.dates import format_datetime

from rules.directing.finality import TournamentPhase, TournamentStatus
from rules.formats.format import Lacking, Missing
from rules.text import N_
from server.words.languages import LANGUAGES
from server.words.translation import Words, words_for

NAMES = (
    N_("Long gammon"),
    N_("Backgammon"),
    N_("Final"),
    N_("Round robin"),
    N_("Groups"),
    N_("Semi-finals"),
    N_("Third place"),
)
"""The names that stages have in the presets of rules.formats.team_event.planning."""


def stage_name(name: str, words: Words) -> str:
    """Return a stage's name in the language of `words`.

    A name from a preset is translated, in whichever language it was stored; other names are
    returned unchanged.
    """
    source = _sources().get(name)
    return name if source is None else words.gettext(source)


@cache
def _sources() -> dict[str, str]:
    """Return the English name of each stage of the presets, keyed by its name in each language."""
    return {words_for(code).gettext(name): name for code in LANGUAGES for name in NAMES}


_PLAIN = {
    TournamentPhase.PLANNED: "",
    TournamentPhase.RUNNING: N_("Running"),
    TournamentPhase.PROVISIONAL: N_("Provisional: not every result is final yet"),
    TournamentPhase.OFFICIAL: N_("Official since %(time)s"),
}
_MISSING = {
    Lacking.DRAW: N_("%(of)s is not drawn yet."),
    Lacking.ROUND: N_("%(of)s: round %(numbers)s is not published yet."),
    Lacking.RESULT: N_("%(of)s: matches not over yet: %(numbers)s."),
    Lacking.WINNER: N_(
        "%(of)s: level, so two more games or the director must decide: match %(numbers)s."
    ),
    Lacking.CHOICE: N_(
        "%(of)s: the teams are not certain. Keep the teams that were drawn, or undo the draw."
    ),
    Lacking.CONFIRMATION: N_("Matches with results that nobody has confirmed yet: %(numbers)s."),
    Lacking.ANSWER: N_("Matches with an unanswered query: %(numbers)s."),
    Lacking.RULING: N_("A case is still open."),
    Lacking.CHAMPION: N_("%(of)s has no winner yet."),
    Lacking.MATCHES: N_("No match has a result."),
}
_UNTIL = N_("Provisional until %(time)s; official then unless someone queries a result")


@dataclass(frozen=True, slots=True)
class StatusShown:
    """A tournament's status. `phase` is the name of its phase, `text` says the status in words.

    `until` is the end of the period for queries that is running, None if no such period is running;
    `left` is the number of seconds until that end.
    """

    phase: str
    text: str
    until: datetime | None = None
    left: int = 0


def status_shown(status: TournamentStatus, words: Words, now: datetime) -> StatusShown:
    """Return the status in the language of `words`, with times in the hall's time zone."""
    if status.until is not None:
        text = words.gettext(_UNTIL, time=_time(status.until, now, words))
        left = max(0, round((status.until - now).total_seconds()))
        return StatusShown(status.phase.value, text, status.until, left)
    plain = _PLAIN[status.phase]
    since = "" if status.since is None else _time(status.since, now, words)
    return StatusShown(status.phase.value, words.gettext(plain, time=since) if plain else "")


def missing_words(missing: Iterable[Missing], words: Words) -> Iterator[str]:
    """Yield one sentence for each thing that is missing before the tournament can be official."""
    for each in missing:
        numbers = ", ".join(map(str, each.numbers))
        of = stage_name(each.name, words)
        yield words.gettext(_MISSING[each.what], of=of, numbers=numbers)


def _time(when: datetime, now: datetime, words: Words) -> str:
    """Return the time of day, with the date if it is not today."""
    local, today = when.astimezone(), now.astimezone().date()
    if local.date() == today:
        return words.clock(local)
    return str(format_datetime(local, "d MMMM y, HH:mm", locale=words.code))
