"""Match files as programs, sites and people were seen to write them (ruling 27)."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from rules.match_files.mat_reader import decoded, read_mat, read_mats
from rules.match_files.mat_text import MatchUnreadable, Wins
from rules.match_files.mat_writer import write_mat
from rules.match_files.record import Drop, Findings, Resignation
from rules.match_files.replay import replay
from rules.position import Side
from tests.support.match_files import ActionLine, actions_of, findings, sheet

FILES = Path(__file__).parents[2] / "golden" / "match_files" / "dialects"
OPENING = "1) 31: 8/5 6/5                  65: 24/18 18/13"
LEFT, RIGHT = Side.WHITE, Side.RED


@dataclass(frozen=True)
class Match:
    """What a file says: each game's winner and points, and the lines of what is told of it."""

    results: list[tuple[Side | None, int]]
    plays: int
    score: tuple[int, int]
    errors: list[int] = field(default_factory=list)
    notes: list[int] = field(default_factory=list)


MATCHES = {
    "loser_tells.mat": Match(
        [
            (LEFT, 2),
            (RIGHT, 1),
            (LEFT, 1),
            (LEFT, 2),
            (LEFT, 1),
            (RIGHT, 1),
            (RIGHT, 1),
            (LEFT, 1),
            (LEFT, 2),
        ],
        plays=12,
        score=(9, 3),
    ),
    "no_names.mat": Match([(LEFT, 1), (RIGHT, 1), (LEFT, 2)], plays=4, score=(3, 1)),
    "capped.mat": Match([(LEFT, 7)], plays=1, score=(7, 0), notes=[7]),
    "capped_at_length.mat": Match([(LEFT, 7)], plays=1, score=(8, 2), notes=[7]),
    "too_many_points.mat": Match([(RIGHT, 4016)], plays=2, score=(1, 4025), errors=[10]),
    "studio.mat": Match(
        [(LEFT, 1), (LEFT, 2), (RIGHT, 1), (RIGHT, 3), (None, 0), (RIGHT, 1), (LEFT, 16)],
        plays=13,
        score=(19, 5),
    ),
    "by_hand.txt": Match(
        [(RIGHT, 2), (LEFT, 1), (LEFT, 4)], plays=10, score=(5, 2), notes=[1, 2, 3, 6, 26, 28, 29]
    ),
    "winner_resigned.mat": Match([(RIGHT, 2), (LEFT, 3)], plays=4, score=(3, 2)),
    "free_cell.mat": Match(
        [(LEFT, 1), (None, 0), (RIGHT, 1), (RIGHT, 1), (LEFT, 1)],
        plays=5,
        score=(2, 2),
        notes=[6, 19],
    ),
}
"""In the order of the folder's files."""


def _replayed(name: str) -> Findings:
    return replay(read_mat(decoded((FILES / name).read_bytes())))


@pytest.mark.parametrize("name", MATCHES)
def test_a_file_of_another_program_is_read_as_it_was_meant(name: str) -> None:
    match, expected = _replayed(name), MATCHES[name]
    assert [(game.winner, game.points) for game in match.record.games] == expected.results
    assert (match.plays, match.score) == (expected.plays, expected.score)
    assert match.illegal == ()
    assert [error.line for error in match.result_errors] == expected.errors
    assert [note.line for note in match.notes] == expected.notes


@pytest.mark.parametrize("name", MATCHES)
def test_a_file_of_another_program_written_by_us_is_the_same_match(name: str) -> None:
    record = _replayed(name).record
    again = replay(read_mat(write_mat(record))).record
    assert _without_resignations(actions_of(again)) == _without_resignations(actions_of(record))
    assert [(game.winner, game.points, game.score) for game in again.games] == [
        (game.winner, game.points, game.score) for game in record.games
    ]
    assert (again.white, again.red) == (record.white, record.red)


def _without_resignations(games: list[list[ActionLine]]) -> list[list[ActionLine]]:
    """As a .mat file keeps it: who gave up follows from the result."""
    return [[entry for entry in game if not entry[1].startswith("Resignation")] for game in games]


def test_the_files_of_other_programs_are_all_listed_here() -> None:
    assert {path.name for path in FILES.iterdir()} == {*MATCHES, "two_matches.mat"}


def test_matches_one_after_the_other_in_a_file_are_read_each_with_its_own_headers() -> None:
    text = decoded((FILES / "two_matches.mat").read_bytes())
    first, second = read_mats(text)
    assert (first.length, first.players) == (1, ("left", "right"))
    assert (second.length, second.players, second.line) == (3, ("third", "fourth"), 12)
    with pytest.raises(MatchUnreadable, match=r"line 12, .*one match a file"):
        read_mat(text)


@pytest.mark.parametrize(
    ("columns", "players"),
    [
        (" left : 0        : 0", ("left", "")),
        ("  : 0           right : 0", ("", "right")),
        ("  : 0            : 0", ("", "")),
        ("left: 0   right: 0", ("left", "right")),
        (" left,1523.5 : 0    right : 0", ("left", "right")),
    ],
)
def test_a_name_may_be_missing_on_the_score_line(columns: str, players: tuple[str, str]) -> None:
    assert read_mat(sheet(OPENING, header=columns)).players == players


@pytest.mark.parametrize(
    ("first", "second", "players"),
    [
        ("left of the long name", "right", ("left of the long name", "right")),
        ("right", "left of the long name", ("left of the long name", "right")),
        ("one", "other", ("left of the lo", "right")),
        (r"left \"of\" the long; name", "right", ('left "of" the long; name', "right")),
    ],
)
def test_headers_give_the_full_names_of_the_columns_players(
    first: str, second: str, players: tuple[str, str]
) -> None:
    headers = f'; [Player 1 "{first}"]\n; [Player 2 "{second}"]\n'
    text = headers + sheet(OPENING, header=" left of the lo : 0    right : 0")
    assert read_mat(text).players == players


@pytest.mark.parametrize(
    "cell",
    ["62: ????", "62: ???", "62: Resigns", "62: Concedes", "62: Illegal play", "00: ????", "????"],
)
def test_a_roll_that_was_never_played_is_no_play(cell: str) -> None:
    match = findings(sheet(OPENING, f"2) {cell:<30} Wins 2 points"))
    assert (match.illegal, match.result_errors, match.notes) == ((), (), ())
    assert (match.plays, match.score) == (2, (0, 2))


@pytest.mark.parametrize(
    "words",
    [
        "Resigns",
        "Resign gammon",
        "Resigned Game",
        "Forfeits",
        "Loses on time",
        "Concedes",
        "Timed out",
        "Gives up",
    ],
)
def test_the_words_of_giving_up_name_no_points(words: str) -> None:
    match = findings(sheet(OPENING, f"2)  {words}", 34 * " " + "Wins 2 points"))
    assert (match.result_errors, match.score) == ((), (0, 2))
    assert match.record.games[0].actions[-1] == Resignation(LEFT)


@pytest.mark.parametrize(
    "words",
    [
        "Wins 2 point",
        "WINS 2 POINTS",
        "Wins 2   points and the      Match",
        "Wins 2 pts.",
        "wins 2",
    ],
)
def test_a_result_is_read_in_every_spelling(words: str) -> None:
    text = sheet(OPENING, f"      {words}")
    assert read_mat(text).games[0].results == (Wins(LEFT, 6, 2),)


def test_points_beside_another_cell_are_never_taken_for_dice() -> None:
    for points in (*range(11, 70), 4016):
        text = sheet(OPENING, f"2) 21: ???                      Wins {points} points")
        (game,) = read_mat(text).games
        assert game.results == (Wins(RIGHT, 6, points),)
        assert len(game.entries) == 3, points


def test_two_results_of_one_game_that_differ_are_told() -> None:
    points = findings(sheet(OPENING, "2)  Losses 1 point              Wins 2 points"))
    assert [(error.line, error.why) for error in points.result_errors] == [
        (6, "1 is printed here and 2 in line 6")
    ]
    both = findings(sheet(OPENING, "2)  Wins 1 point                Wins 1 point"))
    assert [error.why for error in both.result_errors] == ["both players are printed as the winner"]


def test_a_double_nobody_answers_is_refused_when_its_player_is_printed_as_the_winner() -> None:
    match = findings(sheet(OPENING, "2)  Doubles => 2", "      Wins 1 point"))
    assert (match.illegal, match.result_errors, match.score) == ((), (), (1, 0))
    assert match.record.games[0].actions[-1] == Drop(RIGHT)


def test_after_a_play_that_is_not_told_the_rest_of_the_game_is_not_checked() -> None:
    match = findings(sheet("1) 31: ???                      65: 24/13", "2) 66: 1/0"))
    assert [(entry.line, entry.why) for entry in match.illegal] == [
        (5, "the play is not told; the rest of the game is not checked")
    ]


def test_a_move_no_checker_can_make_is_an_illegal_play_and_not_the_end_of_the_file() -> None:
    match = findings(sheet("1) 31: 27/24 6/5                65: 24/13", "      Wins 1 point"))
    assert [(entry.line, entry.why) for entry in match.illegal] == [
        (5, "no checker can move 27/24; the rest of the game is not checked")
    ]
    assert (match.plays, match.score) == (2, (1, 0))


def test_a_position_line_below_the_scores_sets_where_a_game_starts() -> None:
    """As GNU Backgammon 1.07 writes a game that starts from a position of its own."""
    empty = "0;" * 26
    places = "0;1;1;" + "0;" * 21 + "-1;0;"
    match = findings(
        sheet(
            "1) 21: 2/off 1/off",
            header=" Ann : 0    Bob : 0\n"
            f"Illegal play (5;0;0;0;1;Ann;Bob;0;0;0;1;0;{empty}0;0;)\n"
            f"Illegal play (5;0;0;0;1;Ann;Bob;0;0;0;2;1;{places}2;1;)",
        )
    )
    assert (match.illegal, match.score) == ((), (2, 0))
    (game,) = match.record.games
    assert game.set_up is not None
    assert (game.set_up.cube, game.set_up.owner) == (2, LEFT)


def test_a_game_may_begin_behind_the_last_cell_of_the_one_before() -> None:
    """As GNU Backgammon 1.07 writes it behind a game won from a set position."""
    start = "; Set Pos=-A----------------------a-/0"
    match = findings(
        sheet("1) 21: 1/0                       Game 2", header=f" Ann : 0    Bob : 0\n{start}")
        + " Ann : 1    Bob : 0\n 1) 31: 8/5 6/5\n"
    )
    assert (match.illegal, match.result_errors, match.games) == ((), (), 2)
    assert [(game.winner, game.points) for game in match.record.games] == [(LEFT, 1), (None, 0)]


def test_players_and_scores_may_stand_on_two_lines() -> None:
    text = sheet(OPENING, header="Ann (UKR) : 1\nBob : 2")
    match = read_mat(text)
    assert (match.players, match.games[0].score) == (("Ann (UKR)", "Bob"), (1, 2))


@pytest.mark.parametrize(
    "line", ["Game 1", "  GAME  1:", "Game 1 (Crawford)", "Game #1 - Crawford"]
)
def test_a_games_first_line_is_read_in_every_spelling(line: str) -> None:
    assert read_mat(sheet(OPENING).replace("Game 1", line)).games[0].number == 1


def test_under_the_jacoby_rule_a_gammon_counts_once_while_the_cube_is_in_the_middle() -> None:
    text = sheet(
        "1) 21: 1/0",
        "      Wins 1 point",
        length=0,
        header=" Ann : 0    Bob : 0\n; Set Pos=-A-----------o------------/0",
    )
    assert [error.line for error in findings(text).result_errors] == [7]
    assert findings('; [Jacoby "On"]\n' + text).result_errors == ()


def test_a_money_session_may_print_no_running_score() -> None:
    game = f" Ann : 0   Bob : 0\n{OPENING}\n      Wins 1 point\n"
    match = findings(f" 0 point match\n Game 1\n{game}\n Game 2\n{game}")
    assert (match.result_errors, match.score) == ((), (2, 0))
    assert [note.line for note in match.notes] == [7]


def test_a_file_in_utf_16_is_read() -> None:
    text = sheet(OPENING, header=" Zoé : 0   Bob : 0")
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        mark = b"" if encoding == "utf-16" else "\ufeff".encode(encoding)
        assert read_mat(decoded(mark + text.encode(encoding))).players == ("Zoé", "Bob")


def test_text_that_may_be_a_play_is_never_passed_over() -> None:
    before_the_result = sheet(OPENING, "      and so on", "      Wins 1 point")
    numbered = sheet(OPENING, "      Wins 1 point", "3) something else")
    for text, line in ((before_the_result, 6), (numbered, 7)):
        with pytest.raises(MatchUnreadable) as refused:
            read_mat(text)
        assert refused.value.line == line


@pytest.mark.parametrize(
    "line", [" " * 1990 + "x", "x" + " " * 1990 + "y", "a : 0" + " " * 1900 + "x", ":0 " * 660]
)
def test_a_line_of_nearly_nothing_but_blanks_or_scores_is_refused(line: str) -> None:
    """Each costs no more than its length: a file may have thousands."""
    for _ in range(20):
        with pytest.raises(MatchUnreadable):
            read_mat(f" 5 point match\n Game 1\n{line}x\n")


def test_a_line_no_match_file_has_is_refused_unread() -> None:
    with pytest.raises(MatchUnreadable, match="2000 letters at most"):
        read_mat(sheet(OPENING, "2) 31: " + "8/5 " * 1000))
