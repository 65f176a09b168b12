from dataclasses import replace
from pathlib import Path

import pytest

from rules.errors import InvalidPosition
from rules.games.backgammon import BACKGAMMON
from rules.match_files.mat_writer import write_mat
from rules.match_files.record import MatchRecord, Throw
from rules.match_files.sgf import write_sgf
from rules.match_files.snowie import position_in, snowie_line, start_of
from rules.match_play.state import MatchScore
from rules.position import BAR, Position, Side
from tests.support.backgammon_positions import counts
from tests.support.match_files import actions_of, findings, sheet

GOLDEN = Path(__file__).parents[2] / "golden" / "match_files"

PLAYED = """; [Site "Club"]
; [Crawford "On"]
3 point match
 Game 1
 Ann] : 0    Bob : 0
 1)                    31: 8/5 6/5
 2) 65: 24/18 13/8     61: 13/7* 8/7
 3) 43: bar/21 13/10   Doubles => 2
 4)  Takes             66: 24/18(2) 13/7(2)
 5) 52: 13/9 6/4       21: 8/5
 6)  Doubles => 4      Drops
      Wins 2 points
 Game 2
 Ann] : 2   Bob : 0
 1) 43: 24/20 13/10    52: 13/8 24/22
 2) 21: ???            Wins 1 point
"""
"""A hit, a cube turned twice, a condoned play with the wrong dice, a Crawford game given up."""


def _record() -> MatchRecord:
    found = findings(PLAYED)
    assert [entry.line for entry in found.illegal] == [10]
    assert found.result_errors == ()
    return found.record


def test_a_mat_file_is_written_byte_for_byte_in_gnu_backgammons_form() -> None:
    assert write_mat(_record()) == (GOLDEN / "short.mat").read_text("utf-8")


def test_an_sgf_file_is_written_byte_for_byte() -> None:
    assert write_sgf(_record()) == (GOLDEN / "short.sgf").read_text("utf-8")


def test_what_was_written_is_read_back_the_same() -> None:
    record = _record()
    again = findings(write_mat(record)).record
    assert actions_of(again) == actions_of(record)
    assert [(game.winner, game.points) for game in again.games] == [
        (game.winner, game.points) for game in record.games
    ]


def test_checkers_put_right_after_a_condoned_play_are_read_back_with_what_was_played() -> None:
    record = _record()
    first, *others = record.games
    (at,) = (at for at, each in enumerate(first.actions) if getattr(each, "after", None))
    condoned = first.actions[at]
    assert isinstance(condoned, Throw)
    right = replace(condoned, put_right=BACKGAMMON.start())
    actions = (*first.actions[:at], right)
    game = replace(first, actions=actions, winner=None, ending=None, points=0)
    changed = replace(record, games=(game, *others))
    again = findings(write_mat(changed))
    assert actions_of(again.record) == actions_of(changed)
    assert "52: an illegal play, then the director put the checkers right" in again.notes[0].why


def test_a_beaver_is_written_by_its_name() -> None:
    found = findings(
        sheet("1) 31: 8/5 6/5        65: 24/13", "2)  Doubles => 2      Beaver => 4", length=0)
    )
    assert "\n;B[beaver]" in write_sgf(found.record)


SET_UPS = {"capitals": "-AA" + 21 * "-" + "a-", "small letters": "-A" + 21 * "-" + "aa-"}
"""Two checkers against one; the file does not say whose capitals are, the plays do."""


def _from_a_start(places: str) -> MatchRecord:
    found = findings(
        sheet("1) 21: 2/off 1/off", header=f"; Set Pos={places}/-1\n Ann : 0   Bob : 0")
    )
    assert (found.illegal, found.score) == ((), (2, 0))
    return found.record


@pytest.mark.parametrize("places", SET_UPS.values(), ids=SET_UPS)
def test_a_game_from_a_position_of_its_own_is_read_back_the_same(places: str) -> None:
    record = _from_a_start(places)
    (game,) = record.games
    assert game.set_up is not None
    assert (game.set_up.position.left(Side.WHITE), game.set_up.cube) == (2, 2)
    text = write_mat(record)
    sign = "-" if places == SET_UPS["capitals"] else ""
    assert f"\n; Set Pos={SET_UPS['capitals']}/{sign}1\n" in text
    assert findings(text).record.games == record.games


def test_an_sgf_file_sets_up_the_start_of_a_game_that_has_one() -> None:
    tree = write_sgf(_from_a_start(SET_UPS["capitals"])).splitlines()
    assert tree[1:4] == [";AE[a:y]AW[a][b]AB[x]", ";CV[2]", ";CP[w]"]


def test_a_match_without_the_crawford_rule_says_so() -> None:
    text = write_mat(MatchRecord(5, "Ann", "Bob", (), crawford=False))
    assert '\n; [Crawford "Off"]\n' in text


@pytest.mark.parametrize("on_roll", list(Side))
def test_a_snowie_line_gives_the_position_back(on_roll: Side) -> None:
    position = Position(counts(bar=1, p6=5, p2=3), counts(p24=2, p8=4))
    line = snowie_line(position, on_roll, ("Ann", "Bob"), MatchScore(7, 3, 4))
    assert position_in(tuple(line.rstrip(";").split(";"))) == position


@pytest.mark.parametrize(
    ("checkers", "bars"),
    [
        ("0;-2;0;0;0;0;4;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;1", (0, 1)),
        ("-1;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-4;0;0;0;0;2;0", (1, 0)),
    ],
    ids=["on roll", "the other"],
)
def test_gnubgs_own_snowie_lines_have_each_bar_where_its_checkers_enter(
    checkers: str, bars: tuple[int, int]
) -> None:
    """Written by GNU Backgammon 1.07 with Red on roll, a checker of either side on the bar."""
    line = f"0;1;0;1;0;Bob;Ann;0;0;0;1;0;{checkers};4;2".split(";")
    position = position_in(tuple(line))
    assert (position.white[BAR], position.red[BAR]) == bars
    assert (position.off(Side.WHITE), position.off(Side.RED)) == (0, 0)
    written = snowie_line(position, Side.RED, ("Ann", "Bob"), MatchScore(0)).split(";")
    assert written[12:38] == line[12:38]


def test_a_broken_snowie_line_is_refused() -> None:
    line = snowie_line(BACKGAMMON.start(), Side.RED, ("Ann", "Bob"), MatchScore(7))
    fields = tuple(line.rstrip(";").split(";"))
    with pytest.raises(InvalidPosition, match="20 fields"):
        position_in(fields[:20])
    with pytest.raises(InvalidPosition, match="whole numbers"):
        position_in((*fields[:20], "x", *fields[21:]))
    with pytest.raises(InvalidPosition, match="cube 'x' of owner '0'"):
        start_of((*fields[:10], "x", *fields[11:]))
