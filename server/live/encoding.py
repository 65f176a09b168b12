"""Public items and snapshots as JSON with a stable order of keys.

A position is two lists of 26 counts, White's and Red's, by each side's own point numbers: 0 off,
25 the bar. Moves are [from, to, hit] from the mover's side, dice a pair; an opening throw has
White's die first. Bytes are written in hexadecimal.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from rules.dice import Roll
from rules.play import Move
from rules.position import Position
from rules.room import Room
from rules.scoring.tallies import TallyProtocol
from rules.side import Side
from server.live import facts as fx
from server.live.public_protocol import public_protocol
from server.live.snapshot import PublicSnapshot, PublicTable
from server.relay.protocols import AnyProtocol

_KINDS = {
    fx.LineUpsOpened: "line-ups",
    fx.SubstituteShown: "substitute",
    fx.EmbargoChanged: "embargo",
    fx.GameOpened: "game",
    fx.OpeningShown: "opening",
    fx.DiceShown: "dice",
    fx.ChoiceShown: "choice",
    fx.PlayShown: "play",
    fx.PointsShown: "points",
    fx.CheckersSet: "checkers-set",
    fx.CheckersPutRight: "checkers-put-right",
    fx.TurnTakenBack: "turn-taken-back",
    fx.RollTakenBack: "roll-taken-back",
    fx.CubeActed: "cube",
    fx.ResignationShown: "resignation",
    fx.OpenGameFinished: "open-game-finished",
    fx.GameOver: "game-over",
    fx.ClosedRoomShown: "closed-room",
    fx.GameWithdrawn: "game-withdrawn",
    fx.GameAnnulled: "game-cancelled",
    fx.ResultChanged: "result-changed",
    fx.MatchOver: "match-over",
    fx.ProtocolSigned: "signed",
}


def frame_text(now: PublicSnapshot, items: Iterable[fx.PublicItem]) -> str:
    """One frame of the feed: the items since the last one and the state."""
    frame = {
        "match": now.scheduled.number,
        "last": now.last,
        "items": [_item(item) for item in items],
        "state": _state(now),
    }
    return _json(frame)


def with_page(frame: str, page: Mapping[str, str]) -> str:
    """The frame with the changing parts of a match's page under "page"."""
    return f'{frame[:-1]},"page":{_json(dict(page))}}}'


def _json(values: object) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _item(item: fx.PublicItem) -> dict[str, Any]:
    told = _fields(item.fact)
    if isinstance(item.fact, fx.ClosedRoomShown):
        del told["steps"]
    return {"number": item.number, "kind": _KINDS[type(item.fact)], **told}


def _state(now: PublicSnapshot) -> dict[str, Any]:
    scheduled = now.scheduled
    return {
        "event": scheduled.event,
        "game_name": scheduled.game_name,
        "home": scheduled.home,
        "away": scheduled.away,
        "games": scheduled.games,
        "phase": now.phase.value,
        "line_ups": _value(now.line_ups),
        "commitment": now.commitment.hex(),
        "seed": now.seed.hex(),
        "game": now.game,
        "attempt": now.attempt,
        "embargo": now.embargo.value,
        "table": table_form(now.table),
        "results": [
            {"game": game, "room": room.value, **_fields(now.results[game, room])}
            for game in range(1, scheduled.games + 1)
            for room in Room
            if (game, room) in now.results
        ],
        **_sums(public_protocol(now)),
        "signed": sorted(now.signed),
    }


def _sums(protocol: AnyProtocol) -> dict[str, Any]:
    """Both teams' sums, of IMP or of what a match of counted games compares; the other None."""
    if isinstance(protocol, TallyProtocol):
        return {"imp": None, "tally": _value(protocol.tally)}
    return {"imp": _value(protocol.imp), "tally": None}


def table_form(table: PublicTable) -> dict[str, Any]:
    """A table as the feed and `<bg-board>` know it; `last_play` is None until it is public.

    `score` is None in a game without points, else each side's points and holes, how many tokens
    show the points and at which field from its talon (`triangle`).
    """
    return {
        "position": _value(table.position),
        "pips": {side.value: table.position.pip_count(side) for side in Side},
        "on_turn": _value(table.on_turn),
        "dice": None if table.thrown is None else _fields(table.thrown),
        "last_play": _last_play(table.last_play),
        "cube": _value(table.cube),
        "doubled": table.doubled,
        "score": _value(table.score),
        "result": _value(table.result),
    }


def _last_play(play: fx.PlayShown | None) -> dict[str, Any] | None:
    return None if play is None else {"side": play.side.value, "moves": _value(play.moves)}


def _fields(of: Any) -> dict[str, Any]:
    return {field.name: _value(getattr(of, field.name)) for field in fields(of)}


def _value(value: Any) -> Any:
    match value:
        case Enum():
            return value.value
        case bytes():
            return value.hex()
        case Roll():
            return [value.first, value.second]
        case Move():
            return [value.origin, value.target, value.hit]
        case Position():
            return {side.value: list(value.of(side)) for side in Side}
        case tuple():
            return [_value(each) for each in value]
        case _ if is_dataclass(value):
            return _fields(value)
        case _:
            return value
