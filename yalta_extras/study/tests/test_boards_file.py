from pathlib import Path

import pytest

from yalta_extras.study.board import Judged
from yalta_extras.study.folder import header, read_boards, written
from yalta_extras.study.tests.outcomes import board_of

_BOARDS = [board_of(1, 1, -1, Judged(1.25, -0.5, 0.01, 0.2, 18, 12)), board_of(2, -1, -1)]


def test_boards_are_read_as_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "boards.csv"
    file.write_text(header() + "".join(map(written, _BOARDS)))
    assert read_boards(file) == _BOARDS


@pytest.mark.parametrize("cut", [1, 20, 90])
def test_a_board_that_was_cut_off_in_writing_is_cut_from_the_file(tmp_path: Path, cut: int) -> None:
    file = tmp_path / "boards.csv"
    file.write_text((header() + "".join(map(written, _BOARDS)))[:-cut])
    assert read_boards(file) == _BOARDS[:1]
    assert file.read_text() == header() + written(_BOARDS[0])


def test_a_file_with_other_columns_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "boards.csv"
    file.write_text("pairing,board\n")
    with pytest.raises(ValueError, match="other columns"):
        read_boards(file)
