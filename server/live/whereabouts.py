"""Where everybody plays, as far as it is public: players once both line-ups are in (ruling 13).

Until then a team's match is known and no more of it. Nothing here depends on what is embargoed.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from rules.events import MatchPlayScheduled
from rules.formats.stages import EventState
from rules.identities import MatchAddress, PersonId, TournamentId
from rules.match_play.state import TABLE
from rules.position import Side
from rules.room import Room
from server.live.snapshot import PublicPhase, PublicSnapshot
from server.persons.naming import NAMELESS, Names


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where somebody plays, or a team whose players are not known yet: `room` is None then.

    `place` is where that room is, in the director's words, or empty. `side` and `against`, who
    sits opposite, are empty for a team. `starts` is the announced start of the round, or None.
    """

    who: str
    is_team: bool
    team: str
    other_team: str
    match: MatchAddress
    one_table: bool = False
    room: Room | None = None
    place: str = ""
    side: Side | None = None
    against: str = ""
    starts: datetime | None = None


def whereabouts(
    matches: Iterable[PublicSnapshot], states: Mapping[TournamentId, EventState], names: Names
) -> list[Whereabouts]:
    """Everybody who plays in these matches, people first, by name; nobody who was erased."""
    every = [
        each
        for match in matches
        if match.phase is not PublicPhase.OVER
        for each in _of_match(match, states, names)
        if each.who != NAMELESS
    ]
    return sorted(every, key=lambda each: (each.is_team, each.who.casefold(), each.match))


def _of_match(
    match: PublicSnapshot, states: Mapping[TournamentId, EventState], names: Names
) -> Iterator[Whereabouts]:
    match_id = match.scheduled.match_id
    address, state = names.match(match_id), states.get(match_id.tournament)
    if isinstance(match.scheduled, MatchPlayScheduled):
        players = [names.by(each) for each in match.scheduled.opponents]
        for side, who, opponent in zip(Side, players, players[::-1], strict=True):
            place = state.places.open_room if state else ""
            yield Whereabouts(who, False, "", "", address, True, TABLE, place, side, opponent)
        return
    home, away = match.scheduled.opponents
    starts = announced_start(state, match_id.number)
    if match.line_ups is None:
        for team, against in ((home, away), (away, home)):
            yield Whereabouts(team, True, team, against, address, starts=starts)
        return
    for room in Room:
        seats = {
            side: _seated(match, room, is_home=(side is Side.WHITE) == (room is Room.OPEN))
            for side in Side
        }
        for side, (team, person) in seats.items():
            other_team, other = seats[side.opponent]
            yield Whereabouts(
                names.of(person),
                False,
                team,
                other_team,
                address,
                room=room,
                place=_place(state, room),
                side=side,
                against=names.of(other),
                starts=starts,
            )


def _seated(match: PublicSnapshot, room: Room, *, is_home: bool) -> tuple[str, PersonId]:
    assert match.line_ups is not None
    team = match.line_ups.home if is_home else match.line_ups.away
    return team.name, team.open_player if room is Room.OPEN else team.closed_player


def _place(state: EventState | None, room: Room) -> str:
    if state is None:
        return ""
    return state.places.open_room if room is Room.OPEN else state.places.closed_room


def announced_start(state: EventState | None, number: int) -> datetime | None:
    """The announced start of the round that the match is in, of one that is still to be played."""
    stage = state.stage_of(number) if state else None
    if state is None or stage is None:
        return None
    return next(
        (
            state.times.starts.get((stage.number, announced.round))
            for announced in stage.published.values()
            if any(pairing.number == number for pairing in announced.pairings)
        ),
        None,
    )
