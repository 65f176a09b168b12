"""The visitors' games on file: found again, bounded, and made anew where the file is gone."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rules import events as ev
from rules.position import Side
from rules.room import Ending, RoomResult
from tests.support.ids import match_id
from yalta_extras.closed_seat import tables as seated_games
from yalta_extras.closed_seat.tables import (
    GamePlayed,
    KeptGame,
    SeatedGames,
    SeatsFull,
    SeatsUnavailable,
)

PLAYED = GamePlayed(match_id(1), 2, 1)
EVENTS = (ev.GameStarted(game=2, attempt=1),)
LOST = RoomResult(loser=Side.WHITE, ending=Ending.PASS, left=15, cube=2, proposer=Side.RED)


class Hours:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def game(name: str, side: Side = Side.WHITE) -> KeptGame:
    return KeptGame(name, PLAYED, side, EVENTS, None)


@pytest.fixture
def hours() -> Hours:
    return Hours()


@pytest.fixture
def kept(tmp_path: Path, hours: Hours) -> SeatedGames:
    return SeatedGames(tmp_path / "seats.sqlite3", hours)


def test_a_game_is_found_as_it_was_kept(kept: SeatedGames, tmp_path: Path, hours: Hours) -> None:
    kept.begin(game("one"))
    over = replace(game("one"), events=(*EVENTS, *EVENTS), result=LOST)
    kept.keep(over)
    kept.close()
    again = SeatedGames(tmp_path / "seats.sqlite3", hours)
    assert again.find("one") == over
    assert again.find("another") is None
    again.close()


def test_a_deleted_file_is_made_anew(kept: SeatedGames, tmp_path: Path, hours: Hours) -> None:
    kept.begin(game("one"))
    kept.close()
    for file in tmp_path.iterdir():
        file.unlink()
    again = SeatedGames(tmp_path / "seats.sqlite3", hours)
    assert again.find("one") is None
    again.begin(game("two"))
    assert again.find("two") == game("two")
    again.close()


def test_a_file_that_is_none_is_told_and_nothing_else_fails(tmp_path: Path, hours: Hours) -> None:
    path = tmp_path / "seats.sqlite3"
    path.write_bytes(b"no database at all" * 100)
    kept = SeatedGames(path, hours)
    with pytest.raises(SeatsUnavailable):
        kept.find("one")


def test_when_as_many_are_under_way_as_are_kept_one_that_rested_makes_room(
    kept: SeatedGames, hours: Hours, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seated_games, "AT_ONCE", 2)
    kept.begin(game("one"))
    kept.begin(game("two"))
    with pytest.raises(SeatsFull):
        kept.begin(game("three"))
    hours.now += seated_games.RESTED + timedelta(seconds=1)
    kept.keep(game("one"))
    kept.begin(game("three"))
    assert [kept.find(name) is not None for name in ("one", "two", "three")] == [True, False, True]
    kept.close()


def test_the_oldest_of_all_are_forgotten(
    kept: SeatedGames, hours: Hours, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seated_games, "KEPT", 3)
    for number in range(5):
        kept.begin(game(str(number)))
        kept.keep(replace(game(str(number)), result=LOST))
        hours.now += timedelta(seconds=1)
    assert [kept.find(str(number)) is not None for number in range(5)] == [False] * 2 + [True] * 3
    kept.close()


def test_a_game_that_nobody_goes_on_with_is_forgotten(kept: SeatedGames, hours: Hours) -> None:
    kept.begin(game("left"))
    hours.now += seated_games.UNFINISHED_FOR + timedelta(seconds=1)
    kept.begin(game("new"))
    assert kept.find("left") is None
    kept.close()


def test_results_are_counted_by_seat_and_only_of_that_game(kept: SeatedGames) -> None:
    for name, side in (("one", Side.WHITE), ("two", Side.WHITE), ("three", Side.RED)):
        kept.begin(game(name, side))
        kept.keep(replace(game(name, side), result=LOST))
    kept.begin(game("under way"))
    other = replace(game("other"), played=GamePlayed(match_id(1), 1, 1), result=LOST)
    kept.begin(other)
    kept.keep(other)
    assert kept.results(PLAYED) == {(Side.WHITE, LOST): 2, (Side.RED, LOST): 1}
    kept.close()
