"""Who sits where in a match once both line-ups are in: line-ups, and substitutes since some game.

Source: ruling 5 (colours), ruling 11 (substitutes), ruling 13 (line-ups are sealed until both are
in).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.events import LineUpSubmitted, MatchPlayScheduled, SubstituteSeated, Team
from rules.identities import PersonId
from rules.match_play.state import TABLE
from rules.position import Side
from rules.room import Room
from rules.scoring.teams import TeamPlace, side_of
from server.matches.finished_match import FinishedMatch
from server.matches.match_record import MatchRecord


@dataclass(frozen=True, slots=True)
class Seat:
    """A person at a table of a match, for a team, from `since` on, the first game being 1."""

    player: PersonId
    team: str
    room: Room
    side: Side
    since: int = 1


def seats_of(match: MatchRecord | FinishedMatch) -> tuple[Seat, ...]:
    """Everybody who sits or sat in a match, each seat's people in their order.

    Nobody before both line-ups are in.
    """
    if isinstance(match.scheduled, MatchPlayScheduled):
        return tuple(
            Seat(player, player.text, TABLE, side)
            for player, side in (
                (match.scheduled.white, Side.WHITE),
                (match.scheduled.red, Side.RED),
            )
        )
    if isinstance(match, FinishedMatch):
        line_ups: Iterable[LineUpSubmitted | Team] = match.line_ups
    elif match.started is not None:
        line_ups = match.started.home, match.started.away
    else:
        return ()
    by_team = {_team(each): each for each in line_ups}
    return tuple(
        seat
        for room in Room
        for place, team in zip(TeamPlace, match.teams, strict=True)
        for seat in _in_turn(by_team[team], room, side_of(place, room), match.substitutes)
    )


def _team(line_up: LineUpSubmitted | Team) -> str:
    return line_up.team if isinstance(line_up, LineUpSubmitted) else line_up.name


def _in_turn(
    line_up: LineUpSubmitted | Team, room: Room, side: Side, substitutes: Iterable[SubstituteSeated]
) -> Iterable[Seat]:
    first = line_up.open_player if room is Room.OPEN else line_up.closed_player
    yield Seat(first, _team(line_up), room, side)
    for each in substitutes:
        if (each.team, each.room) == (_team(line_up), room):
            yield Seat(each.player, each.team, room, side, each.game)


def seated_now(seats: Iterable[Seat]) -> dict[tuple[Room, Side], Seat]:
    """Who sits at each table now, or sat there last."""
    return {(seat.room, seat.side): seat for seat in seats}
