"""Subject lines of messages (ruling 22): read tolerantly, refused by field, value and allowed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.commands.pbem_commands import Resigned
from rules.formats.pbem.subject_lines import (
    CUBES,
    EnterLine,
    Line,
    LineRefused,
    ProtestLine,
    StartedLine,
    WonLine,
    read_line,
    written_line,
)

_numbers = st.integers(1, 999_999_999)
_handles = st.from_regex(r"[a-z][a-z0-9_-]{1,19}", fullmatch=True)
_points = st.integers(1, 192)
_lines = st.one_of(
    st.builds(EnterLine, _handles),
    st.builds(StartedLine, _numbers, _numbers),
    st.builds(WonLine, _numbers, _numbers, _handles, _points),
    st.builds(
        WonLine,
        _numbers,
        _numbers,
        _handles,
        _points,
        st.sampled_from(Resigned),
        st.sampled_from(CUBES),
    ),
    st.builds(ProtestLine, _numbers),
)


@pytest.mark.parametrize(
    ("subject", "line"),
    [
        ("enter ann", EnterLine("ann")),
        ("ENTRY: Ann_2", EnterLine("ann_2")),
        ("match 12: board 345 started", StartedLine(12, 345)),
        ("Re: RE: Match  #12 :  Board 345   Started.", StartedLine(12, 345)),
        ("Fwd: match 12, board #345 started", StartedLine(12, 345)),
        ("match 12: board 345 won by Ann by 2 points", WonLine(12, 345, "ann", 2)),
        ("match 12: board 345 won by ann by 1 point!", WonLine(12, 345, "ann", 1)),
        (
            "match 12: board 345 won by ann by 1 point, resigned, none off",
            WonLine(12, 345, "ann", 1, Resigned.NONE_OFF),
        ),
        (
            "match 12: board 345 won by ann by 2 points resigned cube 2 none off, far back",
            WonLine(12, 345, "ann", 2, Resigned.FAR_BACK, 2),
        ),
        ("aw: match 12: Protest", ProtestLine(12)),
    ],
)
def test_a_line_is_read_whatever_its_capitals_blanks_and_replies(subject: str, line: Line) -> None:
    assert read_line(subject) == line


@pytest.mark.parametrize(
    ("subject", "field", "value"),
    [
        ("hello", "subject", "hello"),
        ("", "subject", ""),
        ("match twelve: board 3 started", "subject", "match twelve: board 3 started"),
        ("match 0: board 3 started", "match", "0"),
        ("match 1: board 9999999999 started", "board", "9999999999"),
        ("match 1: board 3 won by ann by 0 points", "points", "0"),
        ("match 1: board 3 won by ann by 193 points", "points", "193"),
        ("match 1: board 3 won by 4nn by 2 points", "id", "4nn"),
        ("enter Żaneta", "id", "żaneta"),
        ("enter ann b", "id", "ann b"),
        ("match 1: board 3 won by ann by 1 point, resigned", "resigned", ""),
        ("match 1: board 3 won by ann by 1 point, resigned, cube 3, none off", "cube", "3"),
        ("match 1: board 3 won by ann by 1 point, resigned, ten off", "resigned", "ten off"),
    ],
)
def test_a_line_that_cannot_be_names_the_field_and_its_value(
    subject: str, field: str, value: str
) -> None:
    with pytest.raises(LineRefused) as refused:
        read_line(subject)
    assert (refused.value.field, refused.value.value) == (field, value)
    assert refused.value.allowed


def test_a_line_too_long_to_be_one_is_not_read_at_all() -> None:
    with pytest.raises(LineRefused, match="at most 200 characters"):
        read_line("match 1: board 3 started" + " " * 200)


@given(_lines, st.sampled_from(["", "Re: ", "re: FW: ", "Sv:"]), st.booleans())
def test_every_line_is_read_back_as_it_was_written(line: Line, reply: str, loud: bool) -> None:
    written = reply + written_line(line)
    assert read_line(written.upper() if loud else written.replace(" ", "  ")) == line


@given(st.text(max_size=300))
def test_no_text_does_anything_but_be_read_or_be_refused(subject: str) -> None:
    try:
        line = read_line(subject)
    except LineRefused:
        return
    assert read_line(written_line(line)) == line


@given(st.text("match board 123:#,won by an point resigned, cube none off far back", max_size=90))
def test_texts_like_lines_are_read_or_refused_too(subject: str) -> None:
    try:
        line = read_line(f"match 1: board 2 {subject}")
    except LineRefused:
        return
    assert read_line(written_line(line)) == line
