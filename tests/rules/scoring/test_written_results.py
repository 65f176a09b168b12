"""Files of results written by hand: what is read, and each fault with its line and column."""

from pathlib import Path

import pytest

from rules.scoring.match_protocol import MatchProtocol
from rules.scoring.teams import PerTeam
from rules.scoring.written_results import WrittenFault, WrittenResultsRefused, read_results
from tests.rules.scoring.final import FINAL_PROTOCOL

TEAMS = PerTeam("Kharkov", "Moscow")
FINAL_CSV = (Path(__file__).parents[2] / "golden" / "protocol_final.csv").read_text()
HEADER = "game,room,opening,winner,ended,left,cube,owner\n"
ENDINGS = "bearoff, pass, gammon, backgammon, resigned, resigned-gammon, resigned-backgammon"
LENGTHS = "a match of 4, 5, 6, 7, 8, 10 or 12 games"
ROOMS = ("open", "closed")


def read(text: str) -> MatchProtocol:
    return read_results(text.encode(), TEAMS)


def faults(text: str | bytes) -> list[WrittenFault]:
    raw = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(WrittenResultsRefused) as refused:
        read_results(raw, TEAMS)
    return list(refused.value.faults)


def with_line(number: int, line: str) -> str:
    lines = FINAL_CSV.splitlines()
    lines[number - 1] = line
    return "\n".join(lines) + "\n"


def test_the_finals_file_is_the_finals_protocol() -> None:
    assert read(FINAL_CSV) == FINAL_PROTOCOL


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + FINAL_CSV,
        FINAL_CSV.replace("\n", "\r\n"),
        FINAL_CSV.replace("\n", "\r"),
        FINAL_CSV.replace(",", " , "),
        FINAL_CSV.replace("\n", "\n\n , \n"),
        FINAL_CSV.replace("Moscow", '"Moscow"'),
        FINAL_CSV.rstrip("\n"),
        FINAL_CSV.replace("\n", ",,\n"),
    ],
    ids=[
        *("mark", "crlf", "cr", "spaces", "blank lines", "quotes", "no last newline"),
        "empty columns",
    ],
)
def test_how_a_spreadsheet_writes_it_makes_no_difference(text: str) -> None:
    assert read(text) == FINAL_PROTOCOL


def test_columns_may_stand_in_any_order_and_the_owner_may_be_absent() -> None:
    rows = [line.split(",")[:7] for line in FINAL_CSV.splitlines()]
    text = "\n".join(",".join(reversed(row)) for row in rows)
    assert read(text).vp == PerTeam(13, 17)


def test_results_keep_the_order_of_the_file() -> None:
    lines = FINAL_CSV.splitlines()
    text = "\n".join([lines[0], *reversed(lines[1:])])
    assert read(text).results == tuple(reversed(FINAL_PROTOCOL.results))


@pytest.mark.parametrize(
    ("line", "column", "value", "allowed"),
    [
        ("0,open,4:3,Moscow,bearoff,9,2,", "game", "0", "1 to 12"),
        ("one,open,4:3,Moscow,bearoff,9,2,", "game", "one", "1 to 12"),
        ("13,open,4:3,Moscow,bearoff,9,2,", "game", "13", "1 to 12"),
        ("1,lounge,4:3,Moscow,bearoff,9,2,", "room", "lounge", "open, closed"),
        ("1,open,4:3,Kiev,bearoff,9,2,", "winner", "Kiev", "Kharkov, Moscow"),
        ("1,open,4:3,Moscow,won,9,2,", "ended", "won", ENDINGS),
        ("1,open,4:3,Moscow,bearoff,0,2,", "left", "0", "1 to 15"),
        ("1,open,4:3,Moscow,bearoff,16,2,", "left", "16", "1 to 15"),
        ("1,open,4:3,Moscow,bearoff,-9,2,", "left", "-9", "1 to 15"),
        ("1,open,4:3,Moscow,bearoff,,2,", "left", "", "1 to 15"),
        ("1,open,4:3,Moscow,bearoff,٩,2,", "left", "٩", "1 to 15"),
        (
            *("1,open,4:3,Moscow,bearoff,15,2,", "left", "15"),
            "1 to 14 for bearoff; with all fifteen left it is a gammon",
        ),
        ("1,open,4:3,Moscow,gammon,14,2,", "left", "14", "15 for gammon"),
        ("1,open,4:3,Moscow,backgammon,9,2,", "left", "9", "15 for backgammon"),
        ("1,open,4:3,Moscow,resigned-gammon,9,2,", "left", "9", "15 for resigned-gammon"),
        ("1,open,4:3,Moscow,resigned-backgammon,1,2,", "left", "1", "15 for resigned-backgammon"),
        ("1,open,4:3,Moscow,bearoff,9,3,", "cube", "3", "1, 2, 4, 8, 16, 32 or 64"),
        ("1,open,4:3,Moscow,bearoff,9,128,", "cube", "128", "1, 2, 4, 8, 16, 32 or 64"),
        (
            *("1,open,4:3,Moscow,pass,9,64,", "cube", "64"),
            "1, 2, 4, 8, 16 or 32 for pass; 64 cannot be doubled",
        ),
        ("1,open,4:3,Moscow,bearoff,9,2,Kiev", "owner", "Kiev", "Kharkov, Moscow"),
        (
            *("1,open,4:3,Moscow,pass,9,2,Kharkov", "owner", "Kharkov"),
            "the winner, who proposed the double, or nobody",
        ),
        (
            *("1,open,4:3,Moscow,bearoff,9,1,Kharkov", "owner", "Kharkov"),
            "nobody: a cube at 1 is in the middle",
        ),
        ("1,open,4:3,Moscow,bearoff,9,2,,late", "9", "late", "nothing: the header has 8 columns"),
    ],
)
def test_a_wrong_cell_is_named_with_line_column_value_and_what_is_allowed(
    line: str, column: str, value: str, allowed: str
) -> None:
    assert faults(with_line(2, line)) == [WrittenFault(2, column, value, allowed)]


@pytest.mark.parametrize("opening", ["4:4", "4-3", "7:1", "0:3", "43", "", "4:3:1"])
def test_an_opening_is_two_different_dice_with_a_colon(opening: str) -> None:
    (fault,) = faults(with_line(2, f"1,open,{opening},Moscow,bearoff,9,2,"))
    assert (fault.line, fault.column, fault.value) == (2, "opening", opening)
    assert fault.allowed == "White's die, a colon, Red's die, the two different, as 4:3"


def test_two_openings_for_one_game_are_refused_at_the_second() -> None:
    assert faults(with_line(3, "1,closed,3:4,Moscow,gammon,15,2,")) == [
        WrittenFault(3, "opening", "3:4", "4:3, the opening of game 1 on line 2")
    ]


def test_a_missing_room_is_refused_at_the_other_rooms_row() -> None:
    assert faults(FINAL_CSV.replace("3,closed,6:2,Kharkov,pass,15,1,\n", "")) == [
        WrittenFault(6, "room", "open", "a row for each room; game 3 has none for closed")
    ]


def test_a_room_written_twice_is_refused_at_the_second_row() -> None:
    found = faults(with_line(3, "1,open,4:3,Moscow,gammon,15,2,"))
    assert (
        WrittenFault(3, "room", "open", "each room once a game; game 1 has it on line 2") in found
    )
    assert (
        WrittenFault(2, "room", "open", "a row for each room; game 1 has none for closed") in found
    )


@pytest.mark.parametrize("games", [1, 2, 3, 9, 11])
def test_an_unlisted_number_of_games_is_refused(games: int) -> None:
    rows = [f"{g},{room},3:1,Moscow,pass,15,1," for g in range(1, games + 1) for room in ROOMS]
    assert faults(HEADER + "\n".join(rows)) == [
        WrittenFault(2 * games + 1, "game", str(games), f"{LENGTHS}; this file has {games}")
    ]


def test_games_with_a_gap_are_refused() -> None:
    assert faults(FINAL_CSV.replace("\n6,", "\n7,")) == [
        WrittenFault(12, "game", "7", "games numbered from 1 without a gap; this file has 6")
    ]


def test_all_faults_of_a_file_are_listed_in_its_order() -> None:
    text = with_line(3, "1,closed,4:3,Moscow,gammon,14,5,").replace("6,closed", "6,cellar")
    assert [(fault.line, fault.column) for fault in faults(text)] == [
        (3, "left"),
        (3, "cube"),
        (13, "room"),
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff"])
def test_an_empty_file_lacks_every_column(text: str) -> None:
    found = faults(text)
    assert [fault.column for fault in found] == HEADER.strip().split(",")[:7]
    assert {fault.line for fault in found} == {1}


def test_a_header_alone_is_no_match() -> None:
    assert faults(HEADER) == [WrittenFault(2, "game", "", f"{LENGTHS}; this file has 0")]


def test_a_missing_column_is_named() -> None:
    (fault,) = faults(FINAL_CSV.replace("left", "", 1).replace("ended,,", "ended,", 1))
    assert (fault.line, fault.column) == (1, "left")


def test_an_unknown_column_is_named_with_its_place() -> None:
    (fault,) = faults(FINAL_CSV.replace("owner", "mood", 1))
    assert (fault.line, fault.column, fault.value) == (1, "8", "mood")


def test_a_column_given_twice_is_refused() -> None:
    assert faults(FINAL_CSV.replace("owner", "cube", 1)) == [
        WrittenFault(1, "8", "cube", "each column once")
    ]


def test_text_that_is_not_utf8_is_refused_at_its_byte() -> None:
    raw = FINAL_CSV.replace("2,open,2:6,Moscow", "2,open,2:6,Москва").encode("cp1251")
    assert faults(raw) == [WrittenFault(4, "12", "byte 0xCC", "UTF-8 text")]


def test_an_open_quote_is_refused_at_its_line() -> None:
    (fault,) = faults(FINAL_CSV.replace("2,open", '"2,open', 1))
    assert (fault.line, fault.column) == (4, "whole row")


def test_a_line_is_counted_past_a_quoted_line_break() -> None:
    text = with_line(2, '1,open,4:3,Moscow,"bear\noff",9,2,').replace("6,closed", "6,cellar")
    assert [(fault.line, fault.column) for fault in faults(text)] == [(2, "ended"), (14, "room")]
