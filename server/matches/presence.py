"""Players' absences from the tables, and their return to the closed room (ruling 34)."""

from collections.abc import Mapping

from rules import commands as cmd
from rules import events as ev
from rules.errors import LineUpRefused
from rules.identities import PersonId
from rules.room import Room
from rules.tables.state import MatchInPlay
from rules.text import N_
from server.matches.line_ups import has_begun, player_of
from server.matches.match_record import MatchRecord

Merged = Mapping[PersonId, PersonId]
"""A mapping of the id of each merged person to their present id."""

HAS_WATCHED = N_(
    "'%(player)s' has watched the open room of game %(game)s: anyone who has may not sit "
    "in the closed room until that game is over in both rooms. Wait, or ask the director "
    "to void the game"
)
NOT_AT_TABLE = {
    Room.OPEN: N_("'%(player)s' does not sit in the open room of match %(match)s"),
    Room.CLOSED: N_("'%(player)s' does not sit in the closed room of match %(match)s"),
}
_HAS_LEFT = N_("'%(player)s' has left already")
_IS_THERE = N_("'%(player)s' has not left the table")
_NOT_PLAYED = N_("match %(match)s is not being played: nobody sits at its tables")


def player_left(
    record: MatchRecord, command: cmd.LogLeaving, by: str, merged: Merged
) -> tuple[ev.Event, ...]:
    """Return the event that a player leaves their seat for a while.

    Raises LineUpRefused if the player does not sit in that seat or has left already. `by` is the id
    of the person who reports that the player leaves.
    """
    player = _sitting(record, command, merged)
    if player in record.away:
        raise LineUpRefused(_HAS_LEFT, "player", player=player)
    left = ev.PlayerLeft(room=command.room, player=player, by=by, reason=command.reason)
    return (left,)


def player_returned(
    record: MatchRecord, command: cmd.LogReturn, by: str, merged: Merged
) -> tuple[ev.Event, ...]:
    """Return the event that a player returns to their seat.

    A player who has watched the open room may not return to the closed room. If the command says
    that the player has watched, the event is that they watched, and they stay away. `by` is the id
    of the person who reports it. Raises LineUpRefused if the player has not left, or is already
    known to have watched.
    """
    player, state = _sitting(record, command, merged), record.state
    if player not in record.away:
        raise LineUpRefused(_IS_THERE, "player", player=player)
    if command.room is Room.CLOSED:
        _check_has_not_watched(record, player, merged)
        if command.watched and state is not None and state.game_under_way:
            return (_watched(state, player, by),)
    back = ev.PlayerReturned(room=command.room, player=player, by=by, reason=command.reason)
    return (back,)


def open_room_watched(record: MatchRecord, command: cmd.LogWatching) -> tuple[ev.Event, ...]:
    """Return the event that a player was shown the open room in a game.

    Return no event if this was recorded before, or if the game is not the one being played.
    """
    state = record.state
    if state is None or not state.game_under_way:
        return ()
    seen = command.player, command.game, command.attempt
    if seen[1:] != (state.game, state.attempt) or seen in record.watched:
        return ()
    return (_watched(state, command.player, ""),)


def check_may_sit(record: MatchRecord, command: cmd.SeatSubstitute, merged: Merged) -> None:
    """Raise LineUpRefused for the closed room's table if the substitute has watched the open room.

    The operator may know that they have, even if no record says so.
    """
    if command.room is Room.CLOSED:
        _check_has_not_watched(record, command.player, merged)
        if command.watched:
            raise LineUpRefused(HAS_WATCHED, "player", player=command.player, game=command.game)


def _check_has_not_watched(record: MatchRecord, player: PersonId, merged: Merged) -> None:
    """Raise LineUpRefused if the player has watched the open room in the present game."""
    if record.state is None:
        return
    now = record.state.game, record.state.attempt
    for watcher, game, attempt in record.watched:
        if _known_as(watcher, merged) == _known_as(player, merged) and (game, attempt) == now:
            raise LineUpRefused(HAS_WATCHED, "player", player=player, game=game)


def _sitting(
    record: MatchRecord, command: cmd.LogLeaving | cmd.LogReturn, merged: Merged
) -> PersonId:
    """Return the id by which the player is seated.

    Raises LineUpRefused if the player does not sit in the seat that the command names.
    """
    if not has_begun(record) or record.state is None or record.state.over:
        raise LineUpRefused(_NOT_PLAYED, match=record.match_id)
    for team in record.teams if command.room in record.rooms else ():
        player = player_of(record, team, command.room)
        if _known_as(player, merged) == _known_as(command.player, merged):
            return player
    named = {"player": command.player, "match": record.match_id}
    raise LineUpRefused(NOT_AT_TABLE[command.room], "player", **named)


def _watched(state: MatchInPlay, player: PersonId, by: str) -> ev.OpenRoomWatched:
    return ev.OpenRoomWatched(game=state.game, attempt=state.attempt, player=player, by=by)


def _known_as(person: PersonId, merged: Merged) -> PersonId:
    return merged.get(person, person)
