"""What the hall announces to everybody, both rooms included, and what it takes down (ours)."""

from dataclasses import dataclass
from datetime import datetime

from rules.identities import TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementText:
    """Plain text, for readers of that language; an empty `language` is for everybody else."""

    language: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementMade:
    """From now on everybody is shown this, until that instant or until it is taken down.

    `number` counts from 1 in the hall. `tournament` is whose it is, None for the whole hall.
    """

    number: int
    tournament: TournamentId | None
    texts: tuple[AnnouncementText, ...]
    by: str
    until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementTakenDown:
    """Nobody is shown that announcement any more."""

    number: int
    by: str


AnnouncementEvent = AnnouncementMade | AnnouncementTakenDown
