"""Victory points of a match.

Source: Fair Backgammon Duplicated TeamPlace Tournament (Garal, 2008), "Victory Points Table for
Backgammon" and scoring step 5. Ruling 1: the column is the number of results, two a game.
Ruling 2: the row printed "27–2" is 28–2, and every difference above the last row's lower
end is 30–0.
"""

from bisect import bisect_right
from functools import cache

from rules.errors import MatchRefused
from rules.scoring.table_files import table_rows
from rules.scoring.teams import PerTeam
from rules.scoring.units import Imp, Vp

MATCH_LENGTHS = (4, 5, 6, 7, 8, 10, 12)
"""Games a room a match may have: the table has a column for twice as many results."""

EXTRA_GAMES = 2
"""Games a room that decide a match level in IMP; no column is theirs (ruling 4)."""

HIGHEST = Vp(30)
"""What a match is worth at most."""

_ROOMS = 2


def results_of(games: int) -> int:
    """Results of a match of `games` games a room: the column of the VP table (ruling 1).

    Raises MatchRefused("games", …) for a length the table has no column for.
    """
    if games not in MATCH_LENGTHS:
        raise MatchRefused("games", games, "4, 5, 6, 7, 8, 10 or 12 games in each room")
    return _ROOMS * games


def vp(difference: Imp, games: int) -> PerTeam[Vp]:
    """Victory points for an IMP `difference` (home minus away) in a match of `games` games a room.

    Raises MatchRefused("games", …) for a length the table has no column for.
    """
    lower_ends = _lower_ends()[results_of(games)]
    winner, loser = _splits()[bisect_right(lower_ends, abs(difference)) - 1]
    return PerTeam(winner, loser) if difference >= 0 else PerTeam(loser, winner)


@cache
def _splits() -> tuple[tuple[Vp, Vp], ...]:
    """Winner's and loser's victory points of each row, in order."""
    return tuple((Vp(int(row["winner"])), Vp(int(row["loser"]))) for row in table_rows("vp"))


@cache
def _lower_ends() -> dict[int, tuple[int, ...]]:
    """The smallest difference of each row, in order, by number of results."""
    return {
        _ROOMS * games: tuple(
            int(row[str(_ROOMS * games)].rstrip("+").split("-")[0]) for row in table_rows("vp")
        )
        for games in MATCH_LENGTHS
    }
