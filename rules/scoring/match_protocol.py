"""The match protocol as values: results, sums, difference, victory points, winner.

Sources: Fair Backgammon Duplicated Team Tournament (Garal, 2008), scoring steps 1 to 5 and the
protocol of the final.

Rulings: 1 (the number of scheduled games chooses the column of the VP table, even if games are
cancelled), 3 (the cube of a refused double), 4 (IMP are found for each result, summed, then
subtracted; the team with more IMP wins even at 15–15 VP; how a level final is decided), 6 (White's
die is first in the opening throw), 11 (the director adjusts a result, with a reason), 15 (an
unfinished or unconfirmed protocol is "provisional, unsigned") and 32 (a protocol that nobody
queried in time is final even if a signature is missing).

A result on the protocol is a played, an adjusted or a cancelled one.
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
    """The result of one game in one room, as it was played.

    `opening` is None if the game was recorded by hand without its opening throw. `left` is the
    number of the loser's checkers that are not borne off. `cube` is the value in force; a refused
    double does not raise it. `owner` is the team that owned the cube, or that proposed the refused
    double; it is None for a centred cube, or if it was not recorded. Raises ScoreRefused naming the
    wrong field.
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
        """The cube value that a refused double proposed, or None for any other ending."""
        return 2 * self.cube if self.ending is Ending.PASS else None

    @property
    def smp(self) -> PerTeam[Smp]:
        """The SMP of both teams: the winner's by the scoring table, the loser's 0."""
        return won_by(self.winner, smp(row_of(self.ending, self.left), self.cube), Smp(0))

    @property
    def imp(self) -> PerTeam[Imp]:
        """The IMP of both teams: the winner's by the scoring table, the loser's 0."""
        return won_by(self.winner, imp(self.smp.of(self.winner)), Imp(0))


def owner_refusals(
    ending: Ending, cube: int, winner: TeamPlace, owner: TeamPlace | None
) -> Iterator[ScoreRefused]:
    """Yield an error if the team `owner` cannot have owned the cube or proposed the double.

    `winner` has won the game by `ending` with `cube` in force.
    """
    if owner is None:
        return
    if ending is Ending.PASS and owner is not winner:
        yield ScoreRefused("owner", owner.value, "the winner, who proposed the double, or nobody")
    elif ending is not Ending.PASS and cube == 1:
        yield ScoreRefused("owner", owner.value, N_("nobody: a cube at 1 is in the middle"))


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustedResult:
    """A result that the director has set, with SMP for each team (ruling 11).

    Raises ScoreRefused("smp", …) unless both SMP are multiples of ten and at least 0.
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
        """The IMP that the SMP of each team give."""
        return PerTeam(imp(self.smp.home), imp(self.smp.away))


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelledResult:
    """The result in one room of a game that the director cancelled: 0–0 (ruling 1)."""

    game: int
    room: Room
    reason: str

    @property
    def smp(self) -> PerTeam[Smp]:
        """The SMP of both teams: 0 each."""
        return PerTeam(Smp(0), Smp(0))

    @property
    def imp(self) -> PerTeam[Imp]:
        """The IMP of both teams: 0 each."""
        return PerTeam(Imp(0), Imp(0))


Result = GameResult | AdjustedResult | CancelledResult


def cancelled_game(game: int, reason: str) -> tuple[CancelledResult, CancelledResult]:
    """Return the results of a cancelled game in the open and the closed room."""
    opened, closed = (CancelledResult(game=game, room=room, reason=reason) for room in Room)
    return opened, closed


class RecordState(Enum):
    """How reliable a protocol is (ruling 15). Values are the words printed on it.

    LAPSED: a signature is missing, but nobody queried the protocol in time (ruling 32).
    """

    PROVISIONAL = N_("provisional, unsigned")
    SIGNED = N_("signed")
    LAPSED = N_("final: the time for queries has passed")


@dataclass(frozen=True, slots=True)
class Confirmations:
    """The rooms whose players confirmed every result, and the teams whose captain has signed."""

    rooms: frozenset[Room] = frozenset()
    captains: frozenset[TeamPlace] = frozenset()

    @property
    def all_given(self) -> bool:
        """True if the results of both rooms are confirmed and both captains have signed."""
        return self.rooms == frozenset(Room) and self.captains == frozenset(TeamPlace)

    def state(self, complete: bool) -> RecordState:
        """Return the state of a protocol that has these confirmations.

        `complete` is True if all its results are in.
        """
        return RecordState.SIGNED if complete and self.all_given else RecordState.PROVISIONAL


@dataclass(frozen=True, slots=True)
class MatchProtocol:
    """The results of a match of `games` games per room, in the order given. Some may be missing.

    Raises MatchRefused("games", …) for a number of games for which the VP scoring table has no
    column. The number 2 is allowed all the same: two extra games decide a level match and have no
    VP (ruling 4). Raises ScoreRefused for a game outside 1 to `games`, two results of one game in
    one room, or different opening throws of one game in the two rooms.
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
        """The sum of SMP of each team so far."""
        made = [result.smp for result in self.results]
        home, away = sum(each.home for each in made), sum(each.away for each in made)
        return PerTeam(Smp(home), Smp(away))

    @property
    def imp(self) -> PerTeam[Imp]:
        """The sum of IMP of each team so far."""
        gained = [result.imp for result in self.results]
        home, away = sum(each.home for each in gained), sum(each.away for each in gained)
        return PerTeam(Imp(home), Imp(away))

    @property
    def difference(self) -> Imp:
        """The sum of home's IMP, less the sum of away's IMP."""
        return Imp(self.imp.home - self.imp.away)

    @property
    def complete(self) -> bool:
        """True if every scheduled game has its result in both rooms."""
        return len(self.results) == len(Room) * self.games

    @property
    def vp(self) -> PerTeam[Vp] | None:
        """The VP of both teams. None until the match is complete, and for extra games."""
        if not self.complete or self.games == EXTRA_GAMES:
            return None
        return vp(self.difference, self.games)

    @property
    def winner(self) -> TeamPlace | None:
        """The team with more IMP, even if VP are 15–15.

        None if the teams are level or the match is not complete.
        """
        return ahead(self.difference) if self.complete else None

    @property
    def state(self) -> RecordState:
        """The state of the protocol.

        It is signed if all results are in, both rooms have confirmed them and both captains have
        signed.
        """
        return self.confirmations.state(self.complete)

    @property
    def bridge_difference(self) -> Imp:
        """A statistic beside the result: IMP as in bridge, home less away.

        For each game, home's SMP less away's, in both rooms together, are turned into IMP. These
        IMP are summed. Only games with a result in both rooms count.
        """
        rooms = Counter(result.game for result in self.results)
        net: Counter[int] = Counter()
        for result in self.results:
            if rooms[result.game] == len(Room):
                net[result.game] += result.smp.home - result.smp.away
        return Imp(sum(imp(Smp(points)) for points in net.values()))


def refuse_misplaced(places: Iterable[tuple[int, Room]], games: int) -> None:
    """Raise ScoreRefused for a game outside the match or a second result of a game in a room.

    `places` are the game and room of each result, `games` the number of games per room.
    """
    seen: set[tuple[int, Room]] = set()
    for game, room in places:
        if not 1 <= game <= games:
            raise ScoreRefused("game", game, f"1 to {games}")
        if (game, room) in seen:
            found = f"{room.value} again in game {game}"
            raise ScoreRefused("room", found, "each room once a game")
        seen.add((game, room))


def refuse_two_openings(openings: Iterable[tuple[int, Roll]]) -> None:
    """Raise ScoreRefused if the rooms have different opening throws of one game.

    `openings` are the game and the opening throw of each result that has one.
    """
    first: dict[int, Roll] = {}
    for game, opening in openings:
        known = first.setdefault(game, opening)
        if opening != known:
            raise ScoreRefused(
                "opening",
                f"{opening.first}:{opening.second}",
                f"{known.first}:{known.second}, as in the other room of game {game}",
            )
