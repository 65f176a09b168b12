"""How far an event has come, as pages and forms say it (ruling 32)."""

from dataclasses import dataclass
from datetime import datetime

from babel.dates import format_datetime

from rules.directing.finality import EventPhase, EventStatus
from server.translation import N_, Words

_PLAIN = {
    EventPhase.PLANNED: "",
    EventPhase.RUNNING: N_("Running"),
    EventPhase.PROVISIONAL: N_("Provisional: not every result is final yet"),
    EventPhase.OFFICIAL: N_("Official since %(time)s"),
}
_UNTIL = N_("Provisional until %(time)s, then official unless a result is queried")


@dataclass(frozen=True, slots=True)
class StatusShown:
    """An event's status: its phase by name, in words, and the seconds left where a clock runs."""

    phase: str
    text: str
    until: datetime | None = None
    left: int = 0


def status_shown(status: EventStatus, words: Words, now: datetime) -> StatusShown:
    """The status in a language, with times in the time zone of the hall."""
    if status.until is not None:
        text = words.gettext(_UNTIL, time=_time(status.until, now, words))
        left = max(0, round((status.until - now).total_seconds()))
        return StatusShown(status.phase.value, text, status.until, left)
    plain = _PLAIN[status.phase]
    since = "" if status.since is None else _time(status.since, now, words)
    return StatusShown(status.phase.value, words.gettext(plain, time=since) if plain else "")


def _time(when: datetime, now: datetime, words: Words) -> str:
    """The time of day, with the date where it is another day's."""
    local, today = when.astimezone(), now.astimezone().date()
    if local.date() == today:
        return words.clock(local)
    return str(format_datetime(local, "d MMMM y, HH:mm", locale=words.code))
