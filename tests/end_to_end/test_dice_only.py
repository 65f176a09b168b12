"""Matches at tables whose positions are not recorded, as they are really played."""

from pathlib import Path

import pytest

from rules import events as ev
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.long_gammon import LONG_GAMMON
from rules.room import Room
from tests.end_to_end.conftest import SEED
from tests.end_to_end.match_run import Run, dice_by_turn, log_of, play_match
from tests.end_to_end.test_demo import run_demo

BOTH = frozenset(Room)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(BACKGAMMON, marks=pytest.mark.long(30)),
        pytest.param(LONG_GAMMON, marks=pytest.mark.soak),
    ],
    ids=lambda game: game.name,
)
async def test_a_match_without_positions_comes_to_the_signed_form_of_the_one_with_them(
    tmp_path: Path, game: Game, undisturbed: Run
) -> None:
    """Over a serial line and a websocket, the server killed on the way."""
    recorded = undisturbed
    if game is not BACKGAMMON:
        recorded = await play_match(tmp_path / "recorded", SEED, game=game)
    run = await play_match(tmp_path / "dice only", SEED, [60, 170], game=game, dice_only=BOTH)

    assert run.protocol == recorded.protocol
    assert dice_by_turn(run.log) == dice_by_turn(recorded.log)
    assert run.kills == 2
    assert not [e for e in run.log if isinstance(e, ev.PlayMade)]
    assert not [e for e in run.log if isinstance(e, ev.ReadingRefused | ev.ThrowVoided)]


@pytest.mark.soak
@pytest.mark.parametrize("room", Room)
async def test_the_demo_plays_either_room_without_positions(tmp_path: Path, room: Room) -> None:
    options = ("--fast", "--exit", "--games", "4", "--seed", "5", "--data", str(tmp_path))
    done = run_demo(*options, "--dice-only", room.value)
    assert done.returncode == 0, done.stderr
    assert "signed" in done.stdout
    log = await log_of(tmp_path)
    assert {e.room for e in log if isinstance(e, ev.PlayMade)} == BOTH - {room}
    assert not [e for e in log if isinstance(e, ev.ReadingRefused | ev.ThrowVoided)]
