"""What a game from the closed room's seat came to, beside the players' and everybody's."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.events import MatchScheduled
from rules.position import Side
from rules.room import Room, RoomResult
from rules.scoring.match_protocol import Confirmations, MatchProtocol
from rules.scoring.tallies import TallyProtocol
from rules.scoring.teams import PerTeam, TeamPlace
from server.closed_seats.closed_seats import Sitting
from server.live.snapshot import PublicSnapshot
from server.persons.naming import Names
from server.results.protocols import AnyProtocol, ScoredResults
from server.web.spectators.closed_seat.seat_values import seat_of
from server.web.spectators.protocol_rows import ResultLine, result_lines
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class Beside:
    """One result of the game: whose, where, and what it was worth to the visitor's team."""

    who: str
    room: Room
    line: ResultLine
    own: bool
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Came:
    """How many visitors in that seat came to so many points; `own`: this one did."""

    points: int
    visitors: int
    own: bool
    share: int


@dataclass(frozen=True, slots=True)
class MatchSums:
    """A match's sums, of IMP or of what was counted, and its victory points where it has any."""

    sums: PerTeam[int]
    vp: PerTeam[int] | None


@dataclass(frozen=True, slots=True)
class EndedGame:
    """What the page shows below a game that is over; points are those of the visitor's team.

    `counted`: they are what the game counts, and not IMP.
    """

    beside: list[Beside]
    counted: bool
    came: list[Came]
    with_yours: MatchSums
    as_played: MatchSums


def ended_game(
    sitting: Sitting,
    now: PublicSnapshot,
    everybody: Counter[tuple[Side, RoomResult]],
    words: Words,
    people: Names,
) -> EndedGame:
    """What a game from that seat came to."""
    result, game = sitting.result, sitting.played.game
    assert result is not None
    seat = seat_of(now, sitting.side, people)
    scores = _Scores(now, game, seat.place, words, people)
    in_open = "" if now.line_ups is None else people.of(now.line_ups.of(seat.place).open_player)
    beside = [
        scores.beside(words.gettext("You"), Room.CLOSED, result, own=True),
        scores.beside(seat.player, Room.CLOSED, now.results[game, Room.CLOSED]),
        scores.beside(in_open, Room.OPEN, now.results[game, Room.OPEN]),
    ]
    came = Counter[int]()
    for (side, each), visitors in everybody.items():
        if side is sitting.side:
            came[scores.beside("", Room.CLOSED, each).points[-1]] += visitors
    return EndedGame(
        beside,
        counted=len(beside[0].points) == 1,
        came=_distribution(came, beside[0].points[-1]),
        with_yours=_sums(_protocol(now, {**now.results, (game, Room.CLOSED): result})),
        as_played=_sums(_protocol(now, now.results)),
    )


@dataclass(frozen=True, slots=True)
class _Scores:
    """Results of one game, scored by the match's own protocol."""

    now: PublicSnapshot
    game: int
    place: TeamPlace
    words: Words
    people: Names

    def beside(self, who: str, room: Room, result: RoomResult, *, own: bool = False) -> Beside:
        now = replace(self.now, openings={})
        protocol = _protocol(now, {(self.game, room): result})
        opponents = self.now.opponents
        teams = PerTeam(self.people.by(opponents.home), self.people.by(opponents.away))
        (line,) = result_lines(protocol, teams, self.now.scheduled.game_name, self.words)
        points = tuple(each.of(self.place) - each.of(self.place.opponent) for each in line.points)
        return Beside(who, room, line, own, points)


def _protocol(now: PublicSnapshot, results: Mapping[tuple[int, Room], RoomResult]) -> AnyProtocol:
    assert isinstance(now.scheduled, MatchScheduled)
    scored = ScoredResults(now.scheduled, results)
    return scored.protocol(now.openings, now.annulled, Confirmations())


def _sums(protocol: AnyProtocol) -> MatchSums:
    if isinstance(protocol, TallyProtocol):
        return MatchSums(protocol.tally, None)
    assert isinstance(protocol, MatchProtocol)
    vp = protocol.vp
    imp = PerTeam(int(protocol.imp.home), int(protocol.imp.away))
    return MatchSums(imp, None if vp is None else PerTeam(int(vp.home), int(vp.away)))


def _distribution(came: Counter[int], own: int) -> list[Came]:
    most = max(came.values(), default=1)
    return [
        Came(points, visitors, points == own, round(100 * visitors / most))
        for points, visitors in sorted(came.items(), reverse=True)
    ]
