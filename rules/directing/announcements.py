"""Announcements to everybody in the hall: those now shown, and the event of each command.

Both rooms can read them. An announcement is shown until it is taken down or its time is over. Its
text never changes, so what people have read is what the log has.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused
from rules.identities import TournamentId
from rules.text import N_

LONGEST = 280
"""The largest number of characters in an announcement.

People read announcements on a phone in passing, or on a screen across the hall.
"""
FARTHEST_END = timedelta(days=31)
MOST_SHOWN = 6
"""The largest number of announcements shown at once."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announcement and the time it was made."""

    made: ev.AnnouncementMade
    made_at: datetime

    def is_shown(self, now: datetime) -> bool:
        """Return True if the announcement has no end or its end is still to come."""
        return self.made.until is None or now < self.made.until

    def text(self, language: str) -> str:
        """Return the announcement's text for readers of `language`.

        It is the text in that language if there is one, else the text for everybody, else any text.
        """
        texts = {each.language: each.text for each in self.made.texts}
        return texts.get(language) or texts.get("") or self.made.texts[0].text


@dataclass(frozen=True, slots=True)
class Announcements:
    """The announcements that were not taken down, by their numbers.

    `last` is the highest number ever given to an announcement. `changes` is the number of events
    applied so far.
    """

    standing: Mapping[int, Announcement] = field(default_factory=dict)
    last: int = 0
    changes: int = 0

    def after(self, event: ev.AnnouncementEvent, at: datetime) -> "Announcements":
        """Return the announcements after an event that was recorded at the time `at`."""
        changed = replace(self, changes=self.changes + 1)
        if isinstance(event, ev.AnnouncementMade):
            standing = {**self.standing, event.number: Announcement(event, at)}
            return replace(changed, standing=standing, last=event.number)
        left = {number: each for number, each in self.standing.items() if number != event.number}
        return replace(changed, standing=left)

    def shown(
        self, now: datetime, tournament: TournamentId | None = None
    ) -> tuple[Announcement, ...]:
        """Return the announcements that are shown now, the latest first.

        For a tournament, return its own announcements and those of the hall.
        """
        of_these = (None, tournament)
        return tuple(
            each
            for _, each in sorted(self.standing.items(), reverse=True)
            if each.is_shown(now) and (tournament is None or each.made.tournament in of_these)
        )


def decide_announcement(
    now: Announcements, command: cmd.AnnouncementCommand, by: str, at: datetime
) -> ev.AnnouncementEvent:
    """Return the event of a command about announcements.

    `now` are the announcements before the command, `at` is the present time, and `by` the id of the
    sender. Raises MatchRefused naming the field, for texts that are missing or too long, an end
    that is past or too far away, more announcements than can be shown at once, and an unknown
    number.
    """
    if isinstance(command, cmd.TakeDownAnnouncement):
        if command.number not in now.standing:
            shown = ", ".join(str(each.made.number) for each in now.shown(at))
            raise MatchRefused("number", command.number, shown or N_("none is shown"))
        return ev.AnnouncementTakenDown(number=command.number, by=by)
    lengths = [len(each.text) for each in command.texts]
    if not lengths or min(lengths) < 1 or max(lengths) > LONGEST:
        raise MatchRefused("text", "", N_("1 to %(most)s characters"), most=LONGEST)
    if command.until is not None and not at < command.until <= at + FARTHEST_END:
        raise MatchRefused("until", command.until.isoformat(), N_("a time to come, within 31 days"))
    if len(now.shown(at)) >= MOST_SHOWN:
        why = N_("%(most)s at once: take one down first")
        raise MatchRefused("number", MOST_SHOWN + 1, why, most=MOST_SHOWN)
    return ev.AnnouncementMade(
        number=now.last + 1,
        tournament=command.tournament,
        texts=command.texts,
        by=by,
        until=command.until,
    )
