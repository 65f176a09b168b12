"""The director's orders as forms send them: text fields, read into the bodies the API takes.

Each raises pydantic's ValidationError for fields that say nothing that is allowed.
"""

from collections.abc import Mapping

from rules.position import PLACES
from server.web.edge.form_fields import with_json
from server.web.schemas.clocks import ClocksOrderIn
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
_OF_POSITION = ("game", "attempt", "side", "turn", "room", "reason", "was")


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
    typed = with_json(_without(fields, "first", "second"), "was")
    return RollOrderIn.model_validate({**typed, "dice": dice})


def position_order(fields: Fields) -> PositionOrderIn:
    """Checkers by fields such as `white-6`; an empty or missing one counts none."""
    counts = {
        side: [fields.get(f"{side}-{place}") or "0" for place in range(PLACES)]
        for side in ("white", "red")
    }
    return PositionOrderIn.model_validate(
        {**with_json(_only(fields, *_OF_POSITION), "was"), **counts}
    )


def result_order(fields: Fields) -> ResultOrderIn:
    """A result with the director's reason."""
    return ResultOrderIn.model_validate({**_result(fields), **_result_seen(fields)})


def hand_result(fields: Fields) -> HandResultIn:
    """A result that was kept by hand."""
    return HandResultIn.model_validate(_result(fields))


def _result(fields: Fields) -> dict[str, object]:
    """A result's fields; an empty `owner` is nobody, empty dice no opening throw."""
    values: dict[str, object] = {**_without(_game_seen(fields), "first", "second")}
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
    return ScoreOrderIn.model_validate({**_game_seen(fields), **_result_seen(fields)})


def substitute_order(fields: Fields) -> SubstituteIn:
    """Who sits down, on the `seat` of a room and a team, such as `open:Compass`."""
    room, _, team = fields.get("seat", "").partition(":")
    typed = _only(fields, "game", "attempt", "player", "watched", "reason")
    seated = with_json(fields, "was").get("was")
    was = seated.get(fields.get("seat", ""), "") if isinstance(seated, dict) else seated
    return SubstituteIn.model_validate({**typed, "room": room, "team": team, "was": was})


def tail_order(fields: Fields) -> TailOrderIn:
    """How the closed room gets its last rolls."""
    return TailOrderIn.model_validate(_only(fields, "game", "attempt", "tail", "was", "reason"))


def embargo_order(fields: Fields) -> EmbargoOrderIn:
    """What spectators are told."""
    return EmbargoOrderIn.model_validate(_only(fields, "embargo", "was", "reason"))


def clocks_order(fields: Fields) -> ClocksOrderIn:
    """How time is counted."""
    typed = _only(fields, "clocks", "minutes", "was", "reason")
    return ClocksOrderIn.model_validate(with_json(typed, "was"))


def _game_seen(fields: Fields) -> dict[str, str]:
    """The fields with a game chosen as "2:1", its second number the attempt that was seen."""
    game, _, attempt = fields.get("game", "").partition(":")
    return {**fields, "game": game, "attempt": attempt or fields.get("attempt", "")}


def _only(fields: Fields, *names: str) -> dict[str, str]:
    return {name: fields.get(name, "") for name in names}


def _result_seen(fields: Fields) -> dict[str, object]:
    """The result that the order replaces, out of all that the form was made from."""
    every = with_json(fields, "was").get("was")
    if not isinstance(every, list):
        return {}
    place = _game_seen(fields)["game"], fields.get("room")
    here = (each for each in every if isinstance(each, dict) and _place(each) == place)
    return {"was": next((each.get("result") for each in here), None)}


def _place(each: dict[str, object]) -> tuple[str, object]:
    return str(each.get("game")), each.get("room")


def _without(fields: Fields, *names: str) -> dict[str, str]:
    return {name: value for name, value in fields.items() if name not in names}
