"""The days of which pages about players show the matches, and the matches of these days."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated
from urllib.parse import urlencode

from fastapi import Depends, Query, Request

from server.live.public_outcomes import PublicOutcomes
from server.live.public_source import PublicSource
from server.values.played_match import PlayedMatch
from server.web.shell.shell import ShellDep
from server.words.field_refusals import refused_value_words
from server.words.translation import Words

Day = Annotated[str, Query(max_length=10)]
Year = Annotated[str, Query(max_length=4)]


@dataclass(frozen=True, slots=True)
class Season:
    """The days from `first` to `last`, both included; None means no limit.

    `typed` are the values that were asked for, by field. `faults` has, for each field with a value
    that is not allowed, a text that says what is allowed.
    """

    first: date | None
    last: date | None
    typed: dict[str, str]
    faults: dict[str, str]

    @property
    def query(self) -> str:
        """The query that asks another page for the same days; empty for all days."""
        asked = {name: text for name, text in self.typed.items() if text}
        return f"?{urlencode(asked)}" if asked else ""

    def played(self, every: Iterable[PlayedMatch], now: datetime) -> list[PlayedMatch]:
        """Return the matches that were played in the season, by days in the hall's time zone.

        A match that is still being played counts as played today.
        """
        if self.faults:
            return []
        return [each for each in every if self._has(day_of(each, now))]

    def _has(self, day: date) -> bool:
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)


def season(year: str, first: str, last: str, words: Words) -> Season:
    """Return the season that a query asks for.

    `first` and `last` are the days as typed. They are ignored if `year` is a valid year.
    """
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
    """Return the day on which a match ended, in the hall's time zone; today if it has not ended."""
    return (match.ended or now).astimezone().date()


def years_of(every: Sequence[PlayedMatch], now: datetime) -> list[int]:
    """Return the years in which matches were played, the latest first."""
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
"""The season that the address asks for by `year`, or by `from` and `to`; otherwise all days."""


async def every_match(source: PublicSource, public: PublicOutcomes) -> list[PlayedMatch]:
    """Return the matches of all tournaments.

    One tournament is read after another, so that boards do not have to wait.
    """
    every = list[PlayedMatch]()
    for tournament in [*source.tournaments.processes]:
        await asyncio.to_thread(source.outcomes.played, tournament)
        every += public.played(source, tournament)
    return every


def latest_first(match: PlayedMatch) -> tuple[bool, float, int]:
    """Return a key that sorts matches under way first, and then the latest."""
    over = match.ended is not None
    return over, -match.ended.timestamp() if match.ended else 0.0, -match.match_id.number
