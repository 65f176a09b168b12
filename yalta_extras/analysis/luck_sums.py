"""Luck and costs summed over judged turns, by player and room; and how far judging has come."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from statistics import fmean

from rules.duplicate.forks import Fork, ForkKind
from rules.identities import PersonId
from rules.room import Room
from rules.scoring.match_protocol import MatchProtocol
from rules.scoring.swings import AdjustedSum, adjusted_sum
from rules.scoring.teams import TeamPlace, side_of
from server.matches.line_ups import PlayerSeat, seats_of
from server.matches.match_record import MatchRecord
from yalta_extras.analysis.compared_rooms import ComparedRooms, Place
from yalta_extras.analysis.judged import JudgedMatch, JudgedTurn

_THOUSANDTHS = 1000


@dataclass(frozen=True, slots=True)
class PlayerLuck:
    """A player's luck at one table, and the error rate of the player's plays.

    `room` is the table. `imp` is the luck of all the player's rolls there, in IMP, and `rolls` is
    their number. `rate` is the error rate: the mean cost of the plays that were not forced, in
    thousandths of a point at cube 1; None if there was no such play.
    """

    player: PersonId
    team: str
    room: Room
    rolls: int
    imp: float
    rate: float | None


@dataclass(frozen=True, slots=True)
class AdjustedRooms:
    """The IMP, luck and adjusted IMP of each room and of both together, for the home team."""

    by_room: Mapping[Room, AdjustedSum]
    both: AdjustedSum


def player_lucks(record: MatchRecord, judged: JudgedMatch) -> tuple[PlayerLuck, ...]:
    """Return the luck of everybody who sat at a table of the match, sorted by room, home first.

    Rooms without judged games are left out.
    """
    seats = seats_of(record)
    return tuple(
        _player_luck(seat, _until(seat, seats), judged)
        for seat in seats
        if any(room is seat.room for _, room in judged.games)
    )


def adjusted_rooms(
    compared: ComparedRooms, judged: JudgedMatch, protocol: MatchProtocol
) -> AdjustedRooms:
    """Return the sums of IMP and luck over those results that were played out and judged.

    `protocol` has the results of the match.
    """
    results = {
        (result.game, result.room): (result.imp.home - result.imp.away, luck)
        for result in protocol.results
        if (luck := _luck_of_home(compared, judged, (result.game, result.room))) is not None
    }
    by_room = {
        room: adjusted_sum([made for place, made in results.items() if place[1] is room])
        for room in Room
    }
    return AdjustedRooms(by_room, adjusted_sum([*results.values()]))


def left_out(
    compared: ComparedRooms, judged: JudgedMatch, protocol: MatchProtocol
) -> tuple[Place, ...]:
    """Return the game and room of each result that `adjusted_rooms` does not include."""
    places = ((result.game, result.room) for result in protocol.results)
    return tuple(each for each in places if _luck_of_home(compared, judged, each) is None)


def fork_cost(judged: JudgedMatch, game: int, room: Room, fork: Fork) -> float | None:
    """Return the cost of the play at a fork in that room, in points at cube 1.

    Return None for a cube decision, or if the play was not judged.
    """
    if fork.kind is not ForkKind.PLAY:
        return None
    for turn in judged.games.get((game, room), ()):
        if (turn.side, turn.turn) == fork.open.key:
            return turn.lost_equity
    return None


def _luck_of_home(compared: ComparedRooms, judged: JudgedMatch, place: Place) -> float | None:
    if place not in judged.games or place in compared.not_played_out:
        return None
    home = side_of(TeamPlace.HOME, place[1])
    return sum(
        turn.luck_imp if turn.side is home else -turn.luck_imp for turn in judged.games[place]
    )


def _until(seat: PlayerSeat, seats: tuple[PlayerSeat, ...]) -> int | None:
    """Return the first game of the player who came next in that seat, or None if nobody did."""
    later = [
        each.since
        for each in seats
        if (each.room, each.side) == (seat.room, seat.side) and each.since > seat.since
    ]
    return min(later, default=None)


def _player_luck(seat: PlayerSeat, until: int | None, judged: JudgedMatch) -> PlayerLuck:
    turns = list(_turns_of(seat, until, judged))
    lost = [turn.lost_equity for turn in turns if not turn.forced and turn.lost_equity is not None]
    return PlayerLuck(
        player=seat.player,
        team=seat.team,
        room=seat.room,
        rolls=len(turns),
        imp=sum(turn.luck_imp for turn in turns),
        rate=_THOUSANDTHS * fmean(lost) if lost else None,
    )


def _turns_of(seat: PlayerSeat, until: int | None, judged: JudgedMatch) -> Iterator[JudgedTurn]:
    for (game, room), turns in judged.games.items():
        seated = seat.since <= game and (until is None or game < until)
        if room is seat.room and seated:
            yield from (turn for turn in turns if turn.side is seat.side)


class JudgingStep(Enum):
    """The state of a match's judging."""

    WAITING = "waiting"
    RUNNING = "running"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class JudgingProgress:
    """The progress of a match's judging.

    While the match is being judged, `done` of its `games` have been judged; a game counts once for
    each room. While the match is waiting, `before` is the number of matches to be judged before it.
    """

    step: JudgingStep
    done: int = 0
    games: int = 0
    before: int = 0


@dataclass(frozen=True, slots=True)
class LuckKnown:
    """The luck of a match that is over, as far as it is known.

    `judged` is None until an engine has judged the match. `installed` is True if there is an engine
    on this machine. `progress` is the progress of judging; it is None once the match is judged, if
    there is nothing to judge, or if no engine is installed.
    """

    compared: ComparedRooms
    judged: JudgedMatch | None
    progress: JudgingProgress | None
    installed: bool

    @property
    def coming(self) -> bool:
        """True if the match waits to be judged or is being judged, so that more will be known."""
        return self.progress is not None and self.progress.step is not JudgingStep.FAILED

    @property
    def has_positions(self) -> bool:
        """True if positions of the match were recorded; without them nothing is said of luck."""
        return self.compared.has_positions

    def as_digested(self) -> "LuckKnown":
        """Return a copy without the progress of judging, for digests of forms.

        The progress changes every second, and must not make a printed form count as changed.
        """
        return replace(self, progress=JudgingProgress(JudgingStep.WAITING)) if self.coming else self
