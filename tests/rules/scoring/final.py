"""The twelve results of the 2008 final, and strategies for others.

Fair Backgammon Duplicated Team Tournament (Garal, 2008), protocol of the final; the cube of game 1
in the open room stands in the open room's own result sheet, which does not say whose it was.
"""

from hypothesis import strategies as st

from rules.dice import Roll
from rules.match_play.state import ENDINGS
from rules.room import Ending, Room
from rules.scoring.match_protocol import GameResult, MatchProtocol
from rules.scoring.scales import CUBES, MATCH_LENGTHS
from rules.scoring.teams import TeamPlace

KHARKOV, MOSCOW = TeamPlace.HOME, TeamPlace.AWAY
OPENINGS = {1: (4, 3), 2: (2, 6), 3: (6, 2), 4: (3, 1), 5: (1, 3), 6: (3, 1)}


def result(
    game: int,
    room: Room,
    winner: TeamPlace,
    ending: Ending,
    left: int,
    cube: int = 1,
    owner: TeamPlace | None = None,
) -> GameResult:
    """A result with the final's opening of that game, or 3:1 where the final had no such game."""
    return GameResult(
        game=game,
        room=room,
        opening=Roll(*OPENINGS.get(game, (3, 1))),
        winner=winner,
        ending=ending,
        left=left,
        cube=cube,
        owner=owner,
    )


FINAL = (
    result(1, Room.OPEN, MOSCOW, Ending.BEAROFF, 9, 2),
    result(1, Room.CLOSED, MOSCOW, Ending.GAMMON, 15, 2, KHARKOV),
    result(2, Room.OPEN, MOSCOW, Ending.PASS, 15, 2),
    result(2, Room.CLOSED, KHARKOV, Ending.PASS, 15),
    result(3, Room.OPEN, MOSCOW, Ending.PASS, 15),
    result(3, Room.CLOSED, KHARKOV, Ending.PASS, 15),
    result(4, Room.OPEN, KHARKOV, Ending.GAMMON, 15),
    result(4, Room.CLOSED, KHARKOV, Ending.PASS, 15),
    result(5, Room.OPEN, KHARKOV, Ending.PASS, 14),
    result(5, Room.CLOSED, KHARKOV, Ending.PASS, 15),
    result(6, Room.OPEN, KHARKOV, Ending.PASS, 14),
    result(6, Room.CLOSED, MOSCOW, Ending.GAMMON, 15, 2, KHARKOV),
)
FINAL_PROTOCOL = MatchProtocol(6, FINAL)


@st.composite
def game_results(draw: st.DrawFn, game: int, room: Room) -> GameResult:
    """Any result that can stand on a protocol."""
    ending = draw(st.sampled_from([each for each in Ending if each in ENDINGS]))
    fewest, most = {
        Ending.BEAROFF: (1, 14),
        Ending.PASS: (1, 15),
        Ending.RESIGNED: (1, 15),
    }.get(ending, (15, 15))
    winner = draw(st.sampled_from(TeamPlace))
    cube = draw(st.sampled_from(CUBES[:-1] if ending is Ending.PASS else CUBES))
    left = draw(st.integers(fewest, most))
    return result(game, room, winner, ending, left, cube)


@st.composite
def protocols(draw: st.DrawFn) -> MatchProtocol:
    """A complete match of any allowed length, its results in any order."""
    games = draw(st.sampled_from(MATCH_LENGTHS))
    results = [draw(game_results(g, room)) for g in range(1, games + 1) for room in Room]
    return MatchProtocol(games, tuple(draw(st.permutations(results))))
