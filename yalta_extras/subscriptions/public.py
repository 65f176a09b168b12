"""The addresses of results feeds and calendars, and the links to them on pages.

`/results.atom` has the latest results of all tournaments, `/t/{tournament}/results.atom` those of
one tournament. `/t/{tournament}/schedule.ics` has the tournament's rounds; with `?team=` only those
of a team.

Feed readers and calendar programs ask again and again. An answer has the digest of its contents as
its ETag; as long as nothing public has changed, the answer is 304 without contents. With
`?results=hidden` feeds tell no results, and all links lead to pages that hide results.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2s
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from markupsafe import Markup
from starlette.responses import Response

from rules.errors import MatchRefused
from rules.identities import TournamentId
from rules.text import N_
from server.access import Action
from server.live.snapshot import PublicPhase
from server.values.finished_match import steps_kept
from server.views.match.lists import finished_row, match_row
from server.web.edge.addresses import address_for_others
from server.web.edge.authorization import needs
from server.web.edge.public_services import (
    PublicServices,
    PublicTournamentDep,
    public_services_of,
)
from server.web.match_page.stories import MatchShown
from server.web.shell.hidden_results import CHOICE, hides_results, with_choice
from server.web.shell.shell import Shell
from server.web.shell.tournament_view import TournamentView
from server.words.languages import LANGUAGES
from server.words.translation import Words, words_for
from yalta_extras.subscriptions.results import MOST, FeedResult, results_feed
from yalta_extras.subscriptions.rounds import has_rounds, rounds_calendar

ATOM, CALENDAR = "application/atom+xml", "text/calendar"
_ASK_AGAIN = {"cache-control": "no-cache"}
"""The header by which caches keep an answer, but ask before each use if it is still valid."""

FeedLanguage = Annotated[str | None, Query(alias="language", pattern=f"^({'|'.join(LANGUAGES)})$")]
"""The language of a feed. Only the address says it: a feed reader sends no cookies."""
CalendarTeam = Annotated[
    str, Query(alias="team", max_length=200, description="Only this team's rounds.")
]

router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])


@router.get("/results.atom")
async def every_result(request: Request, language: FeedLanguage = None) -> Response:
    """Return the latest results of all tournaments as an Atom feed."""
    words = _words(request, language)
    return _answer(request, _feed(request, words, words.gettext("Latest results"), None), ATOM)


@router.get("/t/{tournament}/results.atom")
async def results(
    request: Request, tournament: PublicTournamentDep, language: FeedLanguage = None
) -> Response:
    """Return the latest results of a tournament as an Atom feed."""
    words = _words(request, language)
    content = _feed(request, words, tournament.title, tournament.tournament)
    return _answer(request, content, ATOM)


@router.get("/t/{tournament}/schedule.ics")
async def schedule(
    request: Request,
    tournament: PublicTournamentDep,
    team: CalendarTeam = "",
    language: FeedLanguage = None,
) -> Response:
    """Return the announced rounds of a tournament, or of a team in it, as a calendar."""
    name = tournament.state.name_now(team) if team else ""
    if name and name not in tournament.teams:
        raise MatchRefused("team", team, ", ".join(tournament.teams) or N_("none yet"))
    path = f"/t/{tournament.name}/schedule"
    address = address_for_others(request, with_choice(path) if hides_results(request) else path)
    words = _words(request, language)
    content = rounds_calendar(
        tournament.tournament, tournament.title, tournament.state.event, words, address, name
    )
    return _answer(request, content, CALENDAR)


def _feed(request: Request, words: Words, title: str, of: TournamentId | None) -> bytes:
    """Return the feed of the latest results of the tournament `of`, of all if it is None."""
    services = public_services_of(request)
    source, hub = services.source, services.hub
    processes, names = source.tournaments.processes, hub.names_of(words.code)
    events = {each: process.state for each, process in processes.items()}
    every = list[FeedResult]()
    for now in hub.in_play():
        match_id = now.scheduled.match_id
        steps = source.result_steps.of_match(match_id)
        if of in (None, match_id.tournament) and now.phase is PublicPhase.OVER and steps:
            every.append(FeedResult(match_id, match_row(now, words, names, events), steps))
    just_ended = {each.match_id for each in every}
    for match_id in services.latest_results.of_all([*processes] if of is None else [of], MOST):
        finished = hub.known.finished.of(match_id)
        steps = steps_kept(finished)
        if steps and match_id not in just_ended:
            row = finished_row(finished, words, names, events)
            every.append(FeedResult(match_id, row, steps))
    every.sort(key=lambda each: (each.posted, each.match_id.number), reverse=True)
    path = "/" if of is None else f"/t/{source.tournaments.names[of]}"
    base, hidden = address_for_others(request, ""), hides_results(request)
    return results_feed(title, every[:MOST], words, base, path, of, results_hidden=hidden)


def _words(request: Request, language: str | None) -> Words:
    return words_for(language or public_services_of(request).language)


def _answer(request: Request, content: bytes, media_type: str) -> Response:
    """Return these contents, or 304 if the request says that its sender has them already.

    The request says so by the digest of the contents (If-None-Match).
    """
    digest = f'"{blake2s(content, digest_size=12).hexdigest()}"'
    headers = {**_ASK_AGAIN, "etag": digest}
    known = request.headers.get("if-none-match", "")
    if digest in {each.strip().removeprefix("W/") for each in known.split(",")}:
        return Response(None, 304, headers)
    return Response(content, media_type=f"{media_type}; charset=utf-8", headers=headers)


@dataclass(frozen=True, slots=True)
class Subscription:
    """A link to a feed or calendar.

    `title` names it in a page's head, `label` is the text of the link on the page.
    """

    address: str
    media_type: str
    title: str
    label: str


def head(request: Request, shown: TournamentView | MatchShown | None) -> Markup:
    """Return the HTML tags by which feed readers find the feeds of a page.

    `shown` is what the page shows, None for the front page. A match's page has no feed of its own.
    """
    if isinstance(shown, MatchShown):
        return Markup()
    return _part(request, "_head", "" if shown is None else shown.name)


def links(request: Request, page: Mapping[str, str]) -> Markup:
    """Return the links to the feed and the calendar of a page, for people.

    `page` has the short name of the page's `tournament`, empty for the front page, and the name of
    its `team`, empty on other pages than a team's.
    """
    return _part(request, "_links", page["tournament"], page["team"])


def _part(request: Request, template: str, tournament: str, team: str = "") -> Markup:
    shell = Shell(public_services_of(request).language)
    found = _subscriptions(request, shell.words(request), tournament, team)
    return shell.part(request, f"subscriptions/{template}.html", subscriptions=found)


def _has_results(services: PublicServices, tournament: TournamentId) -> bool:
    """Return True if a match of the tournament is over, so that its feed has an entry."""
    over = (now for now in services.hub.in_play() if now.phase is PublicPhase.OVER)
    return bool(services.latest_results.of(tournament, 1)) or any(
        now.scheduled.match_id.tournament == tournament for now in over
    )


def _subscriptions(
    request: Request, words: Words, tournament: str, team: str
) -> list[Subscription]:
    """Return a page's links to a feed and to a calendar; a tournament's have to have something."""
    language = {"language": words.code, **(CHOICE if hides_results(request) else {})}
    if not tournament:
        title = words.gettext("Latest results")
        address = f"/results.atom?{urlencode(language)}"
        return [Subscription(address, ATOM, title, words.gettext("Results feed (Atom)"))]
    services = public_services_of(request)
    process = services.source.tournaments.named(tournament)
    before, found = f"/t/{tournament}", list[Subscription]()
    if not team and _has_results(services, process.tournament):
        address = f"{before}/results.atom?{urlencode(language)}"
        label = words.gettext("Results feed (Atom)")
        found.append(Subscription(address, ATOM, f"{process.title}: {label}", label))
    if has_rounds(process.state.event, process.state.name_now(team) if team else ""):
        query = urlencode({**language, **({"team": team} if team else {})})
        label = words.gettext("Calendar of rounds (.ics)")
        title = f"{process.title}: {label}"
        found.append(Subscription(f"{before}/schedule.ics?{query}", CALENDAR, title, label))
    return found
