"""The announcements that pages show, in the reader's language."""

from dataclasses import dataclass
from datetime import datetime

from rules.directing.announcements import Announcement, Announcements
from rules.identities import TournamentId
from rules.ledger import unix_microseconds
from server.values.naming import Names
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class AnnouncementLine:
    """An announcement as a page shows it.

    `time` is the time at which the announcement was made, by the hall's clock. `of` is the name of
    the tournament that the announcement concerns; the name is empty if the announcement is to
    everybody, or if the page shows the announcements of one tournament only. `key` distinguishes
    the announcement from all others, even from those of another hall at the same address. `until`
    is the time at which the announcement expires, in ISO 8601, or empty.
    """

    number: int
    key: str
    text: str
    time: str
    of: str
    until: str


def announcement_lines(
    announced: Announcements,
    now: datetime,
    words: Words,
    names: Names,
    tournament: TournamentId | None = None,
) -> tuple[AnnouncementLine, ...]:
    """Return the announcements that a tournament's pages show at time `now`.

    With `tournament` None, these are the announcements on pages that belong to no tournament.
    """
    several = len(names.tournaments) > 1 and tournament is None
    return tuple(
        _line(each, words, names, several=several) for each in announced.shown(now, tournament)
    )


def announcement_key(announcement: Announcement) -> str:
    """Return a key unique to an announcement, made from its number and the time when it was made.

    The time is in milliseconds from 1970.
    """
    made_at = unix_microseconds(announcement.made_at) // 1000
    return f"{announcement.made.number}-{made_at}"


def _line(each: Announcement, words: Words, names: Names, *, several: bool) -> AnnouncementLine:
    made, of = each.made, ""
    if several and made.tournament is not None:
        of = str(names.tournaments.get(made.tournament, made.tournament))
    return AnnouncementLine(
        made.number,
        announcement_key(each),
        each.text(names.language or ""),
        words.clock(each.made_at.astimezone()),
        of,
        made.until.isoformat() if made.until else "",
    )
