"""Signatures under the protocol of a finished match (ruling 15)."""

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused
from rules.room import Room
from server.matches.match_record import MatchRecord

_UNCONFIRMED_AT_ONE_TABLE = "nothing yet: the result of game %(game)s is unconfirmed"
_UNCONFIRMED = {
    Room.OPEN: "nothing yet: the open room's result of game %(game)s is unconfirmed",
    Room.CLOSED: "nothing yet: the closed room's result of game %(game)s is unconfirmed",
}


def signed_results(record: MatchRecord) -> tuple[cmd.SignedResult, ...]:
    """What a signature under the protocol stands for: the results, by game and room."""
    if record.state is None:
        return ()
    return tuple(
        cmd.SignedResult(game, room, result)
        for game in range(1, record.state.game + 1)
        for room in record.rooms
        if (result := record.state.results.get((game, room))) is not None
    )


def protocol_signed(record: MatchRecord, command: cmd.SignProtocol) -> tuple[ev.Event, ...]:
    """A captain's or a player's signature; nothing where that side has signed.

    Raises MatchRefused while the match goes on, or a result of it is unconfirmed.
    """
    if command.team not in record.teams:
        raise MatchRefused("team", command.team, " or ".join(record.teams))
    if record.state is None or not record.state.over:
        raise MatchRefused("team", command.team, "nothing yet: the match is not finished")
    for game, room in record.state.unconfirmed:
        one_table = len(record.rooms) == 1
        why = _UNCONFIRMED_AT_ONE_TABLE if one_table else _UNCONFIRMED[room]
        raise MatchRefused("team", command.team, why, game=game)
    if command.team in record.signed:
        return ()
    return (ev.MatchSigned(team=command.team, by=command.by),)
