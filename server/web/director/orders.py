"""The director's orders about a match: their fields, and their wording on pages (ruling 11).

The orders come from the API and from the forms of pages. Each has a reason and is logged in the
director's name. Each form asks for confirmation once, naming the match or game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import Field

from rules import commands as cmd
from rules.dice import Roll
from rules.events import Clocks, ClockSetting, Embargo
from rules.position import PLACES, Position
from rules.room import Room, RoomResult
from rules.tables import readings as rd
from rules.text import N_
from server.access import Action
from server.matches.line_ups import check_has_line_ups, check_plays
from server.web.calls.orders import HOLD, LIFT_HOLD
from server.web.edge.form_fields import with_json
from server.web.matches.results import result_values
from server.web.orders.bodies import value_of
from server.web.orders.fields import Checkers, Name, OrderIn
from server.web.orders.order_list import Fields, Order, Sender, order, to_desk, to_play
from server.web.orders.order_routes import add_match_route
from server.web.orders.results import ResultBody, ResultValues, room_result
from server.web.orders.typed_persons import member_of, players_of, seen_players

_order = partial(order, carry=to_play, alone=True)
_Tail = Literal["thrown", "drawn"]
_SEEN_DICE = (value_of(Roll | None), ...)
_SEEN_RESULT = (value_of(RoomResult | None), ...)


class ResultOrderIn(ResultBody, OrderIn):
    """Enter or correct a game's result; `was` is the result that it replaces, or null."""

    game: Annotated[int, Field(ge=1)]
    attempt: Annotated[int, Field(ge=1)]
    was: ResultValues | None


def _with_dice(fields: Fields) -> dict[str, object]:
    """Return the fields of a form, with its two dice `first` and `second` joined as `dice`."""
    dice = (fields.get("first", ""), fields.get("second", ""))
    return {**_without(fields, "first", "second"), "dice": dice}


def _position(body: Any, _: Sender) -> rd.CorrectPosition:
    named = {name: getattr(body, name) for name in ("game", "attempt", "side", "turn", "room")}
    position = Position(tuple(body.white), tuple(body.red))
    return rd.CorrectPosition(**named, reason=body.reason, position=position, was=body.was)


def _with_counts(fields: Fields) -> dict[str, object]:
    """Return the fields of a form, with its counts of checkers as lists `white` and `red`.

    In the form each side and place has a field, such as `white-6`; an empty or missing field counts
    as 0.
    """
    sides = ("white", "red")
    counts = {
        side: [fields.get(f"{side}-{place}") or "0" for place in range(PLACES)] for side in sides
    }
    places = [f"{side}-{place}" for side in sides for place in range(PLACES)]
    return {**_without(fields, *places), **counts}


def correction(body: ResultOrderIn, sender: Sender) -> rd.CorrectResult:
    """Return the command that enters or corrects a result."""
    return rd.CorrectResult(
        game=body.game,
        attempt=body.attempt,
        reason=body.reason,
        room=Room(body.room),
        was=room_result(body.was),
        **result_values(sender.hall.match(sender.match).record, body),
    )


def result_fields(fields: Fields) -> dict[str, object]:
    """Return the result in a form's fields as values for the fields of ResultOrderIn.

    If the form's `owner` is empty, nobody owns the cube, and `owner` is left out. If the form has
    no dice, there is no opening throw.
    """
    values: dict[str, object] = {**_without(_game_seen(fields), "first", "second")}
    if not fields.get("owner"):
        values.pop("owner", None)
    cube = fields.get("cube", "")
    values["cube"] = int(cube) if cube.isdecimal() else cube
    dice = fields.get("first", ""), fields.get("second", "")
    if any(dice):
        values["opening"] = dice
    return values


def _corrected(fields: Fields) -> dict[str, object]:
    return {**result_fields(fields), **_result_seen(fields)}


def _adjusted(fields: Fields) -> dict[str, object]:
    return {**_game_seen(fields), **_result_seen(fields)}


def _game_seen(fields: Fields) -> dict[str, object]:
    """Return the fields of a form with `game` split: "2:1" becomes game 2 and attempt 1.

    The page was made while this attempt was played. The order is refused if the game has another
    attempt by now.
    """
    game, _, attempt = fields.get("game", "").partition(":")
    return {**fields, "game": game, "attempt": attempt or fields.get("attempt", "")}


def _result_seen(fields: Fields) -> dict[str, object]:
    """Return the field `was` of an order about a game's result in one room.

    It is the result that the page showed for this game and room.

    The form's own field `was` is JSON with the results of all games and rooms, because the form
    does not know which game and room will be chosen. If the form has no field `was`, return an
    empty dict.
    """
    every = with_json(fields, "was").get("was")
    if not isinstance(every, list):
        return {}
    place = _game_seen(fields)["game"], fields.get("room")
    here = (each for each in every if isinstance(each, dict) and _place(each) == place)
    return {"was": next((each.get("result") for each in here), None)}


def _place(each: dict[str, object]) -> tuple[str, object]:
    return str(each.get("game")), each.get("room")


def _substitute(body: Any, sender: Sender) -> cmd.SeatSubstitute:
    """Return the command that seats a substitute.

    Raises LineUpRefused if the match has no line-ups yet, if the team does not play in the match,
    or if the player is not in the team.
    """
    hall, match_id = sender.hall, sender.match
    check_has_line_ups(hall.match(match_id).record)
    check_plays(hall.match(match_id).record, body.team)
    team = players_of(hall, match_id, body.team)
    named = {name: getattr(body, name) for name in ("team", "room", "game", "attempt", "reason")}
    return cmd.SeatSubstitute(
        **named,
        player=member_of(hall, match_id, body.team, body.player, "player"),
        was=seen_players(hall, team, [body.was])[0] if body.was else None,
        watched=body.watched,
    )


def _with_seat(fields: Fields) -> dict[str, object]:
    """Return the fields of a form with `seat`, such as "open:Compass", as `room` and `team`.

    The form's field `was` is either JSON with the player of each seat, or the player of this seat
    alone; the `was` that is returned is the player of this seat. `from_seat` is dropped: it only
    tells the page not to ask for the seat again.
    """
    seat = fields.get("seat", "")
    room, _, team = seat.partition(":")
    seated = with_json(fields, "was").get("was")
    was = seated.get(seat, "") if isinstance(seated, dict) else seated
    return {**_without(fields, "seat", "from_seat"), "room": room, "team": team, "was": was}


def _tail(body: Any, _: Sender) -> rd.SetTailDraw:
    return rd.SetTailDraw(
        game=body.game,
        attempt=body.attempt,
        reason=body.reason,
        drawn=body.tail == "drawn",
        was=body.was == "drawn",
    )


def _note(body: Any, sender: Sender) -> cmd.SendRoomNote:
    """Return the command that sends a note to a room. Raises MatchRefused for an unknown match."""
    match_id = sender.hall.match(sender.match).record.match_id
    return cmd.SendRoomNote(number=match_id.number, room=body.room, text=body.text)


def _clocks(body: Any, _: Sender) -> cmd.SetClocks:
    setting = ClockSetting(body.clocks, body.minutes)
    return cmd.SetClocks(setting=setting, reason=body.reason, was=body.was)


def _without(fields: Mapping[str, object], *names: str) -> dict[str, object]:
    return {name: value for name, value in fields.items() if name not in names}


REOPEN_TURN = _order("reopen-turn", rd.ReopenTurn)
LET_ROLL_STAND = _order("let-roll-stand", rd.LetRollStand, read=_with_dice, was=_SEEN_DICE)
VOID_FOR_ROLL = _order("void-for-roll", rd.VoidForRoll, was=_SEEN_DICE)
"""The order to void a game because of a wrong roll; its form is on the page of that roll."""


class Stage(Enum):
    """How far a match has come: not begun, being played or over.

    This decides which of the director's orders are possible.
    """

    PLANNED = "planned"
    PLAYED = "played"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class DirectorOrder:
    """An order about a match with the texts of its form.

    `title` is the heading, which names the match and game; `means` explains the consequences;
    `link` and `button` are the labels of the link to the form and of its button. `fields` is a
    keyword by which the template chooses the form's further fields; it is empty if there are only
    game and reason. `destroys` is true if the button warns that something is lost. `stages` are the
    stages of a match in which the order is possible. `of_counted` is true if the order is possible
    in games whose points are counted at the table, `at_one_table` if it is possible in a match with
    one table. `urgent` is the order's position among the urgent ones, 1 for the first; it is 0 for
    all others.
    """

    order: Order
    link: str
    title: str
    means: str
    button: str
    fields: str = ""
    destroys: bool = False
    of_counted: bool = True
    at_one_table: bool = False
    urgent: int = 0
    stages: frozenset[Stage] = frozenset({Stage.PLAYED})

    @property
    def name(self) -> str:
        """The order's name in addresses."""
        return self.order.name

    @property
    def has_reason(self) -> bool:
        """True if the order's form asks for a reason at its end."""
        return "reason" in self.order.body.model_fields


_ONCE_PLAYED = frozenset({Stage.PLAYED, Stage.OVER})

_OF_GAMES = (
    DirectorOrder(
        _order("void-game", rd.VoidGame),
        N_("Void this game"),
        N_("Void game %(game)s of match %(number)s in both rooms?"),
        N_(
            "The game is played again in both rooms with new dice. Dice thrown so far stay in "
            "the log."
        ),
        N_("Void game %(game)s"),
        destroys=True,
        at_one_table=True,
    ),
    DirectorOrder(
        _order("cancel-game", rd.CancelGame),
        N_("Cancel this game"),
        N_("Cancel game %(game)s of match %(number)s in both rooms?"),
        N_(
            "The game scores 0–0 in both rooms and the next one begins. This cannot be "
            "undone, and someone else has to confirm it."
        ),
        N_("Cancel game %(game)s"),
        destroys=True,
    ),
    DirectorOrder(
        Order(
            "correct-result",
            ResultOrderIn,
            to_play,
            correction,
            _corrected,
            command=rd.CorrectResult,
        ),
        N_("Enter or correct a result"),
        N_("Correct a result of match %(number)s?"),
        N_(
            "What you enter counts at once but is unconfirmed: earlier confirmations and "
            "signatures become void. Both players, both captains or another account have "
            "to confirm it; the form prints your name and reason. The old result stays in "
            "the log."
        ),
        N_("Correct the result"),
        fields="result",
        stages=_ONCE_PLAYED,
        at_one_table=True,
        # A table waits for this order, but nothing is lost meanwhile.
        urgent=4,
    ),
    DirectorOrder(
        _order("adjust-score", rd.AdjustScore, read=_adjusted, was=_SEEN_RESULT),
        N_("Set an adjusted score"),
        N_("Give a game of match %(number)s an adjusted score?"),
        N_(
            "These small match points replace the result, and IMP and VP follow from them. "
            "The old result stays in the log, the protocol prints your name and reason, "
            "signatures become void, and someone else has to confirm it."
        ),
        N_("Set the adjusted score"),
        fields="score",
        of_counted=False,
        stages=_ONCE_PLAYED,
    ),
)
_OF_TABLES = (
    DirectorOrder(
        _order("correct-roll", rd.CorrectRoll, read=_with_dice, was=_SEEN_DICE),
        N_("Correct a roll"),
        N_("Correct the latest roll of game %(game)s, match %(number)s?"),
        N_(
            "Only while the closed room does not have the roll. The dice that were entered first "
            "stay in the log."
        ),
        N_("Correct the roll"),
        fields="roll",
        at_one_table=True,
        # Possible only until the closed room has the roll, or another roll is thrown.
        urgent=2,
    ),
    DirectorOrder(
        REOPEN_TURN,
        N_("Reopen a turn"),
        N_("Replay the open room's latest turn of game %(game)s, match %(number)s?"),
        N_("The turn is played again with the dice as entered. The old play stays in the log."),
        N_("Reopen the turn"),
        fields="turn",
        at_one_table=True,
    ),
    DirectorOrder(
        _order(
            "correct-position",
            rd.CorrectPosition,
            make=_position,
            read=_with_counts,
            without=("position",),
            white=(Checkers, ...),
            red=(Checkers, ...),
            was=(value_of(Position), ...),
        ),
        N_("Correct the position"),
        N_("How are the checkers really placed in game %(game)s of match %(number)s?"),
        N_(
            "Only between two turns: play goes on from what you enter. The old position "
            "stays in the log."
        ),
        N_("Play on from this position"),
        fields="position",
        at_one_table=True,
    ),
    DirectorOrder(
        _order("release-table", rd.ReleaseTable),
        N_("Resume a stopped table"),
        N_("Resume a stopped table of match %(number)s?"),
        N_(
            "A table stops when its board shows different dice from those it was given. "
            "Check the board first: from now on, what it shows counts as right."
        ),
        N_("Resume the table"),
        fields="table",
        at_one_table=True,
    ),
)
_OF_THE_MATCH = (
    DirectorOrder(
        HOLD,
        N_("Hold a table or the match"),
        N_("What do you want to hold in match %(number)s?"),
        N_(
            "Until you resume play, no roll is released, no clock runs, and nothing done "
            "at the board has any effect. The reason for holding a table is shown in its "
            "room only; when the match is held, both rooms and spectators see that it is "
            "held, but not why."
        ),
        N_("Hold play"),
        fields="hold",
        stages=frozenset({Stage.PLANNED, Stage.PLAYED}),
        at_one_table=True,
        # Play and clocks stop until somebody has looked into what happened.
        urgent=1,
    ),
    DirectorOrder(
        _order("note", cmd.SendRoomNote, carry=to_desk, make=_note, without=("number",)),
        N_("Send a note to a room"),
        N_("What do you want to write to one room of match %(number)s?"),
        N_(
            "It is shown at the table in that room only, until you send another one or take it "
            "back. Spectators never see it. The closed room reads what you send there: do not "
            "mention dice, plays, scores or the other room."
        ),
        N_("Send the note"),
        fields="note",
        stages=frozenset({Stage.PLANNED, Stage.PLAYED}),
        at_one_table=True,
    ),
    DirectorOrder(
        _order(
            "substitute",
            cmd.SeatSubstitute,
            make=_substitute,
            read=_with_seat,
            player=(Name, ...),
            was=(Annotated[str, Field(max_length=80)], ...),
            watched=(bool, ...),
        ),
        N_("Seat a substitute"),
        N_("Who takes whose seat in match %(number)s?"),
        N_("From game %(game)s on, until another substitute comes in. It is logged and printed."),
        N_("Seat the substitute"),
        fields="substitute",
    ),
    DirectorOrder(
        _order(
            "tail",
            rd.SetTailDraw,
            make=_tail,
            without=("drawn",),
            tail=(_Tail, ...),
            was=(_Tail, ...),
        ),
        N_("Throw or draw the last rolls"),
        N_("How does the closed room of match %(number)s get its last rolls?"),
        N_(
            "Thrown at the open board by that side's player, or drawn from the seed whose SHA-256 "
            "was published before the match."
        ),
        N_("Save how the last rolls are made"),
        fields="tail",
    ),
    DirectorOrder(
        _order("embargo", cmd.SetEmbargo, was=(Embargo, ...)),
        N_("Change what spectators see"),
        N_("What do spectators of match %(number)s see from now on?"),
        N_("What is already public stays public."),
        N_("Change what spectators see"),
        fields="embargo",
        stages=frozenset(Stage),
    ),
    DirectorOrder(
        _order(
            "clocks",
            cmd.SetClocks,
            make=_clocks,
            without=("setting",),
            clocks=(Clocks, ...),
            minutes=(int, ...),
            was=(value_of(ClockSetting), ...),
        ),
        N_("Set the clocks"),
        N_("How is time counted in match %(number)s from now on?"),
        N_(
            "Each player has a reserve of time for the whole match, and twelve free seconds on "
            "each turn. Used time is not given back. Nobody loses on time: when a player's time "
            "runs out, the director is called."
        ),
        N_("Set the clocks"),
        fields="clocks",
        stages=frozenset({Stage.PLANNED, Stage.PLAYED}),
        at_one_table=True,
    ),
)

ORDERS: Mapping[str, DirectorOrder] = {
    order.name: order for order in (*_OF_GAMES, *_OF_TABLES, *_OF_THE_MATCH)
}
"""The director's orders by their names in addresses."""


_AT_ONE_TABLE: Mapping[str, tuple[str, str]] = {
    "void-game": (
        N_("Void game %(game)s of match %(number)s?"),
        N_("The game is played again with new dice. Dice thrown so far stay in the log."),
    ),
    "correct-result": (
        N_("Correct a result of match %(number)s?"),
        N_(
            "What you enter counts at once but is unconfirmed: earlier confirmations and "
            "signatures become void. Both players or another account have to confirm it; "
            "the form prints your name and reason. The score follows from it; the old "
            "result stays in the log."
        ),
    ),
    "note": (
        N_("What do you want to write to the table of match %(number)s?"),
        N_("It is shown until you send another one or take it back. Spectators never see it."),
    ),
    "correct-roll": (
        N_("Correct the latest roll of game %(game)s, match %(number)s?"),
        N_("Only until the next throw. The dice that were entered first stay in the log."),
    ),
    "reopen-turn": (
        N_("Replay the latest turn of game %(game)s, match %(number)s?"),
        N_("The turn is played again with the dice as entered. The old play stays in the log."),
    ),
}
"""The title and meaning that an order has in a match with one table, by the order's name."""


def worded(order: DirectorOrder, *, one_table: bool) -> DirectorOrder:
    """Return the order with its title and meaning worded for a match with one table or with two."""
    if not one_table or order.name not in _AT_ONE_TABLE:
        return order
    title, means = _AT_ONE_TABLE[order.name]
    return replace(order, title=title, means=means)


DIRECTORS_API = "/api/t/{tournament}/matches/{number}/director"
DIRECTORS_PAGE = "/hall/t/{tournament}/matches/{number}/orders"
OF_MATCH = (*(each.order for each in ORDERS.values()), LET_ROLL_STAND, VOID_FOR_ROLL, LIFT_HOLD)
"""Every order of a director about a match. The forms of the last three are on other pages."""
router = APIRouter(prefix=DIRECTORS_API, tags=["operator", "director"])
for _each in OF_MATCH:
    add_match_route(router, _each, Action.DIRECT)
