"""A span of days that a ranking is asked for: a year, or from one day to another."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated
from urllib.parse import urlencode

from fastapi import Depends, Query, Request

from server.results.person_results import PlayedMatch
from server.web.pages.shell import ShellDep
from server.words.field_refusals import refused_value_words
from server.words.translation import Words

Day = Annotated[str, Query(max_length=10)]
Year = Annotated[str, Query(max_length=4)]


@dataclass(frozen=True, slots=True)
class Season:
    """From `first` to `last`, both included; None for open ends.

    `typed` is what was asked for, by field, `faults` what of it cannot be, with what is allowed.
    """

    first: date | None
    last: date | None
    typed: dict[str, str]
    faults: dict[str, str]

    @property
    def query(self) -> str:
        """What an address of another page says to ask for the same; empty for all days."""
        asked = {name: text for name, text in self.typed.items() if text}
        return f"?{urlencode(asked)}" if asked else ""

    def played(self, every: Iterable[PlayedMatch], now: datetime) -> list[PlayedMatch]:
        """Those of its days, in the hall's time zone; a match in play is of today."""
        if self.faults:
            return []
        return [each for each in every if self._has(day_of(each, now))]

    def _has(self, day: date) -> bool:
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)


def season(year: str, first: str, last: str, words: Words) -> Season:
    """The season of a query; a year goes before days, which the form then does not show."""
    typed = {"year": year, "from": first, "to": last}
    faults = dict[str, str]()
    if year:
        if year.isdecimal() and 1970 <= int(year) <= 9998:
            span = date(int(year), 1, 1), date(int(year), 12, 31)
            return Season(*span, {"year": year, "from": "", "to": ""}, {})
        faults["year"] = refused_value_words(words, year, "1970 – 9998")
    days = dict[str, date | None]()
    for name, text in (("from", first), ("to", last)):
        try:
            days[name] = date.fromisoformat(text) if text else None
        except ValueError:
            days[name] = None
            faults[name] = refused_value_words(
                words, text, words.gettext("a day such as 2026-09-01")
            )
    begins, ends = days["from"], days["to"]
    if begins and ends and ends < begins:
        faults["to"] = refused_value_words(
            words, last, words.gettext("%(day)s or later", day=first)
        )
    return Season(begins, ends, typed, faults)


def day_of(match: PlayedMatch, now: datetime) -> date:
    """The day on which a match ended, in the hall's time zone."""
    return (match.ended or now).astimezone().date()


def years_of(every: Sequence[PlayedMatch], now: datetime) -> list[int]:
    """The years in which matches were played, the latest first."""
    return sorted({day_of(each, now).year for each in every}, reverse=True)


async def _season(
    request: Request,
    shell: ShellDep,
    year: Year = "",
    first: Annotated[Day, Query(alias="from")] = "",
    last: Annotated[Day, Query(alias="to")] = "",
) -> Season:
    return season(year, first, last, shell.words(request))


SeasonDep = Annotated[Season, Depends(_season)]
"""The `year`, or the days `from` and `to`, that a route's address asks for; all days without."""
