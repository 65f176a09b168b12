"""A match to 5 with Crawford as it is really played at one board, through a killed server."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from rules import events as ev
from rules.match_files.mat_reader import read_mat
from rules.match_files.replay import replay
from rules.position import Side
from tests.end_to_end.match_run import WHITE_AND_RED, play_match

SEED = 5
VALUES = {"gammon": 2, "backgammon": 3, "resigned-gammon": 2, "resigned-backgammon": 3}


class Spectator:
    """Somebody who looks at the signed match: its page, feed, forms and match file."""

    def __init__(self) -> None:
        self.page = self.html = self.mat = ""
        self.pdf = b""
        self.feed: dict[str, Any] = {}

    async def visit(self, address: str) -> None:
        async with httpx.AsyncClient(base_url=address, trust_env=False, timeout=30) as http:
            self.page = (await http.get("/t/club/matches/1")).text
            self.html = (await http.get("/t/club/matches/1/forms/protocol.html")).text
            self.pdf = (await http.get("/t/club/matches/1/forms/protocol.pdf")).content
            self.mat = (await http.get("/t/club/matches/1/open.mat")).text
        async with connect(f"{address.replace('http', 'ws', 1)}/t/club/matches/1/live") as socket:
            self.feed = json.loads(await socket.recv())["state"]


def summed(log: Sequence[ev.Event]) -> list[tuple[int, int]]:
    """The score after each game by nothing but the results in the log (ruling 17)."""
    score, scores = {Side.WHITE: 0, Side.RED: 0}, list[tuple[int, int]]()
    for event in log:
        if isinstance(event, ev.GameFinished):
            score[event.loser.opponent] += VALUES.get(event.ending.value, 1) * event.cube
            scores.append((score[Side.WHITE], score[Side.RED]))
    return scores


def crawford_game(scores: Sequence[tuple[int, int]], length: int) -> int | None:
    """The game after the one that first brought a side to one point short."""
    short = (number for number, score in enumerate(scores, start=1) if length - 1 in score)
    return next((number + 1 for number in short if max(scores[number - 1]) < length), None)


@pytest.mark.parametrize(
    ("length", "kill_after"), [(3, [90]), pytest.param(5, [90, 120], marks=pytest.mark.soak)]
)
async def test_a_match_is_played_at_one_board_through_a_killed_server_to_its_signed_form(
    tmp_path: Path, length: int, kill_after: list[int]
) -> None:
    spectator = Spectator()
    run = await play_match(tmp_path, SEED, kill_after, match_to=length, visit=spectator.visit)
    assert run.kills == len(kill_after)

    scores, form = summed(run.log), run.protocol
    crawford = crawford_game(scores, length)
    assert crawford is not None, "the seed plays no Crawford game: take another"
    assert max(scores[-1]) >= length > max(scores[-2])
    assert [(row["score_white"], row["score_red"]) for row in form["rows"]] == scores
    assert [row["game"] for row in form["rows"] if row["crawford"]] == [crawford]
    assert (form["length"], form["complete"], form["state"]) == (length, True, "signed")
    winner = WHITE_AND_RED[scores[-1][0] < scores[-1][1]]
    assert form["winner"] == winner

    doubled = {event.game for event in run.log if isinstance(event, ev.DoubleOffered)}
    assert doubled
    assert crawford not in doubled
    assert not [e for e in run.log if isinstance(e, ev.RollReleased | ev.TurnReady)]
    assert not [e for e in run.log if isinstance(e, ev.ThrowVoided | ev.ReadingRefused)]

    feed = spectator.feed
    assert (feed["phase"], feed["length"]) == ("over", length)
    assert (feed["points"]["home"], feed["points"]["away"]) == scores[-1]
    assert winner in spectator.page
    assert "Crawford" in spectator.html
    assert spectator.pdf.startswith(b"%PDF")
    played = replay(read_mat(spectator.mat))
    assert not played.illegal
    assert not played.result_errors
    assert (played.record.length, len(played.record.games)) == (length, len(scores))


@pytest.mark.parametrize(
    ("length", "seed"),
    [
        pytest.param(1, 5, marks=pytest.mark.soak),
        pytest.param(10, 7, marks=pytest.mark.long(8)),
        pytest.param(25, 5, marks=pytest.mark.soak),
    ],
)
async def test_a_match_of_any_length_has_its_crawford_game_without_a_cube(
    tmp_path: Path, length: int, seed: int
) -> None:
    run = await play_match(tmp_path, seed, match_to=length)
    scores, form = summed(run.log), run.protocol
    assert max(scores[-1]) >= length
    assert max(max(score) for score in [(0, 0), *scores[:-1]]) < length
    crawford = crawford_game(scores, length)
    assert (crawford is None) == (length == 1), "the seed plays no Crawford game: take another"
    marked = [row["game"] for row in form["rows"] if row["crawford"]]
    assert marked == ([] if crawford is None else [crawford])
    doubled = {event.game for event in run.log if isinstance(event, ev.DoubleOffered)}
    assert crawford not in doubled
    assert bool(doubled) == (length > 1)
    assert (form["length"], form["complete"], form["state"]) == (length, True, "signed")
    assert not [e for e in run.log if isinstance(e, ev.ThrowVoided | ev.ReadingRefused)]
