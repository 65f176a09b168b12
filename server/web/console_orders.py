"""The director's orders as forms: each asks once, in words that name the thing (ruling 11)."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from rules.dice import Roll
from rules.duplicate import readings as rd
from rules.ending import Ending
from rules.room import Room
from rules.side import Side
from server.access import Visitor
from server.console.speech import N_
from server.relay import set_up
from server.relay.match_relay import MatchRelay
from server.web import requests as body
from server.web.orders import attempt_of, ordered, tally_of

Fields = Mapping[str, str]
Carry = Callable[[MatchRelay, Fields, Visitor], Awaitable[None]]


class Stage(Enum):
    """How far a match is, as far as it matters for what can be ordered."""

    PLANNED = "planned"
    PLAYED = "played"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class DirectorOrder:
    """An order: its `title` names the match and the game, `means` says what becomes of them.

    `button` is what is pressed, `fields` the template's name for what has to be said besides the
    reason, `carry` carries it out; `stages` are when it can be given.
    """

    name: str
    link: str
    title: str
    means: str
    button: str
    carry: Carry
    fields: str = ""
    destroys: bool = False
    stages: frozenset[Stage] = frozenset({Stage.PLAYED})


async def _void(relay: MatchRelay, fields: Fields, director: Visitor) -> None:
    order = body.GameOrderIn.model_validate(dict(fields))
    await ordered(relay, rd.VoidGame(**order.model_dump(), by=director.name), director)


async def _cancel(relay: MatchRelay, fields: Fields, director: Visitor) -> None:
    order = body.GameOrderIn.model_validate(dict(fields))
    await ordered(relay, rd.CancelGame(**order.model_dump(), by=director.name), director)


async def _correct_roll(relay: MatchRelay, fields: Fields, director: Visitor) -> None:
    kept = {name: value for name, value in fields.items() if name not in ("first", "second")}
    dice = (fields.get("first", ""), fields.get("second", ""))
    order = body.RollOrderIn.model_validate({**kept, "dice": dice})
    reading = rd.CorrectRoll(
        game=order.game,
        attempt=order.attempt,
        by=director.name,
        reason=order.reason,
        side=Side(order.side),
        turn=order.turn,
        dice=Roll(*order.dice),
    )
    await ordered(relay, reading, director)


async def _reopen(relay: MatchRelay, fields: Fields, director: Visitor) -> None:
    order = body.TurnOrderIn.model_validate(dict(fields))
    reading = rd.ReopenTurn(
        game=order.game,
        attempt=order.attempt,
        by=director.name,
        reason=order.reason,
        side=Side(order.side),
        turn=order.turn,
    )
    await ordered(relay, reading, director)


async def _correct_result(relay: MatchRelay, fields: Fields, director: Visitor) -> None:
    said = {name: value for name, value in fields.items() if value or name != "owner"}
    cube = fields.get("cube", "")
    order = body.ResultOrderIn.model_validate(
        {**said, "cube": int(cube) if cube.isdecimal() else cube}
    )
    loser, passed = Side(order.loser), order.ending == Ending.PASS.value
    owner = Side(order.owner) if order.owner else None
    reading = rd.CorrectResult(
        game=order.game,
        attempt=attempt_of(relay),
        by=director.name,
        reason=order.reason,
        room=Room(order.room),
        loser=loser,
        ending=Ending(order.ending),
        left=order.left,
        cube=order.cube,
        owner=None if passed else owner,
        proposer=loser.opponent if passed else None,
        tally=tally_of(relay, order),
    )
    await ordered(relay, reading, director)


async def _tail(relay: MatchRelay, fields: Fields, director: Visitor) -> None:
    order = body.TailOrderIn.model_validate({n: fields.get(n, "") for n in ("tail", "reason")})
    state = relay.record.state
    reading = rd.SetTailDraw(
        game=state.game if state else 1,
        attempt=attempt_of(relay),
        by=director.name,
        reason=order.reason,
        drawn=order.tail == "drawn",
    )
    await ordered(relay, reading, director)


async def _embargo(relay: MatchRelay, fields: Fields, director: Visitor) -> None:
    said = {name: fields.get(name, "") for name in ("embargo", "reason")}
    order = body.EmbargoOrderIn.model_validate(said)
    await relay.order(
        lambda _: set_up.embargo_set(order.embargo, director.name, order.reason), director.actor
    )


_ORDERS = (
    DirectorOrder(
        "void-game",
        N_("Void this game"),
        N_("Void game %(game)s of match %(number)s in both rooms?"),
        N_("It is played again in both rooms with new dice. Dice thrown so far stay in the log."),
        N_("Void game %(game)s"),
        _void,
        destroys=True,
    ),
    DirectorOrder(
        "cancel-game",
        N_("Cancel this game"),
        N_("Cancel game %(game)s of match %(number)s in both rooms?"),
        N_("It is scored 0–0 in both rooms and the next game begins. It cannot be taken back."),
        N_("Cancel game %(game)s"),
        _cancel,
        destroys=True,
    ),
    DirectorOrder(
        "correct-roll",
        N_("Correct a roll"),
        N_("Correct the latest roll of game %(game)s, match %(number)s?"),
        N_("Only while the closed room does not have it. The dice as keyed stay in the log."),
        N_("Correct the roll"),
        _correct_roll,
        fields="roll",
    ),
    DirectorOrder(
        "reopen-turn",
        N_("Reopen a turn"),
        N_("Let the open room play its latest turn of game %(game)s, match %(number)s, again?"),
        N_("It is played again with the dice as keyed. The play as it was stays in the log."),
        N_("Reopen the turn"),
        _reopen,
        fields="turn",
    ),
    DirectorOrder(
        "correct-result",
        N_("Enter or correct a result"),
        N_("Correct a result of match %(number)s?"),
        N_(
            "The result as it was stays in the log. Signatures under the match protocol are void, "
            "and a second account or the players confirm what you enter."
        ),
        N_("Correct the result"),
        _correct_result,
        fields="result",
        stages=frozenset({Stage.PLAYED, Stage.OVER}),
    ),
    DirectorOrder(
        "tail",
        N_("Throw or draw the last rolls"),
        N_("How does the closed room of match %(number)s get its last rolls?"),
        N_(
            "Thrown at the open board by that side's player, or drawn from the seed whose SHA-256 "
            "was published before the match."
        ),
        N_("Set the last rolls"),
        _tail,
        fields="tail",
    ),
    DirectorOrder(
        "embargo",
        N_("Tell spectators more or less"),
        N_("What are spectators of match %(number)s told from now on?"),
        N_("Nothing that is public already is taken back."),
        N_("Set the embargo"),
        _embargo,
        fields="embargo",
        stages=frozenset(Stage),
    ),
)

ORDERS: Mapping[str, DirectorOrder] = {order.name: order for order in _ORDERS}
"""Every order by its name in addresses."""
