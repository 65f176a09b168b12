"""The values of a tournament's public pages in one language, from public facts only (ruling 12).

The parts that change during play are rendered here once for all followers in a language, so that a
page contains the same bytes as the websocket frames sent to it later.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, NamedTuple

from fastapi import Depends, Request
from starlette.responses import HTMLResponse

from rules.directing.cases import Case
from rules.formats.format import Outcomes
from rules.formats.team_event.deciding import TEAM_EVENT
from rules.formats.team_event.forecast import Forecast
from rules.formats.team_event.podium import podium
from rules.identities import TournamentId
from server.live.hub import LiveHub
from server.live.listed_tournaments import LatestResults, public_cases
from server.live.public_outcomes import PublicOutcomes
from server.live.public_source import PublicSource, PublicTournament
from server.live.snapshot import PublicSnapshot
from server.tournaments.tournament_finality import TournamentFinality
from server.values.naming import Names
from server.views.match.lists import (
    Events,
    MatchRow,
    finished_row,
    match_row,
    soonest_first,
)
from server.views.team_event.values import StageValues, StartRow, last_start_words, start_rows
from server.views.tournament.words import StatusShown, status_shown
from server.web.edge.format_pages import Leader, PageLink, PublicFormat, WaitingPart
from server.web.edge.public_services import (
    LatestResultsDep,
    LiveHubDep,
    PublicOutcomesDep,
    PublicSourceDep,
    PublicTournamentDep,
    public_services_of,
)
from server.web.shell.hidden_results import hides_results
from server.web.shell.lists import Filters
from server.web.shell.page_templates import page_templates
from server.web.shell.shell import Shell, ShellDep
from server.words.translation import Words

LATEST = 6
"""Number of results on the overview; the others are in the archive."""
COMING = 6
"""Number of coming matches on the overview; the others are in the schedule."""
OVERVIEW = "overview"
"""The name by which the feed of a tournament's pages calls the tournament's first page."""
SCHEDULE = "schedule"
"""The name of the page with a tournament's rounds, in the same feed."""


class PairsAsked(NamedTuple):
    """Which pairs of a schedule a page shows: those of a team, of a round, or of both.

    `round` has the numbers of a stage and a round of it, such as "1-2". An empty text means all.
    """

    team: str
    round: str

    def fits(self, stage: int, number: int, teams: Collection[str]) -> bool:
        """Return True if these teams, of a round of a stage, are asked for."""
        return self.round in ("", f"{stage}-{number}") and (not self.team or self.team in teams)


@dataclass(frozen=True)
class TournamentView:
    """A tournament's public state as it is now, for the tournament's pages in one language.

    `formats` are all formats that a tournament can have. With `all_rounds` the early rounds of its
    stages are included. If `asked` is set, the rounds have only the pairs that are asked for.
    """

    source: PublicSource
    hub: LiveHub
    public: PublicOutcomes
    latest: LatestResults
    tournament: PublicTournament
    words: Words
    formats: Sequence[PublicFormat]
    all_rounds: bool = False
    asked: PairsAsked | None = None

    @property
    def name(self) -> str:
        """The short name of the tournament, as in addresses."""
        return str(self.tournament.name)

    @property
    def title(self) -> str:
        """The title of the tournament, given by its organiser."""
        return self.tournament.title

    @property
    def place_and_dates(self) -> str:
        """The place and dates of the tournament, in its organiser's words."""
        described = self.tournament.state.event.described
        texts = [described.place, described.dates] if described else []
        return ", ".join(filter(None, texts))

    @cached_property
    def names(self) -> Names:
        """People's names in the language of the page."""
        return self.source.names(self.words.code)

    @cached_property
    def outcomes(self) -> Outcomes:
        """The outcomes of the tournament's matches."""
        return self.public.of(self._id)

    @cached_property
    def final(self) -> TournamentFinality:
        """The status of the tournament, and whether each match's results are posted or final."""
        return self.public.finality(self.source, self._id, self.outcomes)

    @property
    def standing(self) -> StatusShown:
        """The status of the tournament, in words."""
        return status_shown(self.final.status, self.words, self.source.now())

    @cached_property
    def cases(self) -> list[Case]:
        """The cases that are public."""
        return public_cases(self.tournament, self.final)

    @cached_property
    def foreseen(self) -> Forecast:
        """The expected ends of the tournament's matches and of its day."""
        return self.public.forecast(self.source, self._id, self.outcomes)

    @property
    def day_ends(self) -> str:
        """The approximate time of day at which today's last match ends; empty if it is unknown."""
        return self.words.clock(self.foreseen.day.astimezone()) if self.foreseen.day else ""

    @property
    def last_start(self) -> str:
        """The notice that no game may start for some time; empty if there is none."""
        last = self.tournament.state.event.times.last_start
        return last_start_words(last, self.source.now(), self.words)

    @property
    def starts(self) -> list[StartRow]:
        """The announced starts of rounds."""
        return start_rows(self.tournament.state.event, self.words)

    @property
    def first_three(self) -> tuple[tuple[str, ...], ...]:
        """The teams in the first three places."""
        return podium(self.tournament.state.event, self.outcomes)

    @cached_property
    def _shown(self) -> dict[str, Any]:
        return {}

    def of(self, name: str) -> Any:
        """Return the values for the templates of the format called `name`.

        The values are made when they are first asked for.
        """
        if name not in self._shown:
            (pages,) = (each for each in self.formats if each.rules.name == name)
            self._shown[name] = pages.values(self)
        return self._shown[name]

    @property
    def stages(self) -> list[StageValues]:
        """The tournament's stages, each with its groups' standings and its published rounds."""
        stages: list[StageValues] = self.of(TEAM_EVENT.name)
        return stages

    @property
    def leaders(self) -> list[str]:
        """The templates that show who leads, one for each format of the tournament."""
        return [each.leaders for each in self.formats if each.leaders]

    @property
    def waiting(self) -> list[WaitingPart]:
        """What is still to be played in formats whose matches are not all announced."""
        return [each for one in self.formats for each in one.waiting(self)]

    @property
    def leading(self) -> list[Leader]:
        """The first of the tournament so far, as far as results are public."""
        return [each for one in self.formats for each in one.leading(self)]

    @property
    def next_start(self) -> str:
        """What is announced to begin next, and when; empty if nothing is."""
        coming = [each for each in self.starts if each.at > self.source.now()]
        return f"{coming[0].name}, {coming[0].starts}" if coming else ""

    @property
    def is_unlisted(self) -> bool:
        """True if every format that is set up keeps its coming matches on a page of its own."""
        set_up = [each for each in self.formats if each.is_set_up(self.tournament.state)]
        return bool(set_up) and all(each.lists_its_own for each in set_up)

    @property
    def is_set_up(self) -> bool:
        """True if any format of the tournament has been set up."""
        return any(each.is_set_up(self.tournament.state) for each in self.formats)

    @property
    def links(self) -> list[tuple[str, str]]:
        """The public pages of the tournament that have something to show, each with its name.

        Those of its formats come first.
        """
        gettext = self.words.gettext
        of_formats = [
            (link.path, gettext(link.label))
            for each in self.formats
            for link in each.public
            if each.is_set_up(self.tournament.state)
        ]
        played = bool(self.source.registry.finished.numbered(self._id)) or any(
            row.over or row.playing for row in self._in_play
        )
        people = self.words.pgettext("players of a tournament", "People")
        others = [
            ("/teams", gettext("Teams"), bool(self.tournament.teams)),
            ("/players", people, played),
            ("/archive", gettext("Archive"), bool(self.results)),
            ("/where", gettext("Find my table"), not all(row.over for row in self._in_play)),
        ]
        return [*of_formats, *((path, label) for path, label, shown in others if shown)]

    def followed(self, page: str) -> PageLink:
        """Return the link to the page called `page`, which changes during the tournament."""
        every = (link for each in self.formats for link in each.public)
        return next(link for link in every if link.name == page)

    @cached_property
    def playing(self) -> list[MatchRow]:
        """The matches under way."""
        return [each for each in self._in_play if each.playing]

    @property
    def coming(self) -> list[MatchRow]:
        """The matches that are set up but have not begun, the next one first."""
        planned = [each for each in self._in_play if not each.playing and not each.over]
        return soonest_first(planned)[:COMING]

    @property
    def just_over(self) -> list[MatchRow]:
        """The matches that are over but not among the finished ones yet, the latest first."""
        return [each for each in reversed(self._in_play) if each.over]

    @property
    def results(self) -> list[MatchRow]:
        """The matches that ended last."""
        over = self.just_over
        finished = self.source.registry.finished
        for match_id in self.latest.of(self._id, LATEST):
            row = finished_row(finished.of(match_id), self.words, self.names, self._events)
            over.append(row)
        return over[:LATEST]

    def matches_of(self, team: str) -> list[MatchRow]:
        """Return a team's matches: those under way first, then the latest."""
        finished = self.source.registry.finished.with_team(self._id, team)
        over = [
            finished_row(each, self.words, self.names, self._events)
            for each in finished
            if self.hub.is_finished(each.match_id)
        ]
        going = [each for each in self._in_play if team in (each.home_team, each.away_team)]
        return [*going, *reversed(over)]

    @cached_property
    def _in_play(self) -> list[MatchRow]:
        every = [now for now in self.hub.in_play() if now.scheduled.match_id.tournament == self._id]
        return [self._row(now) for now in every]

    def _row(self, now: PublicSnapshot) -> MatchRow:
        match_id = now.scheduled.match_id
        posted = self.source.result_steps.of_match(match_id) if self.hub.is_over(match_id) else ()
        ends = self.foreseen.matches.get(match_id.number)
        return match_row(now, self.words, self.names, self._events, posted, ends)

    @property
    def _events(self) -> Events:
        return {self._id: self.tournament.state}

    @property
    def _id(self) -> TournamentId:
        return self.tournament.tournament


_OVERVIEW_PARTS = {part: f"shell/parts/{part}.html" for part in ("status", "matches", "leaders")}


def rendered_parts(
    view: TournamentView, page: str, *, results_hidden: bool = False
) -> Mapping[str, str]:
    """Return the parts of a page that change during the tournament, as HTML by name.

    With `results_hidden` they have no results of finished matches.
    """
    templates = page_templates(view.words.code)
    parts = _OVERVIEW_PARTS
    if page != OVERVIEW:
        parts = {"status": _OVERVIEW_PARTS["status"], page: view.followed(page).part}
    return {
        part: templates.get_template(template).render(
            view=view, tournament=view.name, results_hidden=results_hidden
        )
        for part, template in parts.items()
    }


def tournament_facts(
    source: PublicSource, hub: LiveHub, public: PublicOutcomes, tournament: TournamentId
) -> object:
    """Return all that the changing parts of a tournament's pages show, except the time of day.

    Callers compare the value with an earlier one: if the two are equal, the parts have not changed
    and need not be rendered again.
    """
    process = source.tournaments.processes[tournament]
    in_play = tuple(
        (now.scheduled, now.phase, now.game, now.held, now.opponents)
        for now in hub.in_play()
        if now.scheduled.match_id.tournament == tournament
    )
    known, to_points = public.of(tournament), public.to_points(source, tournament)
    final = public.finality(source, tournament, known)
    return (
        process.state,
        tuple(known.items()),
        tuple(to_points.items()),
        in_play,
        tuple(final.matches.items()),
    )


ViewOf = Callable[[PublicTournament], TournamentView]


async def _view_of(
    request: Request,
    shell: ShellDep,
    source: PublicSourceDep,
    hub: LiveHubDep,
    public: PublicOutcomesDep,
    latest: LatestResultsDep,
) -> ViewOf:
    """Return the maker of tournaments' values in the visitor's language."""
    every_round = request.query_params.get("rounds") == "all"
    words = shell.words(request)
    formats = public_services_of(request).public_formats

    def view_of(tournament: PublicTournament) -> TournamentView:
        return TournamentView(source, hub, public, latest, tournament, words, formats, every_round)

    return view_of


ViewOfDep = Annotated[ViewOf, Depends(_view_of)]


async def _tournament_view(tournament: PublicTournamentDep, view_of: ViewOfDep) -> TournamentView:
    """Return the values of pages of the tournament in the address, in the visitor's language."""
    return view_of(tournament)


TournamentViewDep = Annotated[TournamentView, Depends(_tournament_view)]


def tournament_page(
    request: Request, shell: Shell, view: TournamentView, template: str, **values: Any
) -> HTMLResponse:
    """Return a page of a tournament: a template with the given values and those of base.html.

    The template also has `view`, and `tournament`, the short name.
    """
    values |= {"view": view, "tournament": view.name}
    return shell.page(request, template, **values)


def live_page(
    request: Request,
    shell: Shell,
    view: TournamentView,
    page: str,
    filtered: Filters | None = None,
) -> HTMLResponse:
    """Return the page of that name, a part of which changes while the tournament is played.

    `filtered` are the filters of a page that has some.
    """
    link, hidden = view.followed(page), hides_results(request)
    if hidden and page != SCHEDULE:
        return shell.page(request, "shell/results_hidden.html")
    parts = rendered_parts(view, page, results_hidden=hidden)
    heading = view.words.gettext(link.label)
    return tournament_page(
        request,
        shell,
        view,
        link.page,
        parts=parts,
        heading=heading,
        page=page,
        filtered=filtered,
    )
