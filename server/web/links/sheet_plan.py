"""Which links a sheet would have, and which of before it would end: what the form asks about."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.events import MatchScheduled
from rules.identities import MatchAddress, MatchId, PersonId
from rules.room import Room
from server.access import Sight, Visitor
from server.hall import Hall
from server.matches.line_ups import has_begun, player_of
from server.matches.match_record import MatchRecord
from server.store.accounts_db.links import Link, LinkKind


@dataclass(frozen=True, slots=True)
class CaptainPlace:
    """A team's captain in a match: `chosen` is whose the last link was, else the first player."""

    team: str
    choices: tuple[PersonId, ...]
    chosen: PersonId | None


@dataclass(frozen=True, slots=True)
class MatchLinks:
    """What a match has to be linked: captains, seats whose players may be known, tables' codes.

    `tables` have no board yet. `ends` are the good links of before, in the order of their numbers.
    """

    match_id: MatchId
    address: MatchAddress
    teams: tuple[str, str]
    captains: tuple[CaptainPlace, ...]
    seats: tuple[tuple[str, Room, PersonId], ...]
    tables: tuple[Room, ...]
    rooms: tuple[Room, ...]
    ends: tuple[Link, ...]

    @property
    def one_table(self) -> bool:
        """Whether it is of two players at one table, who have no captains."""
        return len(self.rooms) == 1


def sheet_plan(hall: Hall, good: Mapping[int, Link], visitor: Visitor) -> list[MatchLinks]:
    """What can be linked of every match that is not over, but of those the visitor plays in."""
    return [
        _match_links(hall, good, process.record)
        for match_id, process in hall.registry.in_play().items()
        if not process.record.is_over and hall.sight(visitor, match_id) is Sight.BY_ROLE
    ]


def _match_links(hall: Hall, good: Mapping[int, Link], record: MatchRecord) -> MatchLinks:
    match_id = record.match_id
    ends = [each for each in good.values() if each.match == match_id]
    return MatchLinks(
        match_id,
        hall.names().match(match_id),
        record.teams,
        _captains(hall, good, record),
        _seats(record),
        tuple(room for room in record.rooms if room not in record.boards),
        record.rooms,
        tuple(each for each in ends if each.kind in (LinkKind.CAPTAIN, LinkKind.PLAYER)),
    )


def _captains(
    hall: Hall, good: Mapping[int, Link], record: MatchRecord
) -> tuple[CaptainPlace, ...]:
    if not isinstance(record.scheduled, MatchScheduled):
        return ()
    tournament = hall.tournaments.of(record.match_id)
    captains = [
        each
        for each in good.values()
        if each.kind is LinkKind.CAPTAIN
        and each.match is not None
        and each.match.tournament == record.match_id.tournament
    ]
    places = list[CaptainPlace]()
    for team in record.teams:
        now = tournament.state.name_now(team)
        players = tournament.players_of(now)
        known = _last(
            each for each in captains if tournament.state.name_now(each.team or "") == now
        )
        choices = dict.fromkeys((*([known] if known else []), *players))
        places.append(CaptainPlace(team, tuple(choices), next(iter(choices), None)))
    return tuple(places)


def _last(links: Iterable[Link]) -> PersonId | None:
    newest: Sequence[Link] = sorted(links, key=lambda each: each.link_id)
    return newest[-1].person if newest else None


def _seats(record: MatchRecord) -> tuple[tuple[str, Room, PersonId], ...]:
    """Seats whose players both teams know: a card on a table would unseal a line-up (ruling 13)."""
    if not has_begun(record):
        return ()
    return tuple(
        (team, room, player_of(record, team, room))
        for team in record.teams
        for room in record.rooms
    )
