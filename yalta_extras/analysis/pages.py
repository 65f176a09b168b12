"""The section on luck in a match's page, and the pages that rank people's decisions at forks.

There is one ranking per tournament, and one over all tournaments.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from markupsafe import Markup
from starlette.responses import Response

from rules.errors import MatchRefused
from rules.text import N_
from server.access import Action
from server.live.snapshot import PublicPhase, PublicSnapshot
from server.matches.match_record import MatchRecord
from server.values.naming import Names
from server.values.played_match import PlayedMatch
from server.views.printable import MEDIA_TYPES, FormFormat, Look, written
from server.web.edge.authorization import needs
from server.web.edge.page_hooks import MatchSection
from server.web.edge.public_services import PublicOutcomesDep, names_in, public_services_of
from server.web.edge.services import HallDep, services_of
from server.web.people.seasons import SeasonDep, every_match, years_of
from server.web.shell.shell import Shell, ShellDep
from server.web.shell.tournament_view import TournamentViewDep, tournament_page
from server.words.field_refusals import refused_value_words
from server.words.languages import SOURCE_LANGUAGE
from server.words.translation import Words, words_for
from yalta_extras.analysis.fork_book import LEAST, DecisionRanking, decision_notes, decision_ranking
from yalta_extras.analysis.luck_sums import LuckKnown
from yalta_extras.analysis.match_luck import MatchLuck
from yalta_extras.analysis.match_section import HEADLINE, PLACE, headline_html, section_html
from yalta_extras.analysis.prints import decisions_form

_Made = Callable[[LuckKnown, MatchRecord, PublicSnapshot, Names, Words], str]


async def _luck_html(made: _Made, request: Request, now: PublicSnapshot) -> str | None:
    """Return the HTML of the section on luck in the page of a match, or of its headline.

    Return an empty text before all of the match is public or if it has no recorded positions, and
    None for a match at one table.
    """
    if len(now.rooms) == 1:
        return None
    services, match_id = services_of(request), now.scheduled.match_id
    known = await services.by_package.of(MatchLuck).known(match_id)
    if known is None or not known.has_positions or now.phase is not PublicPhase.OVER:
        return ""
    words = Shell(services.language).words(request)
    record = services.hall.match(match_id).record
    return made(known, record, now, names_in(request, words.code), words)


LUCK_SECTION: Final = MatchSection(
    PLACE, "luck.css", partial(_luck_html, section_html), "luck", N_("Luck and forks")
)
LUCK_HEADLINE: Final = MatchSection(
    HEADLINE, "luck.css", partial(_luck_html, headline_html), is_headline=True
)


def way_to_decisions(request: Request, given: Mapping[str, str]) -> Markup:
    """Return the link to the ranking of a tournament, or of all tournaments.

    `given` has two values. "before" is the address of the tournament, with which the link's address
    begins; it is empty for the ranking of all tournaments. "query" is the query with the days that
    the visitor has chosen.
    """
    shell = Shell(public_services_of(request).language)
    before, query = given["before"], given["query"]
    return shell.part(request, "analysis/_decisions_link.html", before=before, query=query)


MOST: Final = 999
ALLOWED: Final = f"1 – {MOST}"


@dataclass(frozen=True, slots=True)
class LeastForks:
    """The number of forks that a person needs to be ranked, as a visitor asked for it.

    `number` is the number in use. `typed` is the visitor's text, empty if nothing was typed. If
    that text is not a possible number, `fault` says why and which numbers are possible; otherwise
    it is empty.
    """

    number: int = LEAST
    typed: str = ""
    fault: str = ""

    @property
    def asked(self) -> dict[str, str]:
        """The query parameters of an address that asks for the same number, keyed by name."""
        return {"least": self.typed} if self.typed else {}


def least_forks(typed: str, words: Words) -> LeastForks:
    """Return how many forks a person must have met to be listed, as a visitor typed it.

    If nothing was typed, or the text is not a possible number, the returned number is LEAST.
    """
    typed = typed.strip()
    if not typed:
        return LeastForks()
    if typed.isascii() and typed.isdecimal() and 1 <= int(typed) <= MOST:
        return LeastForks(int(typed), typed)
    return LeastForks(typed=typed, fault=refused_value_words(words, typed, ALLOWED))


async def _least_forks(
    request: Request, shell: ShellDep, least: Annotated[str, Query(max_length=10)] = ""
) -> LeastForks:
    return least_forks(least, shell.words(request))


LeastForksDep = Annotated[LeastForks, Depends(_least_forks)]
"""The LeastForks that a route gets from the query parameter `least` of its address."""


router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])
_FILES = (FormFormat.CSV, FormFormat.XLSX, FormFormat.JSON)


@router.get("/t/{tournament}/decisions")
async def tournament_decisions(
    request: Request,
    shell: ShellDep,
    view: TournamentViewDep,
    public: PublicOutcomesDep,
    least: LeastForksDep,
) -> Response:
    """Show a tournament's ranking of decisions; a person needs `least` forks to be ranked."""
    played = public.played(view.source, view.tournament.tournament)
    ranking = await _ranking(request, played, view.names, least.number)
    form = f"/t/{view.name}/forms/decisions"
    return tournament_page(
        request,
        shell,
        view,
        "analysis/tournament_decisions.html",
        status=422 if least.fault else 200,
        ranking=ranking,
        least=least,
        notes=decision_notes(ranking, shell.words(request)),
        files=[(f"{form}.{each.value}", each.name) for each in (*_FILES, FormFormat.PDF)],
    )


@router.get("/decisions")
async def decisions(
    request: Request,
    shell: ShellDep,
    hall: HallDep,
    public: PublicOutcomesDep,
    asked: SeasonDep,
    least: LeastForksDep,
) -> Response:
    """Show the ranking of decisions in all tournaments, on all days or in a season.

    A person needs `least` forks to be ranked.
    """
    words, now = shell.words(request), hall.now()
    every = await every_match(hall, public)
    played = asked.played(every, now)
    ranking = await _ranking(request, played, hall.names(words.code), least.number)
    query = _query({**asked.typed, **least.asked})
    return shell.page(
        request,
        "analysis/decisions.html",
        status=422 if asked.faults or least.fault else 200,
        ranking=ranking,
        least=least,
        notes=decision_notes(ranking, words),
        files=[(f"/decisions.{each.value}{query}", each.name) for each in _FILES],
        season=asked,
        years=years_of(every, now),
    )


async def decisions_file(
    request: Request,
    shell: ShellDep,
    hall: HallDep,
    public: PublicOutcomesDep,
    asked: SeasonDep,
    least: LeastForksDep,
) -> Response:
    """Return the ranking of decisions in all tournaments as a file: CSV, XLSX, or English JSON.

    Raises MatchRefused if the days or the number of forks are not possible.
    """
    ending = FormFormat(request.url.path.rpartition(".")[2])
    words = shell.words(request)
    if ending is FormFormat.JSON:
        words = words_for(SOURCE_LANGUAGE)
    for field in asked.faults:
        raise MatchRefused(field, asked.typed[field], "a year, or a day such as 2026-09-01")
    if least.fault:
        raise MatchRefused("least", least.typed, ALLOWED)
    played = asked.played(await every_match(hall, public), hall.now())
    ranking = await _ranking(request, played, hall.names(words.code), least.number)
    form = decisions_form(" – ".join(filter(None, asked.typed.values())), ranking, words)
    content = await asyncio.to_thread(written, form, ending, Look(words=words))
    headers = {
        "cache-control": "no-store",
        "content-language": words.code,
        "content-disposition": f'inline; filename="decisions.{ending.value}"',
    }
    return Response(content, media_type=MEDIA_TYPES[ending], headers=headers)


for _ending in _FILES:
    router.get(f"/decisions.{_ending.value}")(decisions_file)


async def _ranking(
    request: Request, played: Sequence[PlayedMatch], names: Names, least: int
) -> DecisionRanking:
    services = services_of(request)
    forks = await services.by_package.of(MatchLuck).forks.every()
    return decision_ranking(played, forks, services.hub.is_known_over, names, least)


def _query(asked: dict[str, str]) -> str:
    return f"?{urlencode(given)}" if (given := {k: v for k, v in asked.items() if v}) else ""
