"""Real transcribed matches: no false alarm, and every illegal change found."""

from pathlib import Path
from random import Random

import pytest

from rules.games.backgammon import BACKGAMMON
from rules.match_files.mat_reader import decoded, read_mat
from rules.match_files.mat_text import Thrown
from rules.match_files.mat_writer import write_mat
from rules.match_files.record import Findings, GameRecord, Throw
from rules.match_files.replay import replay
from rules.position import Position, Side
from tests.support.match_files import actions_of
from tests.support.needs import transcribed_matches
from tests.support.reference_backgammon import final_tables


def _files() -> list[Path]:
    files = sorted(path for path in transcribed_matches().iterdir() if path.is_file())
    assert files
    return files


def _text(path: Path) -> str:
    return decoded(path.read_bytes())


def _found(text: str) -> Findings:
    return replay(read_mat(text))


def test_real_matches_raise_no_false_alarm() -> None:
    for path in _files():
        found = _found(_text(path))
        assert (found.illegal, found.result_errors) == ((), ()), path.name
        assert found.plays > 20 * found.games


def test_a_match_written_again_is_the_same_match() -> None:
    for path in _files():
        record = _found(_text(path)).record
        again = _found(write_mat(record))
        assert actions_of(again.record) == actions_of(record), path.name
        assert (again.illegal, again.result_errors) == ((), ())


@pytest.mark.parametrize("times", [2, pytest.param(12, marks=pytest.mark.long)])
def test_every_illegal_change_of_one_play_in_each_game_is_found(times: int) -> None:
    rng, illegal = Random(8), 0
    for path in _files() * times:
        text = _text(path)
        changed, expected = _with_a_change_in_each_game(text, rng)
        first = {}
        for entry in reversed(_found(changed).illegal):
            first[entry.game] = entry.line
        assert expected.items() <= first.items(), path.name
        illegal += len(expected)
    assert illegal > 25 * times


def _with_a_change_in_each_game(text: str, rng: Random) -> tuple[str, dict[int, int]]:
    """The text with a play of each game changed, and the line of each that became illegal."""
    lines, expected = text.splitlines(), dict[int, int]()
    records = _found(text).record.games
    for game, record in zip(read_mat(text).games, records, strict=True):
        thrown = [entry for entry in game.entries if isinstance(entry, Thrown)]
        before = _positions_before(record)
        at = rng.choice([k for k, entry in enumerate(thrown) if entry.legs])
        entry = thrown[at]
        legs = _changed(entry, rng)
        cell = f"{entry.roll.first}{entry.roll.second}: " + " ".join(f"{a}/{b}" for a, b in legs)
        head, tail = (
            lines[entry.line - 1].rsplit(entry.text, 1)
            if entry.side is Side.RED
            else (lines[entry.line - 1].split(entry.text, 1))
        )
        lines[entry.line - 1] = head + cell + tail
        if not _may_be_legal(before[at], entry, legs):
            expected[game.number] = entry.line
    return "\n".join(lines), expected


def _positions_before(record: GameRecord) -> list[Position]:
    position, before = BACKGAMMON.start(), []
    for action in record.actions:
        if isinstance(action, Throw):
            before.append(position)
            if action.play is not None:
                position = BACKGAMMON.apply(position, action.side, action.play)
    return before


def _changed(entry: Thrown, rng: Random) -> list[tuple[int, int]]:
    legs = [(leg.origin, leg.target) for leg in entry.legs or ()]
    at = rng.randrange(len(legs))
    origin, target = legs[at]
    if rng.random() < 0.5:
        legs[at] = (origin, rng.choice([p for p in range(25) if p != target]))
    else:
        legs[at] = (rng.choice([p for p in range(1, 26) if p != origin]), target)
    return legs


def _may_be_legal(position: Position, entry: Thrown, legs: list[tuple[int, int]]) -> bool:
    """Whether some legal play moves the same checkers in sum."""
    own, other = position.of(entry.side), position.of(entry.side.opponent)
    after = list(own)
    for origin, target in legs:
        after[origin] -= 1
        after[target] += 1
    tables = final_tables(own, other, entry.roll.first, entry.roll.second)
    return any(mine == tuple(after) for mine, _ in tables)
