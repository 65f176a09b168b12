"""The director's orders as forms send them: text fields, read into the bodies the API takes.

Each raises pydantic's ValidationError for fields that say nothing that is allowed.
"""

from collections.abc import Mapping

from rules.position import PLACES
from server.web.schemas import requests as body

Fields = Mapping[str, str]


def game_order(fields: Fields) -> body.GameOrderIn:
    """An order about the game being played."""
    return body.GameOrderIn.model_validate(dict(fields))


def turn_order(fields: Fields) -> body.TurnOrderIn:
    """An order about a turn."""
    return body.TurnOrderIn.model_validate(dict(fields))


def table_order(fields: Fields) -> body.TableOrderIn:
    """An order about a table."""
    return body.TableOrderIn.model_validate(dict(fields))


def roll_order(fields: Fields) -> body.RollOrderIn:
    """A roll whose dice are the fields `first` and `second`."""
    dice = (fields.get("first", ""), fields.get("second", ""))
    return body.RollOrderIn.model_validate({**_without(fields, "first", "second"), "dice": dice})


def position_order(fields: Fields) -> body.PositionOrderIn:
    """Checkers by fields such as `white-6`; an empty or missing one counts none."""
    counts = {
        side: [fields.get(f"{side}-{place}") or "0" for place in range(PLACES)]
        for side in ("white", "red")
    }
    return body.PositionOrderIn.model_validate(
        {**_only(fields, "game", "attempt", "side", "turn", "room", "reason"), **counts}
    )


def result_order(fields: Fields) -> body.ResultOrderIn:
    """A result with the director's reason."""
    return body.ResultOrderIn.model_validate(_result(fields))


def hand_result(fields: Fields) -> body.HandResultIn:
    """A result that was kept by hand."""
    return body.HandResultIn.model_validate(_result(fields))


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


def score_order(fields: Fields) -> body.ScoreOrderIn:
    """Small match points instead of a result."""
    return body.ScoreOrderIn.model_validate(_game_seen(fields))


def substitute_order(fields: Fields) -> body.SubstituteIn:
    """Who sits down, on the `seat` of a room and a team, such as `open:Compass`."""
    room, _, team = fields.get("seat", "").partition(":")
    said = _only(fields, "game", "attempt", "player", "reason")
    return body.SubstituteIn.model_validate({**said, "room": room, "team": team})


def tail_order(fields: Fields) -> body.TailOrderIn:
    """How the closed room gets its last rolls."""
    return body.TailOrderIn.model_validate(_only(fields, "game", "attempt", "tail", "reason"))


def embargo_order(fields: Fields) -> body.EmbargoOrderIn:
    """What spectators are told."""
    return body.EmbargoOrderIn.model_validate(_only(fields, "embargo", "reason"))


def _game_seen(fields: Fields) -> dict[str, str]:
    """The fields with a game chosen as "2:1", its second number the attempt that was seen."""
    game, _, attempt = fields.get("game", "").partition(":")
    return {**fields, "game": game, "attempt": attempt or fields.get("attempt", "")}


def _only(fields: Fields, *names: str) -> dict[str, str]:
    return {name: fields.get(name, "") for name in names}


def _without(fields: Fields, *names: str) -> dict[str, object]:
    return {name: value for name, value in fields.items() if name not in names}
