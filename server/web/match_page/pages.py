"""A match's pages for staff, clerks, players and captains, and the pages that set a match up.

All of these pages have the same forms. After a form is carried out, its sender returns to the page
from which it was sent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import RedirectResponse, Response

from rules import events as ev
from rules.clocks import milliseconds
from rules.directing.queries import Query as ResultQuery
from rules.games.known_games import GAMES
from rules.identities import MatchId
from rules.match_play.machine import LONGEST
from rules.match_play.state import ENDINGS
from rules.position import Side
from rules.room import Room
from rules.scoring.terms import TERMS
from server.access import Action, Role, Visitor, may, may_somewhere, sees_aids
from server.hall import Hall
from server.matches.line_ups import line_up_of
from server.matches.match_record import MatchRecord
from server.matches.sheets import signed_results
from server.tournaments.tournament_process import TournamentProcess
from server.values.naming import Names
from server.views.hall.values import ConnectedBoard, ConsoleDesk
from server.views.match.values import MatchView
from server.views.seen_values import seen_values
from server.views.tables.words import board_terms
from server.views.team_event.values import last_start_words
from server.web.director.corrections import done_words
from server.web.director.values import HandValues, hand_values, seats
from server.web.edge.authorization import Directing, Scheduling, needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import check_each_once, posted
from server.web.edge.public_services import MatchIdDep
from server.web.edge.services import HallDep, TournamentDep
from server.web.hall.parts import ConsoleParts, LiveParts
from server.web.hall.sockets import ConsoleDeskDep, ConsolePartsDep
from server.web.match_page.forms import FORMS, FormHandler, schedule, schedule_match_play
from server.web.matches import orders as match_orders
from server.web.matches.schemas import RecordingOut, recording_out
from server.web.orders.fields import MatchText, OrderIn
from server.web.shell.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.shell.lists import PageNumber, page_links, person_choices
from server.web.shell.shell import Shell, ShellDep
from server.words.translation import Words

HOMES = {Role.CLERK: "/room", Role.CAPTAIN: "/captain", Role.PLAYER: "/seat"}
"""The pages to which visitors with these roles return; all others return to the match's page."""


@dataclass(frozen=True, slots=True)
class MadeFrom:
    """The values that the forms of a match's page were made from.

    The forms send them back, so that an order is refused if they have changed since. `line_ups` has
    the line-up of each team, `results` all results once the match is over. Line-ups are sealed: a
    template may use only the line-up of the team whose form it shows (ruling 13).
    """

    line_ups: Mapping[str, str]
    results: str


@dataclass(frozen=True, slots=True)
class SeedWords:
    """The captains' words for the seed, as far as a page may show them.

    `commitment` is the SHA-256, in hexadecimal, of the seed that the words are joined with
    (ruling 8). `given` are the teams that have handed in a word. `opened` are both words once both
    are in. `own` is the word of the visitor's team.
    """

    commitment: str
    given: frozenset[str]
    opened: tuple[str, ...]
    own: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPage:
    """Values of a match's page for visitors who see both rooms.

    `players` and `seats` are choices in forms; `hand` are the choices in forms of results kept by
    hand. `corrected` is the sentence that a result was just corrected, or empty.
    """

    view: MatchView
    live: LiveParts
    now_ms: int
    players: Mapping[str, Sequence[tuple[str, str]]]
    boards: Sequence[ConnectedBoard]
    board_terms: Mapping[str, object]
    recording: Mapping[Room, RecordingOut]
    may_give_links: bool
    may_seat: bool
    may_direct: bool
    seed_words: SeedWords | None
    may_withdraw: bool
    may_log_presence: bool
    may_call: bool
    hand: Mapping[str, HandValues]
    embargo: str
    clocks: ev.ClockSetting
    made_from: MadeFrom
    last_start: str
    seats: Sequence[tuple[str, str, Room, Side, str]]
    corrected: str
    refused: Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptainPage:
    """Values of a captain's page. `queries` are the queries of the captain's team.

    `until` is the time of day until which results may be queried, or empty if no period for queries
    is running.
    """

    view: MatchView
    team: str | None
    line_up: ev.LineUpSubmitted | None
    seed_words: SeedWords | None
    names: Names
    live: LiveParts
    players: Mapping[str, Sequence[tuple[str, str]]]
    made_from: MadeFrom
    queries: Sequence[ResultQuery]
    may_query: bool
    until: str
    last_start: str
    refused: Refused


@dataclass(frozen=True, slots=True)
class MatchPages:
    """Makes the pages that have a match's forms, in answer to one request."""

    request: Request
    shell: Shell
    desk: ConsoleDesk
    parts: ConsoleParts

    @property
    def words(self) -> Words:
        """The texts in the visitor's language."""
        return self.shell.words(self.request)

    def home(self, match_id: MatchId, visitor: Visitor, why: Refused) -> Response:
        """Return the page from which a refused form was sent, with the reason for the refusal.

        Clerks, captains and players get their own page, all others get the match's page.
        """
        match visitor.role:
            case Role.CAPTAIN:
                return self.captain(visitor, why)
            case Role.CLERK | Role.PLAYER:
                return self.tables(visitor, why)
            case _:
                return self.match(match_id, visitor, why)

    def match(
        self,
        match_id: MatchId,
        visitor: Visitor,
        why: Refused = NOTHING_REFUSED,
        corrected: str = "",
    ) -> Response:
        """Return a match's page for those who see both rooms.

        Raises MatchRefused for an unknown match.
        """
        view = self.desk.view(match_id, visitor, self.words.code)
        live = self.parts.match(match_id, visitor, self.words)
        if view.hidden:
            page = "match_page/own_match.html"
            line = self._last_start([match_id])
            return self.shell.page(self.request, page, view=view, live=live, last_start=line)
        record = self.desk.match(match_id).record
        values = MatchPage(
            view=view,
            live=live,
            now_ms=milliseconds(self.desk.now()),
            players=self._players(view),
            boards=self.desk.boards(),
            board_terms=self._board_terms(visitor),
            recording={room: recording_out(record, room) for room in view.rooms},
            may_give_links=may(visitor, Action.GIVE_LINKS),
            may_seat=may(visitor, Action.SEAT_BOARD),
            may_direct=may(visitor, Action.DIRECT),
            seed_words=_seed_words(record),
            may_withdraw=may(visitor, Action.DIRECT) and self._may_be_withdrawn(match_id),
            may_log_presence=may_somewhere(visitor, Action.LOG_PRESENCE),
            may_call=may_somewhere(visitor, Action.CALL),
            hand=self._hand_values(visitor),
            embargo=self.desk.embargo(match_id).value,
            clocks=record.clocks_in_force,
            made_from=self._made_from(match_id),
            last_start=self._last_start([match_id]),
            seats=self._seats(view, visitor),
            corrected=done_words(corrected, self.words, one_table=view.one_table),
            refused=why,
        )
        return self.shell.page(
            self.request, "match_page/operators.html", values, status=why.page_status
        )

    def _seats(self, view: MatchView, visitor: Visitor) -> list[tuple[str, str, Room, Side, str]]:
        """Return every seat that a substitute may take; none unless the visitor is a director."""
        if view.over or view.one_table or not may(visitor, Action.DIRECT):
            return []
        return seats(self.desk.match(view.match_id).record, view.names)

    def _may_be_withdrawn(self, match_id: MatchId) -> bool:
        """Return True if a match is in no round and has not been played: it can be withdrawn."""
        tournament = self.desk.hall.tournaments.of(match_id)
        counts = tournament.state.counts(match_id.number)
        return not counts and not self.desk.match(match_id).record.has_begun

    def tables(
        self,
        visitor: Visitor,
        why: Refused = NOTHING_REFUSED,
        page: int = 1,
        match: MatchId | None = None,
    ) -> Response:
        """Return the page with the tables of the visitor's room, or with a player's own table.

        `page` is the number of the page in a long list. If `match` is given, the page with this
        match is returned instead.
        """
        shown = self.parts.own_views(visitor, self.words, page, match)
        home = HOMES.get(visitor.role, "/room")
        address = self.request.url.replace(path=home).remove_query_params("match")
        return self.shell.page(
            self.request,
            "match_page/tables.html",
            status=why.page_status,
            views=shown.items,
            live=self.parts.tables(visitor, self.words, shown.number),
            now_ms=milliseconds(self.desk.now()),
            home=home,
            pages=page_links(shown, address),
            hand=self._hand_values(visitor),
            may_log_presence=may_somewhere(visitor, Action.LOG_PRESENCE),
            may_call=may_somewhere(visitor, Action.CALL),
            board_terms=self._board_terms(visitor),
            made_from={
                view.match_id: self._made_from(view.match_id)
                for view in shown.items
                if view.one_table
            },
            last_start=self._last_start([view.match_id for view in shown.items]),
            refused=why,
        )

    def _hand_values(self, visitor: Visitor) -> Mapping[str, HandValues]:
        """Return the choices in forms of results kept by hand, by game.

        There are none for visitors who may not enter results.
        """
        if not may_somewhere(visitor, Action.ENTER_RESULT):
            return {}
        return hand_values(self.words)

    def captain(self, visitor: Visitor, why: Refused = NOTHING_REFUSED) -> Response:
        """Return the page of a captain's own match.

        Visitors without a match of their own are redirected to the hall's page.
        """
        if visitor.match is None:
            return RedirectResponse("/hall", 303)
        view = self.desk.view(visitor.match, visitor, self.words.code)
        record = self.desk.match(view.match_id).record
        finality = self.desk.hall.finality_of(view.match_id)
        until = finality.until
        values = CaptainPage(
            view=view,
            team=visitor.team,
            line_up=record.line_ups.get(visitor.team or ""),
            seed_words=_seed_words(record, visitor.team),
            names=self.desk.hall.names(self.words.code, in_full=True),
            live=self.parts.team(visitor, self.words),
            players=self._players(view),
            made_from=self._made_from(view.match_id),
            queries=self._queries(visitor, view.match_id),
            may_query=finality.posted is not None and finality.deadline is None,
            until=self.words.clock(until.astimezone()) if until else "",
            last_start=self._last_start([view.match_id]),
            refused=why,
        )
        return self.shell.page(
            self.request, "match_page/captain.html", values, status=why.page_status
        )

    def _queries(self, visitor: Visitor, match_id: MatchId) -> list[ResultQuery]:
        """Return the queries of the captain's team about its match."""
        book = self.desk.hall.tournaments.of(match_id).state.rulings.queries
        return [
            each
            for each in book.queries.values()
            if (each.number, each.team) == (match_id.number, visitor.team)
        ]

    def _last_start(self, matches: Sequence[MatchId]) -> str:
        """Return the notice that no game may start for some time, if it concerns these matches.

        Otherwise return an empty text.
        """
        hall = self.desk.hall
        orders = [hall.tournaments.of(each).state.event.times.last_start for each in matches]
        lines = (last_start_words(each, hall.now(), self.words) for each in orders)
        return next(filter(None, lines), "")

    def _made_from(self, match_id: MatchId) -> MadeFrom:
        record = self.desk.match(match_id).record
        line_ups = {team: seen_values(line_up_of(record, team)) for team in record.teams}
        signed = seen_values(signed_results(record)) if record.is_over else ""
        return MadeFrom(line_ups, signed)

    def _board_terms(self, visitor: Visitor) -> Mapping[str, object]:
        return board_terms(self.words, aids=sees_aids(visitor))

    def _players(self, view: MatchView) -> dict[str, list[tuple[str, str]]]:
        """Return the players by team: the value that a form sends, and the name that it shows."""
        hall, code = self.desk.hall, self.words.code
        tournament = hall.tournaments.of(view.match_id)
        names = hall.names(code, in_full=True)
        return {
            team: person_choices(tournament.players_of(team, view.game_name), names)
            for team in (view.teams.home, view.teams.away)
        }


def _seed_words(record: MatchRecord, team: str | None = None) -> SeedWords | None:
    """Return the captains' words for the seed, as far as `team` may see them.

    `team` is None for a visitor of no team. Return None once the match has started, or if the match
    takes no words.
    """
    if record.committed is None or record.started is not None:
        return None
    return SeedWords(
        record.committed.commitment.hex(),
        frozenset(record.words),
        record.opened_words,
        record.words.get(team or "", ""),
    )


async def _match_pages(
    request: Request, shell: ShellDep, desk: ConsoleDeskDep, parts: ConsolePartsDep
) -> MatchPages:
    return MatchPages(request, shell, desk, parts)


MatchPagesDep = Annotated[MatchPages, Depends(_match_pages)]
AtTable = Annotated[Visitor, Depends(needs(Action.SEE_TABLE, place_follows=True))]

router = APIRouter(include_in_schema=False)


@router.get("/hall/t/{tournament}/matches/{number}")
async def match(
    match_id: MatchIdDep,
    visitor: Annotated[Visitor, Depends(needs(Action.SEE_BOTH_ROOMS, to_players=True))],
    pages: MatchPagesDep,
    corrected: Annotated[str, Query(max_length=20)] = "",
) -> Response:
    """Show a match's page. `corrected` names a result that was just corrected, such as "2-open"."""
    return pages.match(match_id, visitor, corrected=corrected)


@router.get("/room")
async def room(
    visitor: AtTable,
    pages: MatchPagesDep,
    page: PageNumber = 1,
    match: Annotated[MatchText | None, Query()] = None,
) -> Response:
    """Show the tables of a room, for its clerk."""
    match_id = pages.desk.hall.names().match_meant(match) if match else None
    return pages.tables(visitor, page=page, match=match_id)


@router.get("/seat")
async def seat(visitor: AtTable, pages: MatchPagesDep) -> Response:
    """Show a player's own table."""
    return pages.tables(visitor)


@router.get("/captain")
async def captain(
    visitor: Annotated[Visitor, Depends(needs(Action.SEE_LINE_UP, place_follows=True))],
    pages: MatchPagesDep,
) -> Response:
    """Show the page of a captain's match."""
    return pages.captain(visitor)


async def _carry_out(
    form: str,
    handler: FormHandler,
    match_id: MatchId,
    visitor: Visitor,
    command_id: str,
    pages: MatchPages,
) -> Response:
    """Carry out the order of a form, and redirect to the page from which the form was sent.

    A refused form is shown again with the reason.
    """
    fields = dict(await posted(pages.request))
    form = fields.pop("form", form)
    try:
        await check_each_once(pages.request)
        await handler(pages.desk.hall, match_id, fields, visitor, command_id)
    except REFUSALS as error:
        names = pages.desk.hall.names(pages.words.code, in_full=True)
        return pages.home(match_id, visitor, refused(form, fields, error, pages.words, names))
    return RedirectResponse(
        HOMES.get(visitor.role, f"/hall{pages.desk.hall.names().match(match_id).path}"), 303
    )


def _add_form(path: str, action: Action, form: str, handler: FormHandler) -> None:
    place_follows = action is not Action.DIRECT

    async def carry_out(
        match_id: MatchIdDep,
        visitor: Annotated[Visitor, Depends(needs(action, place_follows=place_follows))],
        command_id: CommandIdDep,
        pages: MatchPagesDep,
    ) -> Response:
        return await _carry_out(form, handler, match_id, visitor, command_id, pages)

    router.add_api_route(
        f"/hall/t/{{tournament}}/matches/{{number}}/{path}", carry_out, methods=["POST"]
    )


for _path, _form in FORMS.items():
    _add_form(_path, *_form)


@router.post("/hall/t/{tournament}/matches/{number}/withdrawal")
async def withdraw(
    match_id: MatchIdDep,
    visitor: Directing,
    command_id: CommandIdDep,
    pages: MatchPagesDep,
) -> Response:
    """Withdraw the match and redirect to the hall.

    A refused form is shown again with the reason.
    """
    fields = dict(await posted(pages.request))
    hall = pages.desk.hall
    try:
        order = OrderIn.model_validate({"reason": fields.get("reason", "")})
        await match_orders.withdraw_match(hall, match_id, order, visitor, command_id)
    except REFUSALS as error:
        names = hall.names(pages.words.code, in_full=True)
        why = refused("withdrawal", fields, error, pages.words, names)
        return pages.match(match_id, visitor, why)
    return RedirectResponse("/hall", 303)


PROPOSED_GAMES = 6
"""Games in each room that the form proposes for a match.

It is the number in the final of Fair Backgammon Duplicated Team Tournament (Garal, 2008).
"""


def _lengths() -> dict[tuple[str, ...], list[int]]:
    """Return the numbers of games in each room, by the kinds of game that allow them.

    The numbers that most kinds allow come first.
    """
    allowed = dict[tuple[str, ...], list[int]]()
    for length in sorted({length for terms in TERMS.values() for length in terms.lengths}):
        kinds = tuple(name for name, terms in TERMS.items() if length in terms.lengths)
        allowed.setdefault(kinds, []).append(length)
    return dict(sorted(allowed.items(), key=lambda item: -len(item[0])))


LENGTHS = _lengths()

set_up_router = APIRouter(prefix="/hall/t/{tournament}/matches/new", include_in_schema=False)


@set_up_router.get("", dependencies=[Depends(needs(Action.SCHEDULE))])
async def new_match(
    request: Request, shell: ShellDep, hall: HallDep, tournament: TournamentDep
) -> Response:
    """Show the form that sets up a match between two teams."""
    return _page(request, shell, hall, tournament)


@set_up_router.get("/match-play", dependencies=[Depends(needs(Action.SCHEDULE))])
async def new_match_play(
    request: Request, shell: ShellDep, hall: HallDep, tournament: TournamentDep
) -> Response:
    """Show the form that sets up a match of two players at one table, to a number of points."""
    return _page(request, shell, hall, tournament, to_points=True)


@set_up_router.post("")
async def set_up(
    request: Request,
    visitor: Scheduling,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
) -> Response:
    """Set up a match between two teams, and redirect to its page."""
    fields = await posted(request)
    try:
        match_id = await schedule(hall, tournament, fields, visitor, command_id)
    except REFUSALS as error:
        return _page(
            request, shell, hall, tournament, refused("match", fields, error, shell.words(request))
        )
    return RedirectResponse(f"/hall{hall.names().match(match_id).path}", 303)


@set_up_router.post("/match-play")
async def set_up_match_play(
    request: Request,
    visitor: Scheduling,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
) -> Response:
    """Set up a match of two players at one table, and redirect to its page.

    The match is played to a number of points.
    """
    fields = await posted(request)
    try:
        match_id = await schedule_match_play(hall, tournament, fields, visitor, command_id)
    except REFUSALS as error:
        why = refused("match", fields, error, shell.words(request))
        return _page(request, shell, hall, tournament, why, to_points=True)
    return RedirectResponse(f"/hall{hall.names().match(match_id).path}", 303)


def _page(
    request: Request,
    shell: Shell,
    hall: Hall,
    tournament: TournamentProcess,
    why: Refused = NOTHING_REFUSED,
    *,
    to_points: bool = False,
) -> Response:
    return shell.page(
        request,
        "match_page/new_match.html",
        status=why.page_status,
        teams=list(tournament.teams),
        kinds=list(GAMES),
        games=LENGTHS,
        proposed=PROPOSED_GAMES,
        to_points=to_points,
        kinds_to_points=[name for name, game in GAMES.items() if game.endings <= ENDINGS],
        longest=LONGEST,
        refused=why,
        tournaments=[str(each) for each in hall.tournaments.names.values()],
        tournament=str(tournament.name),
    )
