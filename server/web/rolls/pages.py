"""The page on which the director decides about a roll that was found wrong after its release.

The director first names the roll, the room in which other dice lay, and these dice. Then the page
offers the possible choices.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from rules.any_match import DuplicateState
from rules.dice import Roll
from rules.duplicate.wrong_rolls import WrongRollChoice, choices
from rules.errors import MatchRefused
from rules.identities import MatchId
from rules.room import Room
from rules.tables.state import RollRecord, TurnKey
from rules.text import N_
from server.access import Action, Visitor, check_playing
from server.hall import Hall
from server.web.director.orders import LET_ROLL_STAND, REOPEN_TURN, VOID_FOR_ROLL
from server.web.edge.authorization import Directing, visitor_of
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted
from server.web.edge.public_services import MatchIdDep
from server.web.edge.services import HallDep
from server.web.orders.order_list import Sender
from server.web.shell.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.shell.shell import Shell, ShellDep

MEANINGS: Mapping[WrongRollChoice, tuple[str, str]] = {
    WrongRollChoice.REPLAY: (
        N_("Replay the turn"),
        N_(
            "Nothing has been thrown since: the open room plays this turn again with "
            "%(relayed)s, the dice as entered, which the closed room was given. The old "
            "play stays in the log."
        ),
    ),
    WrongRollChoice.STANDS: (
        N_("It stands"),
        N_(
            "Each room keeps its dice and nothing is played again. The roll is marked as "
            "“differs” on the roll set, the match protocol and the ledger, with your name "
            "and reason. Boards and players do not see this; spectators see it once the "
            "game is over in both rooms."
        ),
    ),
    WrongRollChoice.VOID: (
        N_("Void the game in both rooms"),
        N_(
            "The game is played again in both rooms from the start with new dice. Dice thrown so "
            "far stay in the log."
        ),
    ),
    WrongRollChoice.ADJUST: (
        N_("Adjust the score"),
        N_("The game gets an adjusted score: you enter it on the next page."),
    ),
}
"""The name of each choice about a wrong roll, and what the choice means.

The meanings have placeholders for the dice that the rooms were given.
"""

WHY_THESE = {
    WrongRollChoice.REPLAY: N_("The turn is replayed, since no dice have been thrown after it."),
    WrongRollChoice.VOID: N_("Dice have been thrown since, so the turn is not replayed."),
    WrongRollChoice.ADJUST: N_("A player may know a result of this game, so it is not replayed."),
}
"""Sentences for the page that say why some choices are not offered to the director.

A sentence is shown if the choice that is its key is offered.
"""


@dataclass(frozen=True, slots=True)
class ReleasedRoll:
    """A roll that was given to the closed room; `name` is the value that a form sends for it."""

    game: int
    attempt: int
    key: TurnKey
    record: RollRecord

    @property
    def name(self) -> str:
        """The roll's game, attempt, side and turn, such as "3:1:white:7"."""
        return f"{self.game}:{self.attempt}:{self.key.side.value}:{self.key.turn}"


@dataclass(frozen=True, slots=True)
class WrongRoll:
    """A roll that was wrong in one room, and the choices that the director has about it.

    `room` is the room in which other dice lay, and `dice` are these dice.
    """

    roll: ReleasedRoll
    room: Room
    dice: Roll
    choices: tuple[WrongRollChoice, ...]

    @property
    def was(self) -> Roll:
        """The dice that the room is recorded as having had."""
        return self.roll.record.in_room(self.room)


def released_rolls(state: DuplicateState) -> Iterator[tuple[int, list[ReleasedRoll]]]:
    """Yield the number of each game that has released rolls, with these rolls.

    The latest game comes first, and in each game the latest roll.
    """
    for game in sorted(state.attempts, reverse=True):
        rolls = state.rolls_of(game).items()
        given = [
            ReleasedRoll(game, state.attempts[game], key, record)
            for key, record in rolls
            if record.released
        ]
        if given:
            yield game, given[::-1]


def wrong_roll(state: DuplicateState, fields: Mapping[str, str]) -> WrongRoll | None:
    """Return the wrong roll that the first form names, or None if its fields are incomplete."""
    named = (roll for _, rolls in released_rolls(state) for roll in rolls)
    roll = next((roll for roll in named if roll.name == fields.get("roll")), None)
    dice = _dice(fields)
    if roll is None or dice is None or fields.get("room") not in {room.value for room in Room}:
        return None
    room = Room(fields["room"])
    return WrongRoll(roll, room, dice, choices(state, roll.game, roll.key, room))


def _dice(fields: Mapping[str, str]) -> Roll | None:
    pips = [fields.get(name, "") for name in ("first", "second")]
    if not all(die in set("123456") for die in pips):
        return None
    return Roll(*map(int, pips))


def is_about(fields: Mapping[str, str]) -> dict[str, object]:
    """Return the fields of an order about a wrong roll: the chosen roll, its room and the reason.

    `fields` are the fields of the form. The order's field `was` has the dice that the room is
    recorded as having had.
    """
    game, attempt, side, turn = [*fields.get("roll", "").split(":"), "", "", "", ""][:4]
    return {
        "game": game,
        "attempt": attempt,
        "side": side,
        "turn": turn,
        "room": fields.get("room", ""),
        "was": tuple(fields.get("was", "")) or None,
        "reason": fields.get("reason", ""),
    }


router = APIRouter(
    prefix="/hall/t/{tournament}/matches/{number}/wrong-roll", include_in_schema=False
)


@router.get("")
async def wrong_roll_form(
    request: Request, match_id: MatchIdDep, director: Directing, shell: ShellDep, hall: HallDep
) -> Response:
    """Show the form that asks which roll was wrong.

    Once that is known, show the form that asks how to decide about it.
    """
    return _page(request, shell, hall, match_id, dict(request.query_params))


@router.post("")
async def decide_wrong_roll(
    request: Request,
    match_id: MatchIdDep,
    director: Directing,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
) -> Response:
    """Carry out the choice and redirect to the match's page.

    For an adjusted score, redirect to the form of that order.
    """
    fields = await posted(request)
    match = f"/hall{hall.names().match(match_id).path}"
    if fields.get("choice") == WrongRollChoice.ADJUST.value:
        return RedirectResponse(f"{match}/orders/adjust-score", 303)
    try:
        await _carry(hall, match_id, fields, director, command_id)
    except REFUSALS as error:
        words = shell.words(request)
        why = refused("order", fields, error, words, hall.names(words.code, in_full=True))
        return _page(request, shell, hall, match_id, fields, why)
    return RedirectResponse(match, 303)


_CHOSEN = {
    WrongRollChoice.REPLAY.value: REOPEN_TURN,
    WrongRollChoice.STANDS.value: LET_ROLL_STAND,
    WrongRollChoice.VOID.value: VOID_FOR_ROLL,
}
"""The order for each choice in the form."""


async def _carry(
    hall: Hall, match_id: MatchId, fields: Mapping[str, str], director: Visitor, command_id: str
) -> None:
    choice = fields.get("choice", "")
    if choice not in _CHOSEN:
        raise MatchRefused("choice", choice, ", ".join(each.value for each in WrongRollChoice))
    order = _CHOSEN[choice]
    typed = {**is_about(fields), "dice": (fields.get("first", ""), fields.get("second", ""))}
    known = {name: value for name, value in typed.items() if name in order.body.model_fields}
    sender = Sender(hall, director, match_id=match_id)
    await order.give(sender, order.body.model_validate(known), command_id)


def _page(
    request: Request,
    shell: Shell,
    hall: Hall,
    match_id: MatchId,
    fields: Mapping[str, str],
    why: Refused = NOTHING_REFUSED,
) -> Response:
    """Return the page on which the director decides about a wrong roll.

    `fields` are the fields of the form, `why` is the reason for a refusal. The visitor's right is
    checked again: they may have taken a seat in the match while the form was read (ruling 34).
    """
    words, state = shell.words(request), hall.match(match_id).record.state
    check_playing(visitor_of(request), Action.DIRECT, hall.players(match_id))
    if not isinstance(state, DuplicateState):
        raise MatchRefused("match", match_id, "a match of two rooms that has begun")
    chosen = wrong_roll(state, fields)
    return shell.page(
        request,
        "rolls/wrong_roll.html",
        status=why.page_status,
        address=hall.names().match(match_id),
        teams=tuple(
            map(hall.names(words.code, in_full=True).by, hall.match(match_id).record.teams)
        ),
        games=list(released_rolls(state)),
        current=0 if state.over else state.game,
        fields=fields,
        chosen=chosen,
        meanings=MEANINGS,
        why_these=[
            text for choice, text in WHY_THESE.items() if chosen and choice in chosen.choices
        ],
        refused=why,
    )
