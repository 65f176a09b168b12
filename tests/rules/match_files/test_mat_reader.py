import pytest

from rules.dice import Roll
from rules.match_files.mat_reader import decoded, read_mat, rolls_of
from rules.match_files.mat_text import Doubles, Drops, MatchUnreadable, Resigns, Takes, Thrown, Wins
from rules.position import Move, Side
from tests.support.match_files import sheet

HEADS = """; [Site "Club"]
; [Player 1 "Bob"]
; [Player 2 "Ann"]

5 point match

 Game 1
 Ann : 0                          Bob : 0
  1) 31: 8/5 6/5                   65: 24/13
      Wins 1 point

 Game 2
 Ann : 1                          Bob : 0
  1)                               42: 8/4 6/4
"""


def _thrown(cell: str) -> Thrown:
    entry = read_mat(sheet(f" 1) {cell}")).games[0].entries[0]
    assert isinstance(entry, Thrown)
    return entry


def test_players_follow_columns_when_headers_list_them_reversed() -> None:
    match = read_mat(HEADS)
    assert match.players == ("Ann", "Bob")
    assert match.headers["Player 1"] == "Bob"
    assert (match.length, [game.score for game in match.games]) == (5, [(0, 0), (1, 0)])


def test_columns_that_change_places_keep_the_first_games_sides() -> None:
    swapped = HEADS.replace(" Ann : 1                          Bob : 0", " Bob : 0     Ann : 1")
    game = read_mat(swapped).games[1]
    assert game.score == (1, 0)
    assert game.entries[0].side is Side.WHITE


def test_a_line_with_its_left_cell_blank_is_the_right_players() -> None:
    game = read_mat(HEADS).games[1]
    assert [entry.side for entry in game.entries] == [Side.RED]


def test_entries_name_the_files_line() -> None:
    match = read_mat(HEADS)
    assert [entry.line for entry in match.games[0].entries] == [9, 9]
    assert match.games[0].wins == Wins(Side.WHITE, 10, 1)
    assert match.games[1].line == 12


@pytest.mark.parametrize(
    ("cell", "legs"),
    [
        ("31: 8/5 6/5", ((8, 5), (6, 5))),
        ("31:8/5 6/5", ((8, 5), (6, 5))),
        ("31 8/5 6/5", ((8, 5), (6, 5))),
        ("52: bar/20 25/23", ((25, 20), (25, 23))),
        ("52: 5/off 2/0", ((5, 0), (2, 0))),
        ("11: 8/7(2) 6/5(2)", ((8, 7), (8, 7), (6, 5), (6, 5))),
        ("65: 24/18/13", ((24, 18), (18, 13))),
        ("65: Bar/14", ((25, 14),)),
        ("65: Cannot Move", ()),
        ("65:", ()),
    ],
)
def test_every_spelling_of_a_play_is_read(cell: str, legs: tuple[tuple[int, int], ...]) -> None:
    entry = _thrown(cell)
    assert entry.legs is not None
    assert tuple((leg.origin, leg.target) for leg in entry.legs) == legs


def test_hits_are_marked_where_a_star_stands() -> None:
    assert _thrown("65: 24/18*/13*").legs == (Move(24, 18, True), Move(18, 13, True))
    assert _thrown("44: 8/4*(2)").legs == (Move(8, 4, True), Move(8, 4, True))


def test_question_marks_are_a_roll_never_played() -> None:
    assert _thrown("33: ???").legs is None


def test_an_empty_cell_is_told_from_a_dance_in_words() -> None:
    assert _thrown("65:").blank
    assert not _thrown("65: Cannot Move").blank


def test_a_left_cell_that_runs_into_the_right_column_is_parted() -> None:
    game = read_mat(sheet(" 14) 11: 17/16 16/15 15/14 14/13*41: 25/21")).games[0]
    texts = [entry.text for entry in game.entries]
    assert texts == ["11: 17/16 16/15 15/14 14/13*", "41: 25/21"]


def test_cube_actions_and_ends_are_read() -> None:
    text = sheet(
        "1)  Doubles => 2                Takes",
        "2) 31: 8/5 6/5                  Doubles => 4",
        "3)  Beavers => 8                Drops",
        "4) Resigned Game",
        "5)                              Wins 2 points and the match.",
    )
    game = read_mat(text).games[0]
    kinds = [type(entry) for entry in game.entries]
    assert kinds == [Doubles, Takes, Thrown, Doubles, Doubles, Drops, Resigns]
    assert game.wins == Wins(Side.RED, 9, 2)


@pytest.mark.parametrize("value", [2, 4, 8, 16, 32, 64])
def test_a_cube_value_is_never_taken_for_dice(value: int) -> None:
    text = sheet(
        f" 1)  Doubles => {value:<14} Drops", f" 1) 31: 8/5 6/5                  Doubles => {value}"
    )
    entries = read_mat(text).games[0].entries
    assert [e.value for e in entries if isinstance(e, Doubles)] == [value, value]
    assert len(entries) == 4


@pytest.mark.parametrize(
    ("line", "length"),
    [
        ("7 point match", 7),
        (" 7 Point Match", 7),
        ("7 points match", 7),
        ("Match of 7", 7),
        ("0 point match", 0),
        ("Unlimited match", 0),
    ],
)
def test_every_spelling_of_the_length_is_read(line: str, length: int) -> None:
    assert read_mat(HEADS.replace("5 point match", line)).length == length


def test_windows_line_ends_and_a_byte_order_mark_do_not_matter() -> None:
    content = b"\xef\xbb\xbf" + HEADS.replace("\n", "\r\n").encode()
    assert read_mat(decoded(content)) == read_mat(HEADS)


def test_text_that_is_not_utf_8_is_read_as_windows_1252() -> None:
    assert read_mat(decoded(HEADS.replace("Ann", "Zoé").encode("cp1252"))).players[0] == "Zoé"


def test_tabs_part_columns_as_blanks_do() -> None:
    game = read_mat(sheet(" 1)\t\t31: 8/5 6/5")).games[0]
    assert game.entries[0].side is Side.RED


def test_another_game_than_backgammon_is_unreadable() -> None:
    with pytest.raises(MatchUnreadable, match="NackGammon"):
        read_mat(HEADS.replace('[Site "Club"]', '[Variation "NackGammon"]'))


def test_a_rating_after_a_name_is_no_part_of_it() -> None:
    text = HEADS.replace(" Ann : 0 ", " Ann,1523.5 : 0 ")
    assert read_mat(text).players == ("Ann", "Bob")


@pytest.mark.parametrize(
    ("old", "new", "line", "column"),
    [
        ("24/13", "24/1x", 9, 40),
        ("31: 8/5 6/5 ", "37: 8/5 6/5 ", 9, 6),
        ("5 point match", "points: 5", 5, 1),
        ("Bob : 0\n  1) 31", "Bob\n  1) 31", 8, 2),
        ("      Wins 1 point", "      Lost 1 point", 10, 7),
        ("      Wins 1 point", "  2) Doubles by two", 10, 6),
        ("65: 24/13", "65: 24/13   42: 8/4 6/4", 9, 48),
        ("      Wins 1 point", "  2) Wins 1 point   Wins 1 point   Wins 1 point", 10, 36),
        ("5 point match", f"; Set Pos={26 * 'O'}", 5, 11),
        ("  1) 31: 8/5 6/5 ", "  Illegal play (0;1)\n  1) 31: 8/5 6/5 ", 9, 3),
    ],
)
def test_what_cannot_be_read_is_named_by_line_and_column(
    old: str, new: str, line: int, column: int
) -> None:
    assert old in HEADS
    with pytest.raises(MatchUnreadable) as refused:
        read_mat(HEADS.replace(old, new))
    assert (refused.value.line, refused.value.column) == (line, column)


def test_headers_are_read_without_the_sign_of_a_comment() -> None:
    assert read_mat(HEADS.replace("; [", "[")).headers == read_mat(HEADS).headers


def test_a_match_may_begin_with_its_score_and_end_with_a_game_of_which_nothing_is_known() -> None:
    match = read_mat(HEADS.replace(" Game 1\n", "") + " Game 3\n")
    assert [(game.number, game.score) for game in match.games] == [
        (1, (0, 0)),
        (2, (1, 0)),
        (3, None),
    ]


def test_a_file_without_a_match_is_unreadable() -> None:
    with pytest.raises(MatchUnreadable):
        read_mat("")
    with pytest.raises(MatchUnreadable, match="Game 1"):
        read_mat("5 point match\n")


def test_a_file_that_is_no_text_is_unreadable() -> None:
    with pytest.raises(MatchUnreadable) as refused:
        decoded(b"RGMH\n\x00\x01")
    assert (refused.value.line, refused.value.column) == (2, 1)


def test_the_dice_come_side_by_side_in_order() -> None:
    first, second = rolls_of(HEADS)
    assert (first.white, first.red) == ((Roll(3, 1),), (Roll(6, 5),))
    assert (first.opener, second.opener) == (Side.WHITE, Side.RED)
    assert second.of(Side.RED) == (Roll(4, 2),)
