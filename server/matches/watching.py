"""The logging of visitors who are shown the open room of a match in play (ruling 34)."""

from collections.abc import Collection

from rules import commands as cmd
from rules import events as ev
from rules.identities import PersonId
from rules.room import Room
from server.access import SERVER, Sight, Visitor, sight
from server.matches.deferred_work import Envelope
from server.matches.line_ups import PersonFacts, match_players
from server.matches.match_process import MatchProcess


def log_watching(
    process: MatchProcess,
    visitor: Visitor,
    facts: PersonFacts,
    team_players: Collection[PersonId],
) -> None:
    """Log that the visitor is shown the open room, once per game; do not wait until it is stored.

    `team_players` are all players on any team's list. Nothing is logged for other visitors, since a
    substitute is asked when sitting down whether they have watched. Nothing is logged either for a
    player of the open room who is shown their own table.
    """
    record, state = process.record, process.record.state
    if visitor.person is None or state is None or not state.game_under_way:
        return
    player = facts.known_as(visitor.person)
    seen = player, state.game, state.attempt
    if seen in record.watched or player not in team_players:
        return
    players = match_players(record, facts)
    if sight(visitor, players) is not Sight.BY_ROLE or players.seats.get(player) is Room.OPEN:
        return
    if isinstance(record.scheduled, ev.MatchScheduled):
        command = cmd.LogWatching(game=state.game, attempt=state.attempt, player=player)
        process.post(Envelope(command, SERVER))
