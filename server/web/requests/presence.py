"""Who leaves a table and comes back, by the API and by forms alike (ruling 34)."""

from rules import commands as cmd
from rules import events as ev
from rules.errors import LineUpRefused
from rules.identities import MatchId, PersonId
from rules.room import Room
from server.access import Visitor
from server.hall import Hall
from server.matches.line_ups import has_begun, player_of
from server.matches.presence import HAS_WATCHED, NOT_AT_TABLE
from server.web.requests.effects import EffectOut, effect_of, ordered
from server.web.requests.typed_persons import one_of
from server.web.schemas.fields import Body, Name, Reason, Remark


class LeavingIn(Body):
    """Somebody leaves the table at which he sits, for a while; `player` is his name or id."""

    player: Name
    reason: Reason


class ReturnIn(Body):
    """He is back. `watched`: he has watched the open room of the game that is being played."""

    player: Name
    watched: bool
    reason: Remark = ""


async def log_leaving(
    hall: Hall,
    match_id: MatchId,
    room: Room,
    given: LeavingIn,
    visitor: Visitor,
    command_id: str,
) -> EffectOut:
    """Log that somebody leaves his table. Raises LineUpRefused for one who does not sit there."""
    player = _sitting(hall, match_id, room, given.player)
    command = cmd.LogLeaving(room=room, player=player, reason=given.reason)
    return await ordered(hall, match_id, command, visitor, command_id)


async def log_return(
    hall: Hall,
    match_id: MatchId,
    room: Room,
    given: ReturnIn,
    visitor: Visitor,
    command_id: str,
) -> EffectOut:
    """Log that he is back at his table.

    Raises LineUpRefused for one who has watched the open room and would sit in the closed one; that
    he has is kept.
    """
    player = _sitting(hall, match_id, room, given.player)
    command = cmd.LogReturn(room=room, player=player, watched=given.watched, reason=given.reason)
    happened = await hall.commands.to_match(match_id, command, visitor, command_id)
    for event in happened:
        if isinstance(event, ev.OpenRoomWatched):
            raise LineUpRefused(HAS_WATCHED, "player", player=player, game=event.game)
    return effect_of(happened)


def _sitting(hall: Hall, match_id: MatchId, room: Room, typed: str) -> PersonId:
    """Whoever sits at that table by a name or an id; raises LineUpRefused."""
    record = hall.match(match_id).record
    seated = room in record.rooms and has_begun(record)
    there = [player_of(record, team, room) for team in record.teams] if seated else []
    player = one_of(hall, there, typed)
    if player is None:
        raise LineUpRefused(NOT_AT_TABLE[room], "player", player=typed, match=match_id)
    return player
