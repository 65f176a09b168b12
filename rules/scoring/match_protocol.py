"""The match protocol as values: lines, sums, difference, victory points, winner.

Sources: Fair Backgammon Duplicated Team Tournament (Garal, 2008), scoring step 5 and the protocol
of the final. Ruling 1: the VP column is that of the scheduled games. Ruling 4: IMP a result,
summed, then subtracted; more IMP wins even at 15–15; how a level final is decided. Ruling 15: an
unfinished or unconfirmed protocol is "provisional, unsigned". Ruling 32: one that nobody queried in
time is "final by lapse of time" if a signature is missing.

A line of the protocol is a played, an adjusted or a cancelled result.

Sources: Fair Backgammon Duplicated Team Tournament (Garal, 2008), scoring steps 1 to 4; ruling 1
(cancelled games), ruling 3 (the cube of a refused double), ruling 6 (the opening throw, White's die
first), ruling 11 (the director adjusts, with a reason).
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from rules.dice import Roll
from rules.room import Ending, Room
from rules.scoring.scales import (
    EXTRA_GAMES,
    SMP_STEP,
    Imp,
    ScoreRefused,
    Smp,
    Vp,
    cube_refusals,
    imp,
    left_refusals,
    results_of,
    row_of,
    smp,
    vp,
)
from rules.scoring.teams import PerTeam, TeamPlace, ahead, won_by
from rules.text import N_


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """One game as it ended in one room.

    `opening` is None if a game was kept by hand and its opening throw was not recorded. `left`:
    the loser's checkers not borne off. `cube`: the value in force, before a refused double.
    `owner`: the team that owned the cube, or that proposed the refused double; None for a centred
    cube and if it was not recorded. Raises ScoreRefused naming the wrong field.
    """

    game: int
    room: Room
    opening: Roll | None
    winner: TeamPlace
    ending: Ending
    left: int
    cube: int = 1
    owner: TeamPlace | None = None

    def __post_init__(self) -> None:
        for refusal in self._refusals():
            raise refusal

    def _refusals(self) -> Iterator[ScoreRefused]:
        if self.game < 1:
            yield ScoreRefused("game", self.game, "numbers from 1")
        if self.opening is not None and self.opening.is_double:
            yield ScoreRefused("opening", str(self.opening), "two different dice")
        yield from left_refusals(self.ending, self.left)
        yield from cube_refusals(self.ending, self.cube)
        yield from owner_refusals(self.ending, self.cube, self.winner, self.owner)

    @property
    def proposed(self) -> int | None:
        """The cube value that a refused double proposed; None for every other ending."""
        return 2 * self.cube if self.ending is Ending.PASS else None

    @property
    def smp(self) -> PerTeam[Smp]:
        """Small match points: the winner's by the table, 0 for the loser."""
        return won_by(self.winner, smp(row_of(self.ending, self.left), self.cube), Smp(0))

    @property
    def imp(self) -> PerTeam[Imp]:
        """International match points: the winner's by the table, 0 for the loser."""
        return won_by(self.winner, imp(self.smp.of(self.winner)), Imp(0))


def owner_refusals(
    ending: Ending, cube: int, winner: TeamPlace, owner: TeamPlace | None
) -> Iterator[ScoreRefused]:
    """Yield why this team cannot have owned or proposed the cube; empty if it can."""
    if owner is None:
        return
    if ending is Ending.PASS and owner is not winner:
        yield ScoreRefused("owner", owner.value, "the winner, who proposed the double, or nobody")
    elif ending is not Ending.PASS and cube == 1:
        yield ScoreRefused("owner", owner.value, N_("nobody: a cube at 1 is in the middle"))


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustedResult:
    """A result set by the director: `smp` has each team's own SMP, at least 0 (ruling 11).

    Raises ScoreRefused("smp", …) unless both are multiples of ten from 0.
    """

    game: int
    room: Room
    smp: PerTeam[Smp]
    reason: str

    def __post_init__(self) -> None:
        for points in (self.smp.home, self.smp.away):
            if points < 0 or points % SMP_STEP:
                raise ScoreRefused("smp", points, N_("multiples of 10 from 0"))

    @property
    def imp(self) -> PerTeam[Imp]:
        """International match points of each team's SMP."""
        return PerTeam(imp(self.smp.home), imp(self.smp.away))


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelledResult:
    """One room's half of a game the director cancelled: 0–0 (ruling 1)."""

    game: int
    room: Room
    reason: str

    @property
    def smp(self) -> PerTeam[Smp]:
        """Small match points: 0 for either team."""
        return PerTeam(Smp(0), Smp(0))

    @property
    def imp(self) -> PerTeam[Imp]:
        """International match points: 0 for either team."""
        return PerTeam(Imp(0), Imp(0))


Result = GameResult | AdjustedResult | CancelledResult


def cancelled_game(game: int, reason: str) -> tuple[CancelledResult, CancelledResult]:
    """Return both rooms' results of a cancelled game."""
    opened, closed = (CancelledResult(game=game, room=room, reason=reason) for room in Room)
    return opened, closed


class RecordState(Enum):
    """Reliability of a protocol (ruling 15)."""

    PROVISIONAL = N_("provisional, unsigned")
    SIGNED = N_("signed")
    LAPSED = N_("final by lapse of time")


@dataclass(frozen=True, slots=True)
class Confirmations:
    """Rooms in which both players confirmed every game, and teams whose captain signed."""

    rooms: frozenset[Room] = frozenset()
    captains: frozenset[TeamPlace] = frozenset()

    @property
    def all_given(self) -> bool:
        """True if both rooms have confirmed and both captains signed."""
        return self.rooms == frozenset(Room) and self.captains == frozenset(TeamPlace)

    def state(self, complete: bool) -> RecordState:
        """Return the state of a protocol with these confirmations, `complete` or not."""
        return RecordState.SIGNED if complete and self.all_given else RecordState.PROVISIONAL


@dataclass(frozen=True, slots=True)
class MatchProtocol:
    """Results of a match of `games` games per room, in the order given; some may still be missing.

    Raises MatchRefused("games", …) for a match length without a VP column, but for the two extra
    games that decide a level match (ruling 4), which have no VP; ScoreRefused for a game
    outside 1 to `games`, two results of one game in one room, or two openings of one game.
    """

    games: int
    results: tuple[Result, ...]
    confirmations: Confirmations = Confirmations()

    def __post_init__(self) -> None:
        if self.games != EXTRA_GAMES:
            results_of(self.games)
        refuse_misplaced([(result.game, result.room) for result in self.results], self.games)
        refuse_two_openings(
            (result.game, result.opening)
            for result in self.results
            if isinstance(result, GameResult) and result.opening is not None
        )

    @property
    def smp(self) -> PerTeam[Smp]:
        """Each team's sum of SMP so far."""
        made = [result.smp for result in self.results]
        home, away = sum(each.home for each in made), sum(each.away for each in made)
        return PerTeam(Smp(home), Smp(away))

    @property
    def imp(self) -> PerTeam[Imp]:
        """Each team's sum of IMP so far."""
        gained = [result.imp for result in self.results]
        home, away = sum(each.home for each in gained), sum(each.away for each in gained)
        return PerTeam(Imp(home), Imp(away))

    @property
    def difference(self) -> Imp:
        """Home's sum of IMP minus away's."""
        return Imp(self.imp.home - self.imp.away)

    @property
    def complete(self) -> bool:
        """True if every scheduled game has its result in both rooms."""
        return len(self.results) == len(Room) * self.games

    @property
    def vp(self) -> PerTeam[Vp] | None:
        """Victory points of both teams; None until the match is complete, and in extra games."""
        if not self.complete or self.games == EXTRA_GAMES:
            return None
        return vp(self.difference, self.games)

    @property
    def winner(self) -> TeamPlace | None:
        """The team with more IMP, even at 15–15; None when level or not complete."""
        return ahead(self.difference) if self.complete else None

    @property
    def state(self) -> RecordState:
        """The state: signed once complete and confirmed by both rooms and both captains."""
        return self.confirmations.state(self.complete)

    @property
    def bridge_difference(self) -> Imp:
        """Side statistic: IMP of each game's net SMP of both rooms, summed, home minus away.

        It counts only games that have a result in both rooms.
        """
        rooms = Counter(result.game for result in self.results)
        net: Counter[int] = Counter()
        for result in self.results:
            if rooms[result.game] == len(Room):
                net[result.game] += result.smp.home - result.smp.away
        return Imp(sum(imp(Smp(points)) for points in net.values()))


def refuse_misplaced(places: Iterable[tuple[int, Room]], games: int) -> None:
    """Raise ScoreRefused for a game beyond the match, or a second result of a game and room."""
    seen: set[tuple[int, Room]] = set()
    for game, room in places:
        if not 1 <= game <= games:
            raise ScoreRefused("game", game, f"1 to {games}")
        if (game, room) in seen:
            found = f"{room.value} again in game {game}"
            raise ScoreRefused("room", found, "each room once a game")
        seen.add((game, room))


def refuse_two_openings(openings: Iterable[tuple[int, Roll]]) -> None:
    """Raise ScoreRefused if both rooms name different opening throws of one game."""
    first: dict[int, Roll] = {}
    for game, opening in openings:
        known = first.setdefault(game, opening)
        if opening != known:
            raise ScoreRefused(
                "opening",
                f"{opening.first}:{opening.second}",
                f"{known.first}:{known.second}, as in the other room of game {game}",
            )
