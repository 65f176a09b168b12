"""What the console needs of a language, and texts marked for its catalogues."""

from datetime import datetime
from typing import Protocol

from protocol_forms.labels import shortened


class Words(Protocol):
    """One language: it gives a text, written in English, with the values in it."""

    def gettext(self, message: str, **values: object) -> str:
        """Give the text in this language with the values in it, `%(name)s`."""

    def ngettext(self, one: str, many: str, number: int, **values: object) -> str:
        """Give the text that goes with that number, which may stand in it as `%(num)s`."""

    def clock(self, when: datetime) -> str:
        """Give the time of day in the time zone of `when`, such as 14:05."""

    def moment(self, when: datetime) -> str:
        """Give day and time by this machine's clock, such as Sat 3 Oct, 10:00."""

    def time(self, when: datetime, now: datetime) -> str:
        """Give the time of day and how long ago that was: 14:05, 3 min ago."""


def named(name: str) -> str:
    """A name as it stands in a sentence: cut where it is longer than a line."""
    return shortened(name, 48)
