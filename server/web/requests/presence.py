"""Who leaves a table and comes back, over HTTP, by the API and by forms alike (ruling 34)."""

from rules import commands as cmd
from rules import events as ev
from rules.errors import LineUpRefused
from rules.identities import PersonId
from rules.room import Room
from server.access import Visitor
from server.hall import Hall
from server.matches.line_ups import has_begun, player_of
from server.matches.presence import HAS_WATCHED, NOT_AT_TABLE
from server.web.requests.effects import effect_of, ordered
from server.web.requests.typed_persons import one_of
from server.web.schemas.director import EffectOut
from server.web.schemas.presence import LeavingIn, ReturnIn


async def log_leaving(
    hall: Hall, number: int, room: Room, given: LeavingIn, visitor: Visitor
) -> EffectOut:
    """Log that somebody leaves his table. Raises LineUpRefused for one who does not sit there."""
    player = _sitting(hall, number, room, given.player)
    command = cmd.LogLeaving(room=room, player=player, by=visitor.by, reason=given.reason)
    return await ordered(hall, number, command, visitor)


async def log_return(
    hall: Hall, number: int, room: Room, given: ReturnIn, visitor: Visitor
) -> EffectOut:
    """Log that he is back at his table.

    Raises LineUpRefused for one who has watched the open room and would sit in the closed one; that
    he has is kept.
    """
    player = _sitting(hall, number, room, given.player)
    command = cmd.LogReturn(
        room=room, player=player, watched=given.watched, by=visitor.by, reason=given.reason
    )
    happened = await hall.commands.to_match(number, command, visitor)
    for event in happened:
        if isinstance(event, ev.OpenRoomWatched):
            raise LineUpRefused(HAS_WATCHED, "player", player=player, game=event.game)
    return effect_of(happened)


def _sitting(hall: Hall, number: int, room: Room, typed: str) -> PersonId:
    """Whoever sits at that table by a name or an id; raises LineUpRefused."""
    record = hall.match(number).record
    seated = room in record.rooms and has_begun(record)
    there = [player_of(record, team, room) for team in record.teams] if seated else []
    player = one_of(hall, there, typed)
    if player is None:
        raise LineUpRefused(NOT_AT_TABLE[room], "player", player=typed, match=number)
    return player
