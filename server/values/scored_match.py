"""The scoring of a match's results as its game demands, and the match's outcome for standings.

Source: ruling 17.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules import events as ev
from rules.dice import Roll
from rules.formats.format import MatchOutcome, PointOutcome
from rules.games.known_games import INFOS
from rules.match_play.protocol import MatchPlayProtocol
from rules.position import Side
from rules.room import Ending, Room, RoomResult
from rules.scoring.match_protocol import (
    AdjustedResult,
    CancelledResult,
    Confirmations,
    GameResult,
    MatchProtocol,
    Result,
)
from rules.scoring.scales import Smp
from rules.scoring.tallies import CountedResult, TallyProtocol, TallyResult
from rules.scoring.teams import PerTeam, TeamPlace, side_of, team_of

AS_RULED = "small match points as ruled"
"""The text that is shown in place of a director's reason if the reason is not known here."""


AnyProtocol = MatchProtocol | TallyProtocol | MatchPlayProtocol
"""A scored match: scored by the scoring tables, by counts such as trous, or to points."""


@dataclass(frozen=True, slots=True)
class ScoredResults:
    """The results of a match, keyed by game and room; `protocol` scores them.

    They are scored in SMP, IMP and VP, or in Trictrac by the trous. `adjusted` are the director's
    reasons for scores that they set, as far as these reasons may be shown.
    """

    scheduled: ev.MatchScheduled
    results: Mapping[tuple[int, Room], RoomResult]
    adjusted: Mapping[tuple[int, Room], str] = field(default_factory=dict)

    def protocol(
        self,
        openings: Mapping[int, Roll],
        cancelled: Mapping[int, str],
        confirmations: Confirmations,
    ) -> AnyProtocol:
        """Return the protocol of the match with its games in order, the open room first.

        `openings` are the opening throws and `cancelled` the director's reasons for cancelled
        games, both keyed by game. `confirmations` says who has confirmed the results.
        """
        lines = [
            self._line(game, room, openings.get(game), cancelled.get(game))
            for game in range(1, self.scheduled.games + 1)
            for room in Room
            if (game, room) in self.results
        ]
        games = self.scheduled.games
        if INFOS[self.scheduled.game_name].scored.counted:
            return TallyProtocol(games, tuple(map(_counted, lines)), confirmations)
        return MatchProtocol(games, tuple(map(_scored, lines)), confirmations)

    def _line(self, game: int, room: Room, opening: Roll | None, cancelled: str | None) -> "_Line":
        finished, adjusted = self.results[game, room], self.adjusted.get((game, room), "")
        reason = cancelled or "" if finished.adjusted is None else adjusted
        return _Line(finished, game, room, opening, reason)


@dataclass(frozen=True, slots=True)
class _Line:
    """A result and what is needed to score it; `reason` is why it was cancelled or adjusted."""

    finished: RoomResult
    game: int
    room: Room
    opening: Roll | None
    reason: str


def _scored(line: _Line) -> Result:
    finished, room = line.finished, line.room
    if finished.adjusted is not None:
        home, away = finished.adjusted
        points = PerTeam(Smp(home), Smp(away))
        return AdjustedResult(game=line.game, room=room, smp=points, reason=line.reason or AS_RULED)
    if finished.loser is None:
        return CancelledResult(game=line.game, room=room, reason=line.reason)
    winner = team_of(finished.loser.opponent, room)
    return GameResult(
        game=line.game,
        room=room,
        opening=line.opening,
        winner=winner,
        ending=finished.ending,
        left=finished.left,
        cube=finished.cube,
        owner=_owner(finished, room),
    )


def _counted(line: _Line) -> CountedResult:
    finished, room = line.finished, line.room
    if finished.loser is None:
        return CancelledResult(game=line.game, room=room, reason=line.reason)
    by_side = dict(zip(Side, finished.tally, strict=True))
    tally = PerTeam(*(by_side[side_of(team, room)] for team in TeamPlace))
    return TallyResult(
        game=line.game,
        room=room,
        opening=line.opening,
        ending=finished.ending,
        winner=team_of(finished.loser.opponent, room),
        tally=tally,
    )


def _owner(finished: RoomResult, room: Room) -> TeamPlace | None:
    if finished.ending is Ending.PASS:
        side = finished.proposer
    else:
        side = finished.owner if finished.cube > 1 else None
    return team_of(side, room) if side is not None else None


def final_score(protocol: AnyProtocol) -> tuple[int, int] | None:
    """Return the final score, home first, or None if there is none yet.

    It is in victory points if the scoring tables score the match, in points in a match at one
    table, and otherwise the sum of what the games counted, such as trous. Victory points exist only
    once the match is complete.
    """
    if not isinstance(protocol, MatchProtocol):
        return sums(protocol)
    points = protocol.vp
    return None if points is None else (int(points.home), int(points.away))


def sums(protocol: AnyProtocol) -> tuple[int, int]:
    """Return the score that is shown during play, home first.

    It is in IMP if the scoring tables score the match, in points in a match at one table, and
    otherwise the sum of what the games counted, such as trous.
    """
    if isinstance(protocol, MatchPlayProtocol):
        return protocol.score.white, protocol.score.red
    if isinstance(protocol, TallyProtocol):
        return protocol.tally.home, protocol.tally.away
    return int(protocol.imp.home), int(protocol.imp.away)


def compared(own: int, other: int) -> int:
    """Return 1 if the first of two sums is the higher one, -1 if the other is, else 0."""
    return (own > other) - (own < other)


def smp_of(protocol: AnyProtocol) -> tuple[int, int]:
    """Return small match points, home first; zeros unless the scoring tables score the match."""
    if not isinstance(protocol, MatchProtocol):
        return 0, 0
    return int(protocol.smp.home), int(protocol.smp.away)


def point_outcome(protocol: MatchPlayProtocol) -> PointOutcome:
    """Return the points of a match at one table, and its winner once it is over."""
    score = protocol.score
    return PointOutcome(winner=protocol.winner, white=score.white, red=score.red)


def outcome_of(protocol: AnyProtocol, *, unconfirmed: bool = False) -> MatchOutcome:
    """Return the outcome of a match; it is empty unless the scoring tables score the match.

    `unconfirmed` is True if a result of the match is not confirmed yet.
    """
    if not isinstance(protocol, MatchProtocol):
        return MatchOutcome()
    return MatchOutcome(
        imp=sums(protocol),
        smp=smp_of(protocol),
        vp=final_score(protocol),
        games=len(protocol.results),
        unconfirmed=unconfirmed,
    )
