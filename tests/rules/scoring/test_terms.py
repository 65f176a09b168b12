"""Long gammon by the house table (ruling 14): row by row, and what a clerk may write."""

import pytest

from rules.scoring.match_protocol import MatchProtocol
from rules.scoring.teams import PerTeam
from rules.scoring.terms import TERMS
from rules.scoring.written_results import WrittenFault, WrittenResultsRefused, read_results

TEAMS = PerTeam("Compass", "Rudder")
HEADER = "game,room,opening,winner,ended,left,cube\n"
ROWS = (
    "1,open,4:3,Compass,oin,1,1",
    "1,closed,4:3,Rudder,oin,14,1",
    "2,open,2:6,Compass,mars,15,1",
    "2,closed,2:6,Rudder,resigned,15,1",
    "3,open,6:2,Compass,resigned-mars,15,1",
    "3,closed,6:2,Rudder,resigned,8,1",
    "4,open,3:1,Compass,oin,5,1",
    "4,closed,3:1,Rudder,oin,5,1",
)


def read(*rows: str) -> MatchProtocol:
    return read_results((HEADER + "\n".join(rows)).encode(), TEAMS, TERMS["long-gammon"])


def faults(row: str) -> list[WrittenFault]:
    with pytest.raises(WrittenResultsRefused) as refused:
        read(row, *ROWS[1:])
    return list(refused.value.faults)


def test_oin_takes_the_row_of_the_checkers_left_and_mars_row_fifteen() -> None:
    points = [max(result.smp.home, result.smp.away) for result in read(*ROWS).results]
    assert points == [110, 240, 300, 150, 300, 180, 150, 150]


def test_the_match_has_imp_and_vp_as_any_other() -> None:
    protocol = read(*ROWS)
    assert (protocol.imp.home, protocol.imp.away) == (21, 19)
    assert protocol.vp is not None


@pytest.mark.parametrize("ended", ["backgammon", "gammon", "pass", "bearoff", "triple"])
def test_an_ending_long_gammon_has_not_is_refused_with_its_own_words(ended: str) -> None:
    found = faults(f"1,open,4:3,Compass,{ended},15,1")
    assert found == [WrittenFault(2, "ended", ended, "oin, mars, resigned, resigned-mars")]


def test_oin_with_all_fifteen_left_is_a_mars() -> None:
    found = faults("1,open,4:3,Compass,oin,15,1")
    assert found == [
        WrittenFault(2, "left", "15", "1 to 14 for oin; with all fifteen left it is a mars")
    ]


def test_there_is_no_cube_to_turn() -> None:
    assert faults("1,open,4:3,Compass,oin,3,2") == [WrittenFault(2, "cube", "2", "1")]
