"""The director's orders on the pages: each asks once, in words that name the thing (ruling 11)."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from rules.games.known_games import INFOS
from rules.identities import MatchId
from rules.text import N_
from server.access import Visitor
from server.console.match_view import MatchView
from server.console.order_times import order_wait
from server.hall import Hall
from server.matches.match_record import MatchRecord
from server.web.console import call_forms
from server.web.console import order_forms as forms
from server.web.requests import director as director_requests
from server.web.schemas.director import EffectOut, OrderIn
from server.words.translation import Words

Carry = Callable[[Hall, MatchId, forms.Fields, Visitor, str], Awaitable[EffectOut]]
Order = TypeVar("Order", bound=OrderIn)


class Stage(Enum):
    """How far a match is, as far as it matters for what can be ordered."""

    PLANNED = "planned"
    PLAYED = "played"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class DirectorOrder:
    """An order: its `title` names the match and the game, `means` says what becomes of them.

    `button` is what is pressed, `fields` the template's name for what has to be said besides the
    reason, `carry` carries it out; `stages` are when it can be given, `of_counted` says whether it
    can be in games that count points at the table, `at_one_table` in a match that has but one.
    """

    name: str
    link: str
    title: str
    means: str
    button: str
    carry: Carry
    fields: str = ""
    destroys: bool = False
    of_counted: bool = True
    at_one_table: bool = False
    stages: frozenset[Stage] = frozenset({Stage.PLAYED})


def _carrying(
    read: Callable[[forms.Fields], Order],
    handler: Callable[[Hall, MatchId, Order, Visitor, str], Awaitable[EffectOut]],
) -> Carry:
    async def carry(
        hall: Hall, match_id: MatchId, fields: forms.Fields, director: Visitor, command_id: str
    ) -> EffectOut:
        return await handler(hall, match_id, read(fields), director, command_id)

    return carry


_ONCE_PLAYED = frozenset({Stage.PLAYED, Stage.OVER})

_OF_GAMES = (
    DirectorOrder(
        "void-game",
        N_("Void this game"),
        N_("Void game %(game)s of match %(number)s in both rooms?"),
        N_(
            "The game is played again in both rooms with new dice. Dice thrown so far stay in "
            "the log."
        ),
        N_("Void game %(game)s"),
        _carrying(forms.game_order, director_requests.void_game),
        destroys=True,
        at_one_table=True,
    ),
    DirectorOrder(
        "cancel-game",
        N_("Cancel this game"),
        N_("Cancel game %(game)s of match %(number)s in both rooms?"),
        N_(
            "The game scores 0–0 in both rooms and the next one begins. This cannot be "
            "undone, and someone else has to confirm it."
        ),
        N_("Cancel game %(game)s"),
        _carrying(forms.game_order, director_requests.cancel_game),
        destroys=True,
    ),
    DirectorOrder(
        "correct-result",
        N_("Enter or correct a result"),
        N_("Correct a result of match %(number)s?"),
        N_(
            "What you enter counts at once but is unconfirmed: earlier confirmations and "
            "signatures become void. Both players, both captains or another account have "
            "to confirm it; the form prints your name and reason. The old result stays in "
            "the log."
        ),
        N_("Correct the result"),
        _carrying(forms.result_order, director_requests.correct_result),
        fields="result",
        stages=_ONCE_PLAYED,
        at_one_table=True,
    ),
    DirectorOrder(
        "adjust-score",
        N_("Set an adjusted score"),
        N_("Give a game of match %(number)s an adjusted score?"),
        N_(
            "These small match points replace the result, and IMP and VP follow from them. "
            "The old result stays in the log, the protocol prints your name and reason, "
            "signatures become void, and someone else has to confirm it."
        ),
        N_("Set the adjusted score"),
        _carrying(forms.score_order, director_requests.adjust_score),
        fields="score",
        of_counted=False,
        stages=_ONCE_PLAYED,
    ),
)
_OF_TABLES = (
    DirectorOrder(
        "correct-roll",
        N_("Correct a roll"),
        N_("Correct the latest roll of game %(game)s, match %(number)s?"),
        N_("Only while the closed room does not have it. The dice as entered stay in the log."),
        N_("Correct the roll"),
        _carrying(forms.roll_order, director_requests.correct_roll),
        fields="roll",
        at_one_table=True,
    ),
    DirectorOrder(
        "reopen-turn",
        N_("Reopen a turn"),
        N_("Replay the open room's latest turn of game %(game)s, match %(number)s?"),
        N_("The turn is played again with the dice as entered. The old play stays in the log."),
        N_("Reopen the turn"),
        _carrying(forms.turn_order, director_requests.reopen_turn),
        fields="turn",
        at_one_table=True,
    ),
    DirectorOrder(
        "correct-position",
        N_("Correct the position"),
        N_("How are the checkers really placed in game %(game)s of match %(number)s?"),
        N_(
            "Only between two turns: play goes on from what you enter. The old position "
            "stays in the log."
        ),
        N_("Play on from this position"),
        _carrying(forms.position_order, director_requests.correct_position),
        fields="position",
        at_one_table=True,
    ),
    DirectorOrder(
        "release-table",
        N_("Resume a stopped table"),
        N_("Resume a stopped table of match %(number)s?"),
        N_(
            "A table stops when its board shows different dice from those it was given. "
            "Check the board first: from now on, what it shows counts as right."
        ),
        N_("Resume the table"),
        _carrying(forms.table_order, director_requests.release_table),
        fields="table",
        at_one_table=True,
    ),
)
_OF_THE_MATCH = (
    DirectorOrder(
        "hold",
        N_("Hold a table or the match"),
        N_("What do you want to hold in match %(number)s?"),
        N_(
            "Until you resume play, no roll is released, no clock runs, and nothing done "
            "at the board has any effect. The reason for holding a table is shown in its "
            "room only; when the match is held, both rooms and spectators see that it is "
            "held, but not why."
        ),
        N_("Hold play"),
        call_forms.hold,
        fields="hold",
        stages=frozenset({Stage.PLANNED, Stage.PLAYED}),
        at_one_table=True,
    ),
    DirectorOrder(
        "substitute",
        N_("Seat a substitute"),
        N_("Who takes whose seat in match %(number)s?"),
        N_("From game %(game)s on, until another substitute comes in. It is logged and printed."),
        N_("Seat the substitute"),
        _carrying(forms.substitute_order, director_requests.substitute),
        fields="substitute",
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
        _carrying(forms.tail_order, director_requests.tail),
        fields="tail",
    ),
    DirectorOrder(
        "embargo",
        N_("Change what spectators see"),
        N_("What do spectators of match %(number)s see from now on?"),
        N_("What is already public stays public."),
        N_("Set the embargo"),
        _carrying(forms.embargo_order, director_requests.embargo),
        fields="embargo",
        stages=frozenset(Stage),
    ),
    DirectorOrder(
        "clocks",
        N_("Set the clocks"),
        N_("How is time counted in match %(number)s from now on?"),
        N_(
            "Each player has a reserve for the whole match, and twelve free seconds each "
            "turn. Used time is not given back. Nobody loses anything when time runs out: "
            "the director is called."
        ),
        N_("Set the clocks"),
        _carrying(forms.clocks_order, director_requests.clocks),
        fields="clocks",
        stages=frozenset({Stage.PLANNED, Stage.PLAYED}),
        at_one_table=True,
    ),
)

ORDERS: Mapping[str, DirectorOrder] = {
    order.name: order for order in (*_OF_GAMES, *_OF_TABLES, *_OF_THE_MATCH)
}
"""Every order by its name in addresses."""


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
    "correct-roll": (
        N_("Correct the latest roll of game %(game)s, match %(number)s?"),
        N_("Only until the next throw. The dice as entered stay in the log."),
    ),
    "reopen-turn": (
        N_("Replay the latest turn of game %(game)s, match %(number)s?"),
        N_("The turn is played again with the dice as entered. The old play stays in the log."),
    ),
}
"""Title and meaning of an order by its name, where there is no other room."""


def orders_at(stage: Stage, *, counted: bool, one_table: bool = False) -> list[DirectorOrder]:
    """Those that can be given at that stage of a match whose game is counted, or is not.

    Of a match that is planned also those that can be given once it is played.
    """
    fitting = (order for order in ORDERS.values() if order.of_counted or not counted)
    here = (order for order in fitting if order.at_one_table or not one_table)
    coming = {Stage.PLANNED: {Stage.PLANNED, Stage.PLAYED}}.get(stage, {stage})
    return [order for order in here if coming & order.stages]


def orders_of(view: MatchView) -> list[DirectorOrder]:
    """Those of a match as far as it is."""
    now = Stage.OVER if view.over else Stage.PLAYED if view.game else Stage.PLANNED
    counted = INFOS[view.game_name].scored.counted
    return orders_at(now, counted=counted, one_table=view.one_table)


def wait_of(order: DirectorOrder, record: MatchRecord, words: Words) -> str:
    """From when an order can be given; empty where it can be given now, or never again."""
    if record.state is None and Stage.PLANNED in order.stages:
        return ""
    if record.is_over:
        return ""
    return order_wait(order.name, record, words)


def worded(order: DirectorOrder, *, one_table: bool) -> DirectorOrder:
    """The order in the words of a match with so many tables."""
    if not one_table or order.name not in _AT_ONE_TABLE:
        return order
    title, means = _AT_ONE_TABLE[order.name]
    return replace(order, title=title, means=means)
