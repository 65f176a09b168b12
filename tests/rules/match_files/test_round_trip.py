"""Writer and reader together: whatever was played comes back, whoever played it."""

from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from rules.match_files.mat_text import short_name
from rules.match_files.mat_writer import write_mat
from rules.match_files.record import Double, Drop, MatchRecord, Take, Throw
from rules.room import Ending
from tests.support.match_files import findings
from tests.support.random_matches import ODD_NAMES, random_matches

FEW, MANY = 60, 1_000


def _seen(match: MatchRecord) -> set[str]:
    """What of all that can happen happened in the match."""
    seen = {game.ending.name if game.ending else "unfinished" for game in match.games}
    for game in match.games:
        seen |= {type(action).__name__ for action in game.actions}
        seen |= {"set up"} if game.set_up else set()
        seen |= {"Crawford game"} if game.score.crawford else set()
        for action in game.actions:
            if isinstance(action, Throw) and not action.play:
                seen.add("dance" if action.play == () else "unplayed roll")
            if isinstance(action, Double) and action.beaver:
                seen.add("beaver")
    return seen


EVERYTHING = {
    *(ending.name for ending in Ending if ending is not Ending.TROUS),
    *(kind.__name__ for kind in (Throw, Double, Take, Drop)),
    *("unfinished", "dance", "unplayed roll", "beaver", "set up", "Crawford game"),
}


def _check(count: int, seed: int) -> Counter[str]:
    seen = Counter[str]()
    for match in islice(random_matches(Random(seed)), count):
        again = findings(write_mat(match))
        assert (again.illegal, again.result_errors, again.notes) == ((), (), ())
        record = again.record
        assert (record.white, record.red) == (match.white, match.red)
        assert (record.length, record.crawford) == (match.length, match.crawford)
        assert record.games == match.games
        assert match.headers.items() <= record.headers.items()
        assert write_mat(record) == write_mat(match)
        seen.update(_seen(match))
    return seen


def test_matches_by_chance_come_back_as_they_were_written() -> None:
    _check(FEW, seed=31)


@pytest.mark.long
def test_a_thousand_matches_with_every_ending_and_cube_come_back_as_they_were_written() -> None:
    assert _check(MANY, seed=32).keys() >= EVERYTHING


@pytest.mark.parametrize("name", ODD_NAMES)
def test_the_short_form_of_a_name_is_no_trap_for_any_reader(name: str) -> None:
    short = short_name(name)
    assert 1 <= len(short) <= 26
    assert len(short.encode()) <= 26
    assert not set(short) & set(':;,#()"\\')
    assert "game " not in f"{short} :".lower()
    assert short == " ".join(short.split())
    assert short_name(short) == short


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_score_line_always_has_two_blanks_between_its_players(name: str) -> None:
    match = next(random_matches(Random(1)))
    text = write_mat(replace(match, white=name))
    lines = text.splitlines()
    for at in (at for at, line in enumerate(lines) if line.startswith(" Game ")):
        assert f" {short_name(name)} : " in lines[at + 1]
        assert lines[at + 1].partition(" : ")[2].lstrip("0123456789").startswith("  ")


@pytest.mark.parametrize("letters", ["a\nb", "a\r\nb", "a\x00b", "a\x1bb", "a\u2028b", "a\x85b"])
def test_a_name_with_letters_that_end_lines_stays_on_one(letters: str) -> None:
    match = next(random_matches(Random(1)))
    record = findings(write_mat(replace(match, white=letters))).record
    assert record.white.split() == ["a", "b"]
    assert record.games == match.games
