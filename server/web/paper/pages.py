"""The page on which a game continued on paper is typed in, looked over and entered.

Rolls are typed as "61 33 42", in one field for each side. The four fields of a room's result are
named as on a match's sheet: `ROOM-GAME-FIELD`, such as `closed-3-left`. `opening-3` is the opening
throw of game 3.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Request
from pydantic import ValidationError
from starlette.responses import RedirectResponse, Response

from rules import events as ev
from rules.any_match import AnyMatchState
from rules.errors import FieldRefused
from rules.identities import MatchId
from rules.position import Side
from rules.room import Room, RoomResult
from rules.tables.paper import needs_opening, next_turns
from rules.tables.state import MatchInPlay
from server.hall import Hall
from server.matches.match_record import MatchRecord
from server.values.naming import Names
from server.views.match.values import teams_in
from server.views.rolls.prints import rolls_to_carry
from server.views.tables.words import side_names
from server.web.director.values import hand_values
from server.web.edge.authorization import EnteringPaper
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted
from server.web.edge.public_services import MatchIdDep
from server.web.edge.services import HallDep
from server.web.matches.results import result_values
from server.web.orders.results import ResultBody
from server.web.paper.orders import PaperGameIn, enter_paper_game, looked_over
from server.web.results.pages import (
    FIELDS,
    SheetFaults,
    cubes_by_team,
    fault_names,
    faults_in_words,
    result_fields,
    two_dice,
)
from server.web.shell.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.shell.shell import Shell, ShellDep
from server.words.game_words import result_words
from server.words.translation import Words

FORM = "paper"
_BETWEEN = re.compile(r"[\s,;]+")


@dataclass(frozen=True, slots=True)
class WrongRoll:
    """A typed text that is not a roll.

    `place` is its position among the typed rolls of its side, from 1.
    """

    place: int
    text: str


class PaperFaults(Exception):
    """Some fields of the form of a paper game have contents that are not allowed.

    The sender can correct them.
    """

    def __init__(
        self,
        cells: Mapping[str, ValidationError | None],
        rolls: Mapping[Side, WrongRoll],
        missing: tuple[str, ...],
    ) -> None:
        super().__init__(", ".join([*cells, *(side.value for side in rolls), *missing]))
        self.cells, self.rolls, self.missing = cells, rolls, missing


def paper_game(fields: Mapping[str, str], game: int, rooms: tuple[Room, ...]) -> PaperGameIn:
    """Return the body made from the form's fields.

    `rooms` are the rooms whose result has to be typed. Raises PaperFaults for fields that are not
    rolls or results, and pydantic's ValidationError for other fields that are not allowed.
    """
    cells, wrong = dict[str, ValidationError | None](), dict[Side, WrongRoll]()
    opening = two_dice(fields.get(f"opening-{game}", ""))
    if opening == ():
        cells[f"opening-{game}"] = None
    rolls = dict[str, list[tuple[str, ...]]]()
    for side in Side:
        rolls[side.value] = []
        for place, text in enumerate(_texts(fields.get(side.value, "")), 1):
            dice = two_dice(text)
            if not dice:
                wrong.setdefault(side, WrongRoll(place, text))
            rolls[side.value].append(dice or ())
    results = [each for room in rooms if (each := _result(fields, game, room, cells)) is not None]
    missing = () if fields.get("reason", "").strip() else ("reason",)
    if cells or wrong or missing:
        raise PaperFaults(cells, wrong, missing)
    return PaperGameIn.model_validate(
        {
            **{name: fields.get(name, "") for name in ("attempt", "white_from", "red_from")},
            "reason": fields["reason"],
            "opening": opening,
            **rolls,
            "results": results,
        }
    )


def _texts(typed: str) -> list[str]:
    return [text for text in _BETWEEN.split(typed) if text]


def _result(
    fields: Mapping[str, str], game: int, room: Room, faults: dict[str, ValidationError | None]
) -> ResultBody | None:
    cell = f"{room.value}-{game}"
    try:
        typed = {name: fields.get(f"{cell}-{name}", "") for name in FIELDS}
        return ResultBody.model_validate(result_fields(room, typed))
    except ValidationError as error:
        faults |= {f"{cell}-{name}": error for name in fault_names(error)}
        return None


def paper_faults_in_words(
    faults: PaperFaults, typed: Mapping[str, str], words: Words, first: Mapping[Side, int]
) -> Refused:
    """Return the faults of the form in words, each to be shown beside its field.

    `typed` has the contents of all fields as typed. `first` is the turn of each side's first typed
    roll.
    """
    refusal = faults_in_words(SheetFaults(faults.cells), typed, words, FORM)
    texts = dict(refusal.texts)
    for side, wrong in faults.rolls.items():
        texts[side.value] = words.gettext(
            "turn %(turn)s, '%(text)s': two dice from 1 to 6, such as 61",
            turn=first[side] + wrong.place - 1,
            text=wrong.text,
        )
    for name in faults.missing:
        texts[name] = words.gettext("enter why the game was continued on paper")
    return Refused(FORM, texts, typed, 422)


def refused_in_words(
    error: Exception, typed: Mapping[str, str], game: int, words: Words, names: Names
) -> Refused:
    """Return a refusal by the rules in words, to be shown beside the field that it is about.

    `typed` has the contents of all fields as typed, `game` is the game's number.
    """
    refusal = refused(FORM, typed, error, words, names)
    if not isinstance(error, FieldRefused):
        return refusal
    return Refused(FORM, {_cell(error.field, game): next(iter(refusal.texts.values()))}, typed)


def _cell(field: str, game: int) -> str:
    """Return the name that the form has for a field of the body, such as `open-left` or `white`.

    `game` is the game's number, which the names of the form's fields contain.
    """
    room, _, name = field.partition("-")
    if field == "opening":
        return f"opening-{game}"
    if not name:
        return "" if field == "results" else field
    return f"{room}-{game}-{name if name in FIELDS else 'cube' if name == 'owner' else 'winner'}"


router = APIRouter(prefix="/hall/t/{tournament}/matches/{number}/paper", include_in_schema=False)


@dataclass(frozen=True, slots=True)
class GameToType:
    """The game that was interrupted, with the values that its form needs.

    `opening` is true if the opening throw has to be typed too. `due` is, for each side, the first
    turn without a throw from a board. `rooms` are the rooms whose board has not ended the game.
    `carry` is the number of rolls that the closed room does not have yet.
    """

    number: int
    attempt: int
    opening: bool
    due: Mapping[str, int]
    rooms: Sequence[Room]
    tables: Sequence[Room]
    carry: int
    endings: Sequence[tuple[str, str]]
    cubes: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class LookedOver:
    """The typed values as they would be entered, for the sender to look over.

    These values are both sides' dice for each turn, and each room's result.
    """

    turns: tuple[tuple[int, str, str], ...]
    results: tuple[tuple[Room, str], ...]


@dataclass(frozen=True, slots=True)
class PaperPage:
    """The page of a game continued on paper, for one request."""

    request: Request
    shell: Shell
    hall: Hall
    match_id: MatchId

    def answer(self, why: Refused = NOTHING_REFUSED, looked: LookedOver | None = None) -> Response:
        """Return the page on which a game continued on paper is typed in.

        `why` is the reason for a refusal, `looked` the typed values if they are allowed.
        """
        record, words = self.record, self.words
        state = record.state
        names = self.hall.names(words.code, in_full=True)
        return self.shell.page(
            self.request,
            "paper/paper.html",
            status=why.page_status,
            address=self.hall.names().match(self.match_id),
            event=record.scheduled.event,
            teams=tuple(map(names.by, record.teams)),
            one_table=not isinstance(record.scheduled, ev.MatchScheduled),
            game=None if state is None or state.over else self._game(record, state, words),
            sides={side.value: name for side, name in side_names(words).items()},
            looked=looked,
            refused=why,
        )

    @property
    def words(self) -> Words:
        """The texts in the visitor's language."""
        return self.shell.words(self.request)

    @property
    def record(self) -> MatchRecord:
        """The record of the match as it is now."""
        return self.hall.match(self.match_id).record

    def _game(self, record: MatchRecord, state: AnyMatchState, words: Words) -> GameToType:
        names = self.hall.names(words.code, in_full=True)
        return GameToType(
            state.game,
            state.attempt,
            opening=needs_opening(record.game, state),
            due={side.value: turn for side, turn in next_turns(state).items()},
            rooms=rooms_due(state),
            tables=state.rooms,
            carry=len(rolls_to_carry(state)),
            endings=hand_values(words)[record.game.name].endings,
            cubes=cubes_by_team(record, words, names),
        )

    def looked_over(self, typed: PaperGameIn, played: ev.PlayedOnPaper) -> LookedOver:
        """Return the typed values as they would be entered."""
        dice = {(each.side, each.turn): str(each.dice) for each in played.rolls}
        turns = tuple(
            (turn, dice.get((Side.WHITE, turn), ""), dice.get((Side.RED, turn), ""))
            for turn in sorted({turn for _, turn in dice})
        )
        return LookedOver(turns, tuple(map(self._result, typed.results)))

    def _result(self, typed: ResultBody) -> tuple[Room, str]:
        """Return the room and its result in words, with the names of both teams."""
        record, room = self.record, Room(typed.room)
        names = self.hall.names(self.words.code, in_full=True)
        values = result_values(record, typed)
        del values["opening"]
        seated = {side: names.by(team) for side, team in teams_in(record, room).items()}
        return room, result_words(self.words, RoomResult(**values), seated, record.game.name)


def rooms_due(state: MatchInPlay) -> tuple[Room, ...]:
    """Return the rooms whose board has not ended the current game."""
    return tuple(room for room in state.rooms if state.table(room).result is None)


@router.get("")
async def paper_page(
    request: Request, _: EnteringPaper, match_id: MatchIdDep, shell: ShellDep, hall: HallDep
) -> Response:
    """Show the form for the game that is being played."""
    return PaperPage(request, shell, hall, match_id).answer()


@router.post("")
async def enter(
    request: Request,
    visitor: EnteringPaper,
    match_id: MatchIdDep,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
) -> Response:
    """Show the typed values as they would be entered; when they are confirmed, enter them."""
    page, fields = PaperPage(request, shell, hall, match_id), await posted(request)
    words, record = page.words, page.record
    game = int(number) if (number := fields.get("game", "")).isdecimal() else 0
    rooms = rooms_due(record.state) if record.state is not None else ()
    try:
        typed = paper_game(fields, game, rooms)
        if fields.get("step") != "enter":
            played = looked_over(record, game, typed)
            return page.answer(_kept(fields), page.looked_over(typed, played))
        await enter_paper_game(hall, match_id, game, typed, visitor, command_id)
    except PaperFaults as faults:
        return page.answer(paper_faults_in_words(faults, fields, words, _first(record, fields)))
    except REFUSALS as error:
        names = hall.names(words.code, in_full=True)
        return page.answer(refused_in_words(error, fields, game, words, names))
    return RedirectResponse(f"/hall{hall.names().match(match_id).path}", 303)


def _kept(fields: Mapping[str, str]) -> Refused:
    """Return a Refused without reasons, so that the form shows the typed values again."""
    return Refused(FORM, {}, fields, 200)


def _first(record: MatchRecord, fields: Mapping[str, str]) -> dict[Side, int]:
    """Return the turn of each side's first typed roll.

    If an opening throw was typed, the side that begins has used one turn for it, so that its first
    typed roll is one turn later.
    """
    if record.state is None:
        return dict.fromkeys(Side, 1)
    due = next_turns(record.state)
    opening = two_dice(fields.get(f"opening-{record.state.game}", ""))
    if opening:
        due[Side.WHITE if opening[0] > opening[1] else Side.RED] += 1
    return due
