"""A room's table as `<bg-board>` draws it: the same form as the public feed's `state.table`."""

from typing import Any

from rules.duplicate.state import Phase, TableState
from rules.position import Position
from rules.side import Side
from server.console.match_view import RoomView


def board_form(room: RoomView, game: int) -> dict[str, Any] | None:
    """The table's form, None before the match starts. Points are counted from each side's own 1."""
    table = room.table
    if table is None:
        return None
    owner = table.cube.owner
    return {
        **position_form(table.position),
        "on_turn": table.on_turn.value if table.on_turn else None,
        "dice": _dice(room, table, game),
        "cube": {"value": table.cube.value, "owner": owner.value if owner else None},
        "doubled": table.cube.proposed if table.phase is Phase.DOUBLED else None,
    }


def position_form(position: Position) -> dict[str, Any]:
    """Checkers alone, in the same form: nobody on turn, no dice, a cube nobody has turned."""
    return {
        "position": {side.value: list(position.of(side)) for side in Side},
        "pips": {side.value: position.pip_count(side) for side in Side},
        "on_turn": None,
        "dice": None,
        "last_play": None,
        "cube": {"value": 1, "owner": None},
        "doubled": None,
        "result": None,
    }


def _dice(room: RoomView, table: TableState, game: int) -> dict[str, Any] | None:
    if room.dice is None or table.current is None:
        return None
    return {
        "game": game,
        "side": table.current.side.value,
        "turn": table.current.turn,
        "dice": [room.dice.first, room.dice.second],
        "opening": room.opening,
    }
