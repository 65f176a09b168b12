"""A match's sheet: a page with the line-ups and a row for each game, to type in and confirm.

The field of a cell is `ROOM-GAME-FIELD`, such as `closed-3-left`; `opening-3` is the opening throw
of game 3. A cube is typed as its value, followed by its owner if known: `4-home`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import ValidationError
from starlette.responses import RedirectResponse, Response

from protocol_forms.protocol_view import match_vp_words
from rules import events as ev
from rules.errors import FieldRefused, MatchRefused, RulesError
from rules.events import Refusal
from rules.identities import MatchAddress, MatchId
from rules.room import Room
from rules.scoring.match_protocol import MatchProtocol
from rules.scoring.teams import TeamPlace, side_of
from rules.text import N_
from server.access import Action, NotAllowed, Role, Sight, Visitor, may
from server.hall import Hall
from server.matches.match_record import MatchRecord
from server.matches.protocols import match_protocol
from server.matches.sheets import RowRefused
from server.values.naming import Names
from server.values.scored_match import final_score, smp_of, sums
from server.views.match.panel import Unconfirmed, seen_together, unconfirmed_results
from server.views.match.values import MatchView, Surroundings, match_view
from server.web.director.values import hand_values
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted, with_json
from server.web.edge.public_services import MatchIdDep
from server.web.edge.refusals import OrderRefused
from server.web.edge.services import HallDep
from server.web.matches import results as match_results
from server.web.matches.schemas import LineUpIn
from server.web.orders.results import HandResultIn, SheetConfirmationIn, SheetIn
from server.web.shell.form_errors import NOTHING_REFUSED, REFUSALS, WHOLE, Refused, invalid, refused
from server.web.shell.lists import person_choices
from server.web.shell.shell import Shell, ShellDep
from server.words.game_words import result_words
from server.words.refusals import refusal_words
from server.words.translation import Words

FORM = "sheet"
FIELDS = ("winner", "ending", "left", "cube")
_WHOLE_LOST = ("gammon", "backgammon", "resigned-gammon", "resigned-backgammon")
_PLACES = tuple(place.value for place in TeamPlace)
_THROW = re.compile(r"\s*([1-6])\s*[:\-–, ]?\s*([1-6])\s*")


_ENTERED = N_("someone has entered this game in the meantime, or an earlier one is missing")
_MISSING = {
    "winner": N_("choose who won"),
    "ending": N_("choose how the game ended"),
    "left": N_("write how many checkers the loser has left, 1 to 15"),
}
"""Texts that ask to fill in an empty cell of a row that was begun, by the cell's field."""


class SheetFaults(Exception):
    """Some cells of the sheet have contents that are not allowed. The sender can correct them."""

    def __init__(self, faults: Mapping[str, ValidationError | FieldRefused | None]) -> None:
        super().__init__(", ".join(faults))
        self.faults = faults


def rows_of(fields: Mapping[str, str], record: MatchRecord, games: int) -> list[HandResultIn]:
    """Return the rows in which something was typed, in the order of their games.

    `record` is the match, `games` the number of its games in each room. Raises SheetFaults, naming
    every cell with contents that are not allowed.
    """
    rows, faults = list[HandResultIn](), dict[str, ValidationError | FieldRefused | None]()
    attempts = record.state.attempts if record.state is not None else {}
    for game in range(1, games + 1):
        opening = two_dice(fields.get(f"opening-{game}", ""))
        if opening == ():
            faults[f"opening-{game}"] = None
        for room in Room:
            typed = {name: fields.get(f"{room.value}-{game}-{name}", "") for name in FIELDS}
            if not any(typed[name] for name in ("winner", "ending", "left")):
                continue
            try:
                place = {"game": game, "attempt": attempts.get(game, 1), "opening": opening or None}
                values = {**result_fields(room, typed), **place}
                rows.append(HandResultIn.model_validate(values))
                for refusal in match_results.result_refusals(record, rows[-1]):
                    faults[_cell(rows[-1], refusal.field)] = refusal
            except ValidationError as error:
                faults |= {f"{room.value}-{game}-{name}": error for name in fault_names(error)}
    if faults:
        raise SheetFaults(faults)
    return rows


def sheet(rows: list[HandResultIn]) -> SheetIn:
    """Return the body of a request that enters the rows.

    Raises pydantic's ValidationError if there are none.
    """
    return SheetIn(rows=rows)


def result_fields(room: Room, typed: Mapping[str, str]) -> dict[str, object]:
    """Return a result in the form of a request's body, from the fields of its row in a room.

    The fields are winner, ending, left and cube, as they were typed.
    """
    winner = typed["winner"]
    loser = side_of(TeamPlace(winner).opponent, room).value if winner in _PLACES else ""
    cube, _, owner = (typed["cube"] or "1").partition("-")
    left = typed["left"] or ("15" if typed["ending"] in _WHOLE_LOST else "")
    return {
        "room": room.value,
        "loser": loser,
        "ending": typed["ending"],
        "left": left,
        "cube": int(cube) if cube.isdecimal() else cube,
        "owner": side_of(TeamPlace(owner), room).value if owner in _PLACES else None,
    }


def fault_names(error: ValidationError) -> Iterator[str]:
    """Yield the names of the fields of a row that are wrong according to `error`."""
    for each in error.errors():
        name = str(each["loc"][0])
        yield {"loser": "winner"}.get(name, name)


def two_dice(text: str) -> tuple[str, str] | tuple[()] | None:
    """Return both dice of a typed throw.

    Return None for an empty text, and an empty tuple for a text that is not a throw.
    """
    if not text.strip():
        return None
    found = _THROW.fullmatch(text)
    return (found[1], found[2]) if found else ()


def faults_in_words(
    faults: SheetFaults, typed: Mapping[str, str], words: Words, form: str = FORM
) -> Refused:
    """Return the faults of the sheet in words, each to be shown beside its cell.

    `typed` has the contents of all fields as typed, `form` is the name of the form on the page.
    """
    texts = dict[str, str]()
    for cell, error in faults.faults.items():
        if isinstance(error, FieldRefused):
            texts[cell] = next(iter(refused(form, typed, error, words).texts.values()))
            continue
        if error is None:
            texts[cell] = words.gettext("two dice, White's first, such as 4:3")
            continue
        if not typed.get(cell) and cell.rpartition("-")[2] in _MISSING:
            texts[cell] = words.gettext(_MISSING[cell.rpartition("-")[2]])
            continue
        name = {"winner": "loser"}.get(cell.rpartition("-")[2], cell.rpartition("-")[2])
        each = next(each for each in error.errors() if str(each["loc"][0]) == name)
        texts[cell] = invalid(each, words)
    by_rules = all(isinstance(each, FieldRefused) for each in faults.faults.values())
    return Refused(form, texts, typed, 409 if by_rules else 422)


def row_in_words(
    error: RowRefused,
    rows: list[HandResultIn],
    typed: Mapping[str, str],
    words: Words,
    names: Names,
) -> Refused:
    """Return the rules' refusal of a row in words, to be shown beside the cell at fault.

    `rows` are the rows that were sent, `typed` the contents of all fields as typed.
    """
    row = rows[error.row]
    if isinstance(error.why, RulesError):
        texts = refused(FORM, typed, error.why, words, names).texts
        field = error.why.field if isinstance(error.why, FieldRefused) else WHOLE
    else:
        message = _ENTERED if error.why is Refusal.NOT_PLAYING else None
        texts = {WHOLE: words.gettext(message) if message else refusal_words(words, error.why)}
        field = WHOLE
    cell = _cell(row, field)
    return Refused(FORM, {cell: next(iter(texts.values()))}, typed)


def _cell(row: HandResultIn, field: str) -> str:
    if field == "opening":
        return f"opening-{row.game}"
    name = {"owner": "cube"}.get(field, field if field in FIELDS else "winner")
    return f"{row.room}-{row.game}-{name}"


router = APIRouter(prefix="/hall/t/{tournament}/matches/{number}/sheet", include_in_schema=False)
Entering = Annotated[Visitor, Depends(needs(Action.ENTER_SHEET, place_follows=True))]


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A game in one room. `text` is the result, empty if the visitor may not see it."""

    room: Room
    text: str
    unconfirmed: bool


@dataclass(frozen=True, slots=True)
class SheetSums:
    """The sums of a match's SMP and IMP, home first, and its VP once all games are over.

    `vp_cited` names, in words, the cell of the scoring table that turns the IMP into these VP.
    """

    smp: tuple[int, int]
    imp: tuple[int, int]
    vp: tuple[int, int] | None
    vp_cited: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPageValues:
    """Values of the sheet; `players` are the choices in forms by team, `games` the rows by game.

    `openings` are the opening throws by game. `waiting` are the results that the visitor may
    confirm. `seen` has these results as JSON, which the form sends back. `own` are results that the
    visitor entered, so that somebody else has to confirm them.
    """

    address: MatchAddress
    teams: tuple[str, str]
    event: str
    started: bool
    lined_up: Sequence[str]
    players: Mapping[str, Sequence[tuple[str, str]]]
    games: Mapping[int, Sequence[SheetRow]]
    openings: Mapping[int, str]
    endings: Sequence[tuple[str, str]]
    cubes: Sequence[tuple[str, str]]
    sums: SheetSums | None
    waiting: Sequence[Unconfirmed]
    own: Sequence[Unconfirmed]
    seen: str
    home: str
    may_line_up: bool
    refused: Refused


@dataclass(frozen=True, slots=True)
class SheetPage:
    """The page of the sheet, for one request.

    Raises NotAllowed for a captain of another match, and MatchRefused for a match at one table.
    """

    request: Request
    shell: Shell
    hall: Hall
    match_id: MatchId
    visitor: Visitor

    def __post_init__(self) -> None:
        if self.visitor.match not in (None, self.match_id):
            raise NotAllowed(self.visitor, Action.ENTER_SHEET)
        _of_two_rooms(self.record)

    @property
    def record(self) -> MatchRecord:
        """The record of the match as it is now."""
        return self.hall.match(self.match_id).record

    def answer(self, why: Refused = NOTHING_REFUSED) -> Response:
        """Return the page of the sheet; `why` is the reason for a refusal."""
        record = self.record
        address = self.hall.names().match(self.match_id)
        names = self.hall.names(self.words.code, in_full=True)
        words, sight = self.words, self.hall.sight(self.visitor, self.match_id)
        view = match_view(record, self.visitor, Surroundings({}, {}, names), sight)
        view_words = unconfirmed_results(view, self.visitor, words)
        waiting = [each for each in view_words if each.may_confirm]
        values = SheetPageValues(
            address=address,
            teams=record.teams,
            event=record.scheduled.event,
            started=record.started is not None,
            lined_up=[team for team in record.teams if team in record.line_ups],
            players=self._players(record),
            games=self._games(record, view, words),
            openings=_openings(record, view),
            endings=hand_values(words)[record.game.name].endings,
            cubes=cubes_by_team(record, words, names),
            sums=self._sums(record, sight),
            waiting=waiting,
            own=[each for each in view_words if each.own],
            seen=seen_together(waiting),
            home=_HOMES.get(self.visitor.role, f"/hall{address.path}"),
            may_line_up=may(self.visitor, Action.SCHEDULE),
            refused=why,
        )
        return self.shell.page(self.request, "results/sheet.html", values, status=why.page_status)

    def _sums(self, record: MatchRecord, sight: Sight) -> SheetSums | None:
        """Return the sums so far, for visitors who see both rooms.

        Return None for all others, or without results.
        """
        sees_both = may(self.visitor, Action.SEE_BOTH_ROOMS) and sight is Sight.BY_ROLE
        protocol = match_protocol(record)
        if not sees_both or not isinstance(protocol, MatchProtocol) or not protocol.results:
            return None
        cited = match_vp_words(protocol, self.words.gettext)
        return SheetSums(smp_of(protocol), sums(protocol), final_score(protocol), cited)

    @property
    def words(self) -> Words:
        """The texts in the visitor's language."""
        return self.shell.words(self.request)

    def _players(self, record: MatchRecord) -> dict[str, list[tuple[str, str]]]:
        tournament = self.hall.tournaments.of(self.match_id)
        names = self.hall.names(self.words.code, in_full=True)
        return {
            team: person_choices(tournament.players_of(team, record.game.name), names)
            for team in record.teams
        }

    def _games(
        self, record: MatchRecord, view: MatchView, words: Words
    ) -> dict[int, list[SheetRow]]:
        own = self.visitor.room if self.visitor.role is Role.CLERK else None
        rooms = [room for room in Room if own in (None, room)]
        return {
            game: [self._row(view, game, room, words) for room in rooms]
            for game in range(1, _of_two_rooms(record).games + 1)
        }

    def _row(self, view: MatchView, game: int, room: Room, words: Words) -> SheetRow:
        place = (game, room)
        if place not in view.results:
            return SheetRow(room, "", unconfirmed=False)
        result = view.results[place]
        text = result_words(words, result, view.seated[place], view.game_name)
        return SheetRow(room, text, unconfirmed=place in view.unconfirmed)


def _of_two_rooms(record: MatchRecord) -> ev.MatchScheduled:
    """Return the schedule of a match. Raises MatchRefused for a match at one table."""
    if not isinstance(record.scheduled, ev.MatchScheduled):
        raise MatchRefused("match", record.match_id, "a match of two teams")
    return record.scheduled


def cubes_by_team(record: MatchRecord, words: Words, names: Names) -> list[tuple[str, str]]:
    """Return the choices for a cube: the value that a form sends, and the choice in words.

    The choices are each value without an owner, and each value above 1 with either team as owner.
    """
    cubes = list[tuple[str, str]]()
    for _, value in hand_values(words)[record.game.name].cubes:
        cubes.append((str(value), str(value)))
        if value > 1:
            places = zip(("home", "away"), record.teams, strict=True)
            cubes += [(f"{value}-{place}", f"{value} {names.by(team)}") for place, team in places]
    return cubes


_HOMES = {Role.CLERK: "/room", Role.CAPTAIN: "/captain"}


def _openings(record: MatchRecord, view: MatchView) -> dict[int, str]:
    """Return the opening throws of games kept by hand, as texts, by game.

    Games of which the visitor may see no result are left out.
    """
    if record.state is None:
        return {}
    shown = {game for game, _ in view.results}
    known = record.state.hand_openings.items()
    return {game: f"{dice.first}:{dice.second}" for game, dice in known if game in shown}


@router.get("")
async def sheet_page(
    request: Request, visitor: Entering, match_id: MatchIdDep, shell: ShellDep, hall: HallDep
) -> Response:
    """Show the sheet as the visitor may see it now."""
    return SheetPage(request, shell, hall, match_id, visitor).answer()


@router.post("")
async def enter(
    request: Request,
    visitor: Entering,
    match_id: MatchIdDep,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
) -> Response:
    """Enter the rows that were filled in.

    If they are refused, show the faults beside their cells.
    """
    page, fields = SheetPage(request, shell, hall, match_id, visitor), await posted(request)
    names = hall.names(page.words.code, in_full=True)
    rows = []
    try:
        record = page.record
        line_ups = _line_ups(record, fields) if may(visitor, Action.SCHEDULE) else ()
        rows = rows_of(fields, record, _of_two_rooms(record).games)
        entered = sheet(rows)
        await match_results.enter_sheet(hall, match_id, entered, visitor, command_id, line_ups)
    except SheetFaults as faults:
        return page.answer(faults_in_words(faults, fields, page.words))
    except RowRefused as error:
        return page.answer(row_in_words(error, rows, fields, page.words, names))
    except REFUSALS as error:
        return page.answer(refused(FORM, fields, error, page.words, names))
    return _back(hall, match_id)


@router.post("/confirmation")
async def confirm(
    request: Request,
    visitor: Annotated[Visitor, Depends(needs(Action.CONFIRM, place_follows=True))],
    match_id: MatchIdDep,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
) -> Response:
    """Confirm every result that was shown. If one of them has changed since, none is confirmed."""
    page, fields = SheetPage(request, shell, hall, match_id, visitor), await posted(request)
    names = hall.names(page.words.code, in_full=True)
    try:
        seen = with_json({"rows": fields.get("seen", "[]")}, "rows")
        given = SheetConfirmationIn.model_validate(seen)
        await match_results.confirm_sheet(hall, match_id, given, visitor, command_id)
    except RowRefused as error:
        why = error.why if isinstance(error.why, Exception) else OrderRefused(error.why)
        return page.answer(refused("confirmation", fields, why, page.words, names))
    except REFUSALS as error:
        return page.answer(refused("confirmation", fields, error, page.words, names))
    return _back(hall, match_id)


def _line_ups(record: MatchRecord, fields: Mapping[str, str]) -> list[LineUpIn]:
    """Return the line-ups that were chosen on the page, for the teams that have none yet."""
    chosen = list[LineUpIn]()
    for place, team in zip(("home", "away"), record.teams, strict=True):
        seats = fields.get(f"{place}-open", ""), fields.get(f"{place}-closed", "")
        if record.started is None and team not in record.line_ups and all(seats):
            open_player, closed_player = seats
            chosen.append(
                LineUpIn(team=team, open_player=open_player, closed_player=closed_player, was=None)
            )
    return chosen


def _back(hall: Hall, match_id: MatchId) -> Response:
    return RedirectResponse(f"/hall{hall.names().match(match_id).path}/sheet", 303)
