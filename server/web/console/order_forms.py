"""The director's orders as forms send them: text fields, read into the bodies the API takes.

Each raises pydantic's ValidationError for fields that say nothing that is allowed.
"""

from collections.abc import Mapping

from rules.position import PLACES
from server.web.schemas.director import (
    EmbargoOrderIn,
    GameOrderIn,
    PositionOrderIn,
    ResultOrderIn,
    RollOrderIn,
    ScoreOrderIn,
    SubstituteIn,
    TableOrderIn,
    TailOrderIn,
    TurnOrderIn,
)
from server.web.schemas.results import HandResultIn

Fields = Mapping[str, str]


def game_order(fields: Fields) -> GameOrderIn:
    """An order about the game being played."""
    return GameOrderIn.model_validate(dict(fields))


def turn_order(fields: Fields) -> TurnOrderIn:
    """An order about a turn."""
    return TurnOrderIn.model_validate(dict(fields))


def table_order(fields: Fields) -> TableOrderIn:
    """An order about a table."""
    return TableOrderIn.model_validate(dict(fields))


def roll_order(fields: Fields) -> RollOrderIn:
    """A roll whose dice are the fields `first` and `second`."""
    dice = (fields.get("first", ""), fields.get("second", ""))
    return RollOrderIn.model_validate({**_without(fields, "first", "second"), "dice": dice})


def position_order(fields: Fields) -> PositionOrderIn:
    """Checkers by fields such as `white-6`; an empty or missing one counts none."""
    counts = {
        side: [fields.get(f"{side}-{place}") or "0" for place in range(PLACES)]
        for side in ("white", "red")
    }
    return PositionOrderIn.model_validate(
        {**_only(fields, "game", "attempt", "side", "turn", "room", "reason"), **counts}
    )


def result_order(fields: Fields) -> ResultOrderIn:
    """A result with the director's reason."""
    return ResultOrderIn.model_validate(_result(fields))


def hand_result(fields: Fields) -> HandResultIn:
    """A result that was kept by hand."""
    return HandResultIn.model_validate(_result(fields))


def _result(fields: Fields) -> dict[str, object]:
    """A result's fields; an empty `owner` is nobody, empty dice no opening throw."""
    values: dict[str, object] = _without(_game_seen(fields), "first", "second")
    if not fields.get("owner"):
        values.pop("owner", None)
    cube = fields.get("cube", "")
    values["cube"] = int(cube) if cube.isdecimal() else cube
    dice = fields.get("first", ""), fields.get("second", "")
    if any(dice):
        values["opening"] = dice
    return values


def score_order(fields: Fields) -> ScoreOrderIn:
    """Small match points instead of a result."""
    return ScoreOrderIn.model_validate(_game_seen(fields))


def substitute_order(fields: Fields) -> SubstituteIn:
    """Who sits down, on the `seat` of a room and a team, such as `open:Compass`."""
    room, _, team = fields.get("seat", "").partition(":")
    said = _only(fields, "game", "attempt", "player", "reason")
    return SubstituteIn.model_validate({**said, "room": room, "team": team})


def tail_order(fields: Fields) -> TailOrderIn:
    """How the closed room gets its last rolls."""
    return TailOrderIn.model_validate(_only(fields, "game", "attempt", "tail", "reason"))


def embargo_order(fields: Fields) -> EmbargoOrderIn:
    """What spectators are told."""
    return EmbargoOrderIn.model_validate(_only(fields, "embargo", "reason"))


def _game_seen(fields: Fields) -> dict[str, str]:
    """The fields with a game chosen as "2:1", its second number the attempt that was seen."""
    game, _, attempt = fields.get("game", "").partition(":")
    return {**fields, "game": game, "attempt": attempt or fields.get("attempt", "")}


def _only(fields: Fields, *names: str) -> dict[str, str]:
    return {name: fields.get(name, "") for name in names}


def _without(fields: Fields, *names: str) -> dict[str, object]:
    return {name: value for name, value in fields.items() if name not in names}
