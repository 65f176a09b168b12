"""What is asked about announcements to everybody in the hall."""

from dataclasses import dataclass
from datetime import datetime

from rules.events import AnnouncementText
from rules.identities import TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeAnnouncement:
    """Show everybody these texts, of a tournament or, with None, of the whole hall.

    `until` is when it ends by itself, None for when it is taken down.
    """

    texts: tuple[AnnouncementText, ...]
    tournament: TournamentId | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeDownAnnouncement:
    """Show that announcement no more."""

    number: int


AnnouncementCommand = MakeAnnouncement | TakeDownAnnouncement
