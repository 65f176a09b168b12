"""The page of a tournament's queries and cases, with the rulings."""

from collections.abc import Sequence
from dataclasses import dataclass

from fastapi import APIRouter
from starlette.responses import Response

from rules.directing.cases import Case, ruling_seen
from rules.directing.finality import NOT_POSTED
from rules.events import CaseRuling, EventDescribed
from rules.formats.team_event.stages import Stage
from rules.games.backgammon import BACKGAMMON
from rules.identities import MatchAddress, MatchId
from server.access import Sight, Visitor
from server.hall import Hall
from server.tournaments.tournament_process import TournamentProcess
from server.values.naming import Names
from server.views.director.seen_results import directors_finality, hidden_cases, outcomes_seen_by
from server.views.log.words import LogLine, log_lines
from server.views.seen_values import seen_values
from server.views.tournament.words import StatusShown, status_shown
from server.web.orders.order_routes import ShowRefused, add_form_route
from server.web.orders.tournament_desk import SchedulingDesk, TournamentDesk
from server.web.rulings.orders import RULING_ORDERS
from server.web.shell.form_errors import NOTHING_REFUSED, Refused
from server.words.tournament_sentences import CASE_RULINGS, CASE_STAGES
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class CaseShown:
    """A case as the page shows it; `ruling` and `stage_text` are in words.

    `was` has the teams and facts, `ruling_was` the ruling and its text, and `words_were` the public
    text. Forms send them back, so that an order is refused if they have changed since. `steps` are
    all recorded steps, the earliest first. `appeal_until` is the time of day until which an appeal
    may be lodged; `late` is true if no appeal may be lodged any more.
    """

    case: Case
    address: MatchAddress | None
    adjusted: MatchAddress | None
    ruling: str
    stage_text: str
    was: str
    ruling_was: str
    words_were: str
    appeal_until: str
    late: bool
    steps: tuple[LogLine, ...]

    @property
    def stage(self) -> str:
        """The stage of the case, as the value that a form sends."""
        return self.case.stage.value


def shown_cases(
    hall: Hall, tournament: TournamentProcess, visitor: Visitor, words: Words
) -> list[CaseShown]:
    """Return the cases that the visitor may see: first the open ones, then the decided ones.

    In each of the two groups, the newest comes first.
    """
    hidden, names = hidden_cases(hall, tournament, visitor), hall.names(words.code, in_full=True)
    cases = tournament.state.rulings.cases.cases
    shown = [
        _shown(each, hall, tournament, words, names)
        for number, each in cases.items()
        if number not in hidden
    ]
    return sorted(shown, key=lambda each: (not each.case.is_open, -each.case.case))


def _shown(
    case: Case, hall: Hall, tournament: TournamentProcess, words: Words, names: Names
) -> CaseShown:
    steps = [each for each in tournament.entries if getattr(each.event, "case", 0) == case.case]
    ruled = case.ruled
    until = ruled.appeal_until if ruled else None
    runs = until is not None and hall.now() <= until
    adjusted = ruled.number if ruled else 0
    return CaseShown(
        case=case,
        address=_address(case.number, tournament, names),
        adjusted=_address(adjusted, tournament, names),
        ruling=words.gettext(CASE_RULINGS[ruled.ruling.value]) if ruled else "",
        stage_text=words.gettext(CASE_STAGES[case.stage.value]),
        was=seen_values((*case.teams, case.facts)),
        ruling_was=seen_values(ruling_seen(case)),
        words_were=case.words,
        appeal_until=words.clock(until.astimezone()) if until and runs else "",
        late=not runs,
        steps=tuple(log_lines(steps, words, BACKGAMMON, names)),
    )


def _address(number: int, tournament: TournamentProcess, names: Names) -> MatchAddress | None:
    return names.match(MatchId(tournament.tournament, number)) if number else None


def matches_of(
    hall: Hall, tournament: TournamentProcess, visitor: Visitor, words: Words
) -> list[tuple[int, str]]:
    """Return the matches that a case may be about, by number, each with both teams.

    Matches in which the visitor plays are left out.
    """
    names, found = hall.names(words.code), [(0, words.gettext("no match"))]
    for stage in tournament.state.event.stages.values():
        for number, pairing in sorted(stage.with_extra.items()):
            match_id = MatchId(tournament.tournament, number)
            if hall.sight(visitor, match_id) is Sight.BY_ROLE:
                label = names.match(match_id).label
                found.append((number, f"{label}: {pairing.home} – {pairing.away}"))
    return found


router = APIRouter(prefix="/hall/t/{tournament}/tournament/cases", include_in_schema=False)


@dataclass(frozen=True, slots=True)
class QueryShown:
    """A query as the page shows it; `answer` is None while the query is open."""

    number: int
    address: MatchAddress
    team: str
    by: str
    when: str
    text: str
    answer: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CasesPage:
    """Values of the page; `minutes` is the time for which results may be queried.

    `matches`, `queryable` (those whose results may be queried) and `stages` are choices in forms:
    the number that the form sends, and the text. `rulings` are choices by name. `final` is true if
    the period of queries has ended for some match's result; then the director can no longer change
    that period.
    """

    tournament: str
    tournaments: Sequence[str]
    described: EventDescribed | None
    standing: StatusShown
    queries: Sequence[QueryShown]
    minutes: int
    cases: Sequence[CaseShown]
    teams: Sequence[str]
    matches: Sequence[tuple[int, str]]
    stages: Sequence[tuple[int, str]]
    rulings: Sequence[tuple[str, str]]
    final: bool
    queryable: Sequence[tuple[int, str]]
    may_direct: bool
    refused: Refused


@router.get("")
async def cases(desk: SchedulingDesk) -> Response:
    """Show the queries and cases, open and decided."""
    return _page(desk)


async def _refused(desk: SchedulingDesk) -> ShowRefused:
    return lambda _, why: _page(desk, why)


add_form_route(router, RULING_ORDERS, _refused)


def _page(desk: TournamentDesk, why: Refused = NOTHING_REFUSED) -> Response:
    words, hall, visitor, tournament = desk.words, desk.hall, desk.visitor, desk.tournament
    outcomes = outcomes_seen_by(visitor, hall, desk.public, tournament.tournament)
    final = directors_finality(hall, desk.public, tournament.tournament, outcomes)
    values = CasesPage(
        tournament=desk.name,
        tournaments=desk.tournaments,
        described=tournament.state.event.described,
        standing=status_shown(final.status, words, hall.now()),
        queries=_queries(hall, tournament, words),
        minutes=tournament.state.rulings.queries.minutes,
        cases=shown_cases(hall, tournament, visitor, words),
        teams=[*tournament.teams],
        matches=matches_of(hall, tournament, visitor, words),
        stages=[(each.number, each.plan.name) for each in _drawn(tournament)],
        rulings=[(each.value, words.gettext(CASE_RULINGS[each.value])) for each in CaseRuling],
        final=any(each.deadline is not None for each in final.matches.values()),
        queryable=_queryable(hall, tournament, words),
        may_direct=desk.may_direct,
        refused=why,
    )
    return desk.shell.page(desk.request, "rulings/cases.html", values, status=why.page_status)


def _drawn(tournament: TournamentProcess) -> list[Stage]:
    stages = tournament.state.event.stages.values()
    return [each for each in stages if each.drawn is not None]


def _queries(hall: Hall, tournament: TournamentProcess, words: Words) -> list[QueryShown]:
    """Return the queries: open ones first, the newest first in each group."""
    names, times = hall.names(words.code, in_full=True), tournament.times.queries
    shown = [
        QueryShown(
            number=number,
            address=names.match(MatchId(tournament.tournament, each.number)),
            team=each.team,
            by=names.by(each.by),
            when=words.clock(times[number].raised.astimezone()),
            text=each.text,
            answer=each.answer,
        )
        for number, each in tournament.state.rulings.queries.queries.items()
    ]
    return sorted(shown, key=lambda each: (each.answer is not None, -each.number))


def _queryable(hall: Hall, tournament: TournamentProcess, words: Words) -> list[tuple[int, str]]:
    """Return the matches whose results are posted but not yet final: number and both teams."""
    names, found = hall.names(words.code), list[tuple[int, str]]()
    final = hall.finality(tournament.tournament)
    for stage in tournament.state.event.stages.values():
        for number, pairing in sorted(stage.with_extra.items()):
            known = final.get(number, NOT_POSTED)
            if known.posted is not None and known.deadline is None:
                label = names.match(MatchId(tournament.tournament, number)).label
                found.append((number, f"{label}: {pairing.home} – {pairing.away}"))
    return found
