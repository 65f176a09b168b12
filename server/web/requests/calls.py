"""Calls for the director and holds over HTTP, by the API and by forms alike (ruling 31)."""

from rules import commands as cmd
from rules.events import HoldScope
from rules.identities import MatchId
from rules.position import Side
from rules.room import Room
from server.access import Visitor
from server.hall import Hall
from server.web.requests.effects import EffectOut, effect_of
from server.web.schemas.calls import (
    CallIn,
    EndCallIn,
    HallHoldIn,
    HallLiftIn,
    HoldIn,
    HoldOut,
    LiftIn,
    TakeCallIn,
)


async def call(
    hall: Hall, match_id: MatchId, room: Room, given: CallIn, visitor: Visitor, command_id: str
) -> EffectOut:
    """Call the director to a table; a call that stands already is no other one."""
    side = Side(given.side) if given.side else None
    command = cmd.CallDirector(room=room, reason=given.reason, side=side)
    return await _done(hall, match_id, command, visitor, command_id)


async def take(
    hall: Hall, match_id: MatchId, room: Room, given: TakeCallIn, visitor: Visitor, command_id: str
) -> EffectOut:
    """Go to a table that has called. Raises ValuesChanged where somebody else goes by now."""
    command = cmd.TakeCall(room=room, coming=given.coming)
    return await _done(hall, match_id, command, visitor, command_id)


async def end(
    hall: Hall, match_id: MatchId, room: Room, given: EndCallIn, visitor: Visitor, command_id: str
) -> EffectOut:
    """Say that what a table called for is settled. Raises ValuesChanged as `take` does."""
    command = cmd.EndCall(room=room, coming=given.coming)
    return await _done(hall, match_id, command, visitor, command_id)


async def hold(
    hall: Hall, match_id: MatchId, order: HoldIn, director: Visitor, command_id: str
) -> EffectOut:
    """Hold a table or a match."""
    command = cmd.HoldPlay(
        scope=HoldScope(order.scope), room=_room(order.room), reason=order.reason
    )
    return await _done(hall, match_id, command, director, command_id)


async def lift(
    hall: Hall, match_id: MatchId, order: LiftIn, director: Visitor, command_id: str
) -> EffectOut:
    """Let a table or a match go on."""
    command = cmd.LiftHold(
        scope=HoldScope(order.scope), room=_room(order.room), reason=order.reason, was=order.was
    )
    return await _done(hall, match_id, command, director, command_id)


async def hold_hall(hall: Hall, order: HallHoldIn, director: Visitor, command_id: str) -> EffectOut:
    """Hold all tables of a room, or of the hall, those of matches to come as well."""
    command = cmd.HoldPlay(
        scope=HoldScope(order.scope), room=_room(order.room), reason=order.reason
    )
    return effect_of((await hall.commands.to_hall(command, director, command_id),))


async def lift_hall(hall: Hall, order: HallLiftIn, director: Visitor, command_id: str) -> EffectOut:
    """Let a room or the hall go on."""
    command = cmd.LiftHold(
        scope=HoldScope(order.scope), room=_room(order.room), reason=order.reason, was=order.was
    )
    return effect_of((await hall.commands.to_hall(command, director, command_id),))


def hall_holds(hall: Hall) -> list[HoldOut]:
    """What is held of the hall now."""
    return [
        HoldOut(
            scope=each.scope.value,
            room=each.room.value if each.room else None,
            by=each.by,
            reason=each.reason,
        )
        for each in hall.tournaments.held.holds.values()
    ]


async def _done(
    hall: Hall, match_id: MatchId, command: cmd.CallCommand, visitor: Visitor, command_id: str
) -> EffectOut:
    return effect_of(await hall.commands.to_match(match_id, command, visitor, command_id))


def _room(name: str | None) -> Room | None:
    return None if name is None else Room(name)
