"""The director's orders as a match's page lists them, and the values that their forms need.

Which orders are listed depends on how far the match has got, on its game and on its number of
tables. An order that is not possible now is listed with the time from which it will be possible, so
that nobody fills in its form in vain.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules import events as ev
from rules.any_match import DuplicateState
from rules.dice import LIMIT
from rules.games.game import Game
from rules.games.known_games import GAMES, INFOS
from rules.position import BAR, OFF, Position, Side
from rules.room import Ending, Room
from rules.scoring.scales import SMP_STEP
from rules.scoring.teams import TeamPlace, side_of
from rules.tables.state import RollRecord, TurnKey
from rules.text import N_
from server.hall import Hall
from server.matches.line_ups import player_of
from server.matches.match_record import MatchRecord
from server.matches.sheets import signed_results
from server.values.naming import Names
from server.values.table_form import table_form
from server.views.director.values import order_wait
from server.views.match.values import MatchView
from server.views.seen_values import seen_values
from server.web.director.orders import ORDERS, DirectorOrder, Stage
from server.web.shell.lists import person_choices
from server.words.game_words import ending_words
from server.words.translation import Words

URGENT = 3
"""Number of orders that are listed first, as urgent."""

_WRONG_ROLL_URGENT = 3
"""Position of *A roll was wrong* among the urgent orders.

This order is urgent because each later roll leaves the director fewer choices. Only a match with
two rooms has the order. In such a match the correction of a result is not among the first three
orders, because each result has *Correct* in its row.
"""


@dataclass(frozen=True, slots=True)
class ListedOrder:
    """An order in a match's list: the text of its link (`link`) and the `address` of its form.

    `wait` says from when the order is possible; it is empty if the order is possible now. `urgent`
    is the same as in `DirectorOrder`.
    """

    name: str
    link: str
    address: str
    wait: str
    destroys: bool = False
    urgent: int = 0


@dataclass(frozen=True, slots=True)
class ListedOrders:
    """Every order of a match: the `urgent` ones, with the most urgent first, and the `others`."""

    urgent: tuple[ListedOrder, ...]
    others: tuple[ListedOrder, ...]


def listed_orders(view: MatchView, record: MatchRecord, words: Words) -> ListedOrders:
    """Return the director's orders of a match as the page lists them.

    For a match in two rooms, the page *A roll was wrong* is listed too.
    """
    here = f"/hall{view.address.path}"
    listed = [
        ListedOrder(
            order.name,
            words.gettext(order.link),
            f"{here}/orders/{order.name}",
            wait_of(order, record, words),
            order.destroys,
            order.urgent,
        )
        for order in _orders_of(view)
    ]
    if not view.one_table and (view.game or not view.over):
        name, link = "wrong-roll", words.gettext(N_("A roll was wrong"))
        wait = _wait(name, record, words)
        listed.append(ListedOrder(name, link, f"{here}/{name}", wait, urgent=_WRONG_ROLL_URGENT))
    ranked = sorted((each for each in listed if each.urgent), key=lambda each: each.urgent)
    urgent = tuple(ranked[:URGENT])
    return ListedOrders(urgent, tuple(each for each in listed if each not in urgent))


def wait_of(order: DirectorOrder, record: MatchRecord, words: Words) -> str:
    """Return in words the time from which an order will be possible.

    Return an empty text if the order is possible now, or if the match is over.
    """
    if record.state is None and Stage.PLANNED in order.stages:
        return ""
    return _wait(order.name, record, words)


def _wait(name: str, record: MatchRecord, words: Words) -> str:
    return "" if record.is_over else order_wait(name, record, words)


def _orders_of(view: MatchView) -> list[DirectorOrder]:
    """Return the orders that the page of a match lists at its present stage.

    Before play these include the orders that become possible once play has begun.
    """
    now = Stage.OVER if view.over else Stage.PLAYED if view.game else Stage.PLANNED
    coming = {now, Stage.PLAYED} if now is Stage.PLANNED else {now}
    counted = INFOS[view.game_name].scored.counted
    return [
        order
        for order in ORDERS.values()
        if (order.of_counted or not counted)
        and (order.at_one_table or not view.one_table)
        and coming & order.stages
    ]


CUBES = [(str(2**turned), 2**turned) for turned in range(LIMIT.bit_length())]
"""The values of a cube: as a form sends them, and as numbers."""


@dataclass(frozen=True, slots=True)
class HandValues:
    """The choices in a form with a result kept by hand: its endings, and the values of the cube.

    `counted` is true if the form asks for the loser's trous, because the game's points are counted
    at the table.
    """

    endings: tuple[tuple[str, str], ...]
    cubes: tuple[tuple[str, int], ...]
    counted: bool


def hand_values(words: Words) -> Mapping[str, HandValues]:
    """Return, by each game's name, the choices in the form of a result kept by hand."""
    return {
        name: HandValues(
            endings=tuple(endings_of(game, words)),
            cubes=tuple(CUBES if game.senses.cube_limit else CUBES[:1]),
            counted=INFOS[name].scored.counted,
        )
        for name, game in GAMES.items()
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderValues:
    """Values of a match that the forms of orders need; `room` is the room whose checkers are shown.

    `games_begun` has the game number and attempt of each game that has begun. `due` is the turn
    that the table in `room` is at, `latest` the latest turn of the match that was thrown, and
    `rolled` its roll. In each item of `endings`, `cubes`, `seats` and `players` the first element
    is the value that a form sends. `own_places` are the places where a side can have checkers, and
    `counts` has the number of checkers at each of them, by side. `table` is the position for the
    element `<bg-board>`, which draws it. `made_from` has, by kind of form, the values that the form
    was made from; the form sends them back, so that the order is refused if they have changed
    since.
    """

    scheduled: ev.AnyScheduled
    clocks: ev.ClockSetting
    teams: tuple[str, ...]
    room_values: Sequence[str]
    game: int
    attempt: int
    games_begun: Sequence[tuple[int, int]]
    due: TurnKey | None
    latest: TurnKey | None
    rolled: RollRecord | None
    endings: Sequence[tuple[str, str]]
    counted: bool
    cubes: Sequence[tuple[str, int]]
    smp_step: int
    sides: Sequence[str]
    room: str
    own_places: Sequence[int]
    counts: Mapping[str, Sequence[int]]
    table: Mapping[str, Any]
    seats: Sequence[tuple[str, str, Room, Side, str]]
    made_from: Mapping[str, str]
    players: Mapping[str, Sequence[tuple[str, str]]]


def order_values(hall: Hall, record: MatchRecord, room: Room, words: Words) -> OrderValues:
    """Return the values that the forms of orders need; `room` is the room whose checkers are shown.

    If the match has no table in that room, its only table is shown.
    """
    state, room = record.state, room if room in record.rooms else record.rooms[0]
    names = hall.names(words.code, in_full=True)
    latest = state.last_thrown if state else None
    tournament = hall.tournaments.of(record.match_id)
    position = state.table(room).position if state else record.game.start()
    return OrderValues(
        scheduled=record.scheduled,
        clocks=record.clocks_in_force,
        teams=tuple(map(names.by, record.teams)),
        room_values=[each.value for each in record.rooms],
        game=state.game if state else 0,
        attempt=state.attempt if state else 0,
        games_begun=list(state.attempts.items()) if state else [],
        due=state.table(room).current if state else None,
        latest=latest,
        rolled=state.rolls[latest] if state and latest else None,
        endings=endings_of(record.game, words),
        counted=INFOS[record.game.name].scored.counted,
        cubes=CUBES if record.game.senses.cube_limit else CUBES[:1],
        smp_step=SMP_STEP,
        sides=[side.value for side in Side],
        room=room.value,
        own_places=own_places(record),
        counts={side.value: position.of(side) for side in Side},
        table=table_form(position),
        seats=seats(record, names),
        made_from=_made_from(record, position),
        players={
            team: person_choices(tournament.players_of(team, record.game.name), names)
            for team in record.teams
        },
    )


def _sitting(record: MatchRecord) -> dict[str, str]:
    """Return the id of the player in each seat; empty before the match starts.

    The keys are seats as forms name them, such as "open:Compass".
    """
    if record.started is None:
        return {}
    return {
        f"{room.value}:{team}": player_of(record, team, room).text
        for team in record.teams
        for room in Room
    }


def _made_from(record: MatchRecord, position: Position) -> dict[str, str]:
    """Return, by kind of form, the values that the form is made from.

    The form sends them back, so that the order is refused if they have changed since.
    """
    state = record.state
    results = seen_values(signed_results(record))
    rolled = state.rolls[state.last_thrown].dice if state and state.last_thrown else None
    return {
        "result": results,
        "score": results,
        "roll": seen_values(rolled),
        "position": seen_values(position),
        "substitute": seen_values(_sitting(record)),
        "tail": "drawn" if isinstance(state, DuplicateState) and state.tail_drawn else "thrown",
        "embargo": record.embargo_in_force.value,
        "clocks": seen_values(record.clocks_in_force),
    }


def endings_of(game: Game, words: Words) -> list[tuple[str, str]]:
    """Return the possible endings of a game, each with the game's own word for it.

    The first of each two texts is the value that a form sends.
    """
    return [
        (ending.value, ending_words(ending, game.name, words))
        for ending in Ending
        if ending in game.endings
    ]


def own_places(record: MatchRecord) -> list[int]:
    """Return the places where a side can have checkers: the bar if any, points 24 to 1, and off."""
    points = range(BAR - 1, OFF - 1, -1)
    return [BAR, *points] if record.game.senses.bar else [*points]


def seats(record: MatchRecord, names: Names) -> list[tuple[str, str, Room, Side, str]]:
    """Return every seat: the value that a form sends, the team, room, side and player's name.

    Return an empty list before the match starts.
    """
    if record.started is None:
        return []
    return [
        (
            f"{room.value}:{team}",
            team,
            room,
            side_of(place, room),
            names.of(player_of(record, team, room)),
        )
        for place, team in zip(TeamPlace, record.teams, strict=True)
        for room in Room
    ]
