"""The announcements that are shown now, in the reader's language."""

from dataclasses import dataclass
from datetime import datetime

from rules.directing.announcements import Announcement, Announcements
from rules.identities import TournamentId
from rules.ledger import unix_microseconds
from server.values.naming import Names
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class AnnouncementLine:
    """One announcement.

    `time` is the time at which it was made, by the hall's clock. `of` is the tournament's name, or
    empty. `key` distinguishes the announcement from all others, even from those of another hall at
    the same address. `until` is the time at which it expires, in ISO 8601, or empty.
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
    """Return the announcements that are shown now on a tournament's pages.

    With `tournament` None, these are the announcements on pages of all tournaments.
    """
    several = len(names.tournaments) > 1 and tournament is None
    return tuple(
        _line(each, words, names, several=several) for each in announced.shown(now, tournament)
    )


def announcement_key(announcement: Announcement) -> str:
    """Return a key unique to an announcement: its number, and when it was made in milliseconds."""
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
