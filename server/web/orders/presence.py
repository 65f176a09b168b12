"""Who leaves a table and comes back, by the API and by forms alike (ruling 34)."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from rules import commands as cmd
from rules import events as ev
from rules.errors import LineUpRefused
from rules.identities import PersonId
from server.access import Action
from server.matches.line_ups import has_begun, player_of
from server.matches.presence import HAS_WATCHED, NOT_AT_TABLE
from server.web.orders.fields import Name, Reason
from server.web.orders.order_list import (
    MATCH_PAGE,
    TABLE_API,
    Fields,
    Sender,
    SingleOrder,
    order,
    to_match,
    to_play,
)
from server.web.orders.typed_persons import one_of


def _of_sitting(command: Any) -> Any:
    """Makes a command about whoever sits there; the body's `player` is their name or id."""

    def made(body: Any, sender: Sender) -> Any:
        player = _sitting(sender, body.player)
        return command(**{**dict(body), "room": sender.room, "player": player})

    return made


def _sitting(sender: Sender, typed: str) -> PersonId:
    """Whoever sits at that table by a name or an id; raises LineUpRefused."""
    hall, match_id, room = sender.hall, sender.match, sender.room
    assert room is not None
    record = hall.match(match_id).record
    seated = room in record.rooms and has_begun(record)
    there = [player_of(record, team, room) for team in record.teams] if seated else []
    player = one_of(hall, there, typed)
    if player is None:
        raise LineUpRefused(NOT_AT_TABLE[room], "player", player=typed, match=match_id)
    return player


async def _back_at_table(
    sender: Sender, command: Any, command_id: str, newcomers: Sequence[cmd.AddPerson]
) -> tuple[ev.Event, ...]:
    """Raises LineUpRefused for one who has watched the open room and would sit in the closed one.

    That they have is kept.
    """
    happened = await to_match(sender, command, command_id, newcomers)
    for event in happened:
        if isinstance(event, ev.OpenRoomWatched):
            raise LineUpRefused(HAS_WATCHED, "player", player=command.player, game=event.game)
    return happened


def _leaves(fields: Fields) -> Mapping[str, object]:
    return {name: fields.get(name, "") for name in ("player", "reason")}


def _returns(fields: Fields) -> Mapping[str, object]:
    """Of the form that also says why somebody leaves; its `watched` is ticked or missing."""
    return {"player": fields.get("player", ""), "watched": "watched" in fields}


_order = partial(order, alone=True, without=("room",), player=(Name, ...))
LEAVING = _order(
    "leaving",
    cmd.LogLeaving,
    to_play,
    make=_of_sitting(cmd.LogLeaving),
    read=_leaves,
    reason=(Reason, ...),  # after the player, as on the form
)
RETURNING = _order(
    "returning", cmd.LogReturn, _back_at_table, make=_of_sitting(cmd.LogReturn), read=_returns
)
_single = partial(SingleOrder, page=f"{MATCH_PAGE}/presence", action=Action.LOG_PRESENCE)
PRESENCE = (_single(LEAVING, f"{TABLE_API}/leaving"), _single(RETURNING, f"{TABLE_API}/return"))
