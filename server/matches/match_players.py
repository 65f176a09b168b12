"""Who plays in a match, or may be seated in it, from its record and facts of other streams.

Source: rulings 33 (merged persons are one) and 34 (who plays does not see).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.identities import PersonId
from rules.room import Room
from server.access import MatchPlayers
from server.matches.line_ups import has_begun, player_of
from server.matches.match_record import MatchRecord


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """What a match knows of persons: `rosters`, the players of its teams; who was `merged`."""

    rosters: frozenset[PersonId] = frozenset()
    merged: Mapping[PersonId, PersonId] = field(default_factory=dict)

    def known_as(self, person: PersonId) -> PersonId:
        """The id that stands for a person."""
        return self.merged.get(person, person)


NO_FACTS = PersonFacts()


def match_players(record: MatchRecord, facts: PersonFacts) -> MatchPlayers:
    """The players of a match as it stands.

    Somebody in both rooms, as two persons who turned out to be one, sits in the closed one.
    """
    seats = {
        facts.known_as(player_of(record, team, room)): room
        for room in sorted(record.rooms, key=lambda room: room is Room.CLOSED)
        for team in record.teams
        if has_begun(record)
    }
    lined_up = {
        player
        for line_up in record.line_ups.values()
        for player in (line_up.open_player, line_up.closed_player)
    }
    return MatchPlayers(
        match=record.match_id,
        seats=seats,
        rosters=frozenset(map(facts.known_as, facts.rosters | lined_up)),
        merged=facts.merged,
        over=record.is_over,
    )
