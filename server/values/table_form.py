"""The JSON form in which a table's state leaves the server: in the feed, on pages, in the API.

A position is two lists of 26 counts, White's and Red's, by each side's own point numbers: 0 off, 25
the bar. Moves are [from, to, hit], with points numbered from the mover's side. Dice are a pair; in
an opening throw White's die is first. The form never has a pip count: a page may show one, but
never to players at their seats (ruling 35).
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from rules.dice import Cube, Roll
from rules.games.game import Game, TableScore
from rules.identities import PersonId
from rules.position import Move, Position, Side
from rules.room import Room, RoomResult
from rules.tables.state import MatchInPlay, Phase, TableState

Form = dict[str, Any]
"""A JSON object: values by name."""


def table_form(
    position: Position | None,
    *,
    on_turn: Side | None = None,
    to_answer: Side | None = None,
    dice: Form | None = None,
    last_play: Form | None = None,
    cube: Cube | None = None,
    cubeless: bool = False,
    doubled: int | None = None,
    score: TableScore | None = None,
    result: RoomResult | None = None,
) -> Form:
    """Return a table's state as the feed, the API and the element `<bg-board>` of pages use it.

    A value that is not given is None, except a cube, which is then as at the start of a game.
    `position` is None if positions are not recorded. `dice` are the latest throw with its game,
    side and turn. `last_play` is a side with its moves, which are None while they must not be
    shown. `doubled` is the value of a double that waits for its answer, and `to_answer` the side
    that has to give it; `on_turn` is then the doubler. `cubeless` is True if this game is played
    without the cube that other games of its match have (ruling 17). `score` is None in a game
    without points. Otherwise it has each side's points and trous, the number of Trictrac
    tokens that show the points (`tokens`), and the field on which they lie, counted from the talon
    (`triangle`).
    """
    return {
        "position": plain(position),
        "on_turn": plain(on_turn),
        "to_answer": plain(to_answer),
        "dice": dice,
        "last_play": last_play,
        "cube": None if cubeless else plain(cube or Cube()),
        "doubled": doubled,
        "score": plain(score),
        "result": plain(result),
    }


def standing_table_form(game: Game, state: MatchInPlay, room: Room) -> Form:
    """Return the present state of a room's table, for those who may see it.

    Dice are included while they are being played.
    """
    table = state.table(room)
    return table_form(
        table.position if table.recorded else None,
        on_turn=None if table.result else table.on_turn,
        to_answer=_to_answer(table),
        dice=_dice_being_played(state, table),
        cube=table.cube,
        cubeless=state.game in state.games_without_cube,
        doubled=table.cube.proposed if table.phase is Phase.DOUBLED else None,
        score=_score(game, table),
        result=table.result,
    )


def _to_answer(table: TableState) -> Side | None:
    doubler = table.on_turn if table.phase is Phase.DOUBLED else None
    return None if doubler is None else doubler.opponent


def _dice_being_played(state: MatchInPlay, table: TableState) -> Form | None:
    if table.phase not in (Phase.MOVE, Phase.QUESTIONED) or table.current is None:
        return None
    roll = state.rolls[table.current]
    return {
        "game": state.game,
        "side": table.current.side.value,
        "turn": table.current.turn,
        "dice": plain(roll.dice),
        "opening": roll.opening,
    }


def _score(game: Game, table: TableState) -> TableScore | None:
    """Return the score that the game counts, zero before the first throw.

    Return None if the game counts no points.
    """
    count = table.count or game.counted(Side.WHITE)
    if count is None:
        return None
    score = TableScore(white=count.score(Side.WHITE), red=count.score(Side.RED))
    return score if table.result is None else score.ended(table.result.tally)


def plain(value: Any, named: Callable[[PersonId], str] = str) -> Any:
    """Return a value of the rules as JSON: bytes in hexadecimal, persons by `named`."""
    match value:
        case Enum():
            return value.value
        case PersonId():
            return named(value)
        case bytes():
            return value.hex()
        case datetime():
            return value.isoformat()
        case Roll():
            return [value.first, value.second]
        case Move():
            return [value.origin, value.target, value.hit]
        case Position():
            return {side.value: list(value.of(side)) for side in Side}
        case tuple():
            return [plain(each, named) for each in value]
        case _ if is_dataclass(value):
            return plain_fields(value, named)
        case _:
            return value


def plain_fields(of: Any, named: Callable[[PersonId], str] = str) -> Form:
    """Return the fields of a dataclass as JSON, keyed by name."""
    return {field.name: plain(getattr(of, field.name), named) for field in fields(of)}
