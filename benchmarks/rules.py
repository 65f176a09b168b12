"""The speed of the rules of backgammon: `python -m benchmarks.rules`.

The benchmark finds the plays of random rolls in random positions, and measures the rolls per
second. In the same run, the same is measured for gnubg_nn.moves() (C, PyPI gnubg-nn) and for the
tests' plain reference generator. The benchmark also measures how many games per second are verified
in the match files of the folder YALTA_MATCHES.
"""

import os
from collections.abc import Callable
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter

from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.games.backgammon_plays import plays_by_position
from rules.match_files.mat_reader import decoded, read_mat
from rules.match_files.replay import replay
from rules.position import Position, Side
from tests.support.backgammon_positions import wandering
from tests.support.reference_backgammon import final_tables

POSITIONS, ROUNDS, VERIFIED = 5_000, 5, 20
Case = tuple[Position, Side, Roll]


def main() -> None:
    """Measure and print the speeds in rolls or games per second.

    Speeds in rolls are compared with that of gnubg_nn.moves().
    """
    rng = Random(1)
    cases = [
        (position, side, Roll(rng.randint(1, 6), rng.randint(1, 6)))
        for position, side in islice(wandering(Random(2)), POSITIONS)
    ]
    theirs = _gnubg(cases)
    ours = _best(lambda: _ours(cases))
    print(f"{len(cases)} random positions, one roll each; best of {ROUNDS}")
    _line("plays_by_position (positions and plays)", ours, theirs)
    _line("Backgammon.legal_plays", _best(lambda: _legal(cases)), theirs)
    if theirs is None:
        print("gnubg_nn.moves(): not installed (pip install gnubg-nn)")
    else:
        _line("gnubg_nn.moves()", theirs, theirs)
    few = cases[:500]
    _line("plain reference generator", _best(lambda: _reference(few)) * len(cases) / 500, theirs)
    _verify()


def _best(work: Callable[[], None]) -> float:
    seconds = []
    for _ in range(ROUNDS):
        started = perf_counter()
        work()
        seconds.append(perf_counter() - started)
    return min(seconds)


def _line(name: str, seconds: float, theirs: float | None) -> None:
    ratio = "" if theirs is None else f"   {theirs / seconds:5.2f} of gnubg_nn"
    print(f"  {name:42} {POSITIONS / seconds:10,.0f} rolls/s{ratio}")


def _ours(cases: list[Case]) -> None:
    for position, side, roll in cases:
        plays_by_position(position.of(side), position.of(side.opponent), roll.dice)


def _legal(cases: list[Case]) -> None:
    for position, side, roll in cases:
        BACKGAMMON.legal_plays(position, side, roll)


def _reference(cases: list[Case]) -> None:
    for position, side, roll in cases:
        final_tables(position.of(side), position.of(side.opponent), roll.first, roll.second)


def _gnubg(cases: list[Case]) -> float | None:
    if find_spec("gnubg_nn") is None:
        return None
    from gnubg_nn import moves

    boards = [
        ([list(position.of(side.opponent)[1:]), list(position.of(side)[1:])], roll)
        for position, side, roll in cases
    ]

    def work() -> None:
        for board, roll in boards:
            moves(board, roll.first, roll.second)

    return _best(work)


def _verify() -> None:
    folder = os.environ.get("YALTA_MATCHES")
    if not folder:
        print("verify: export YALTA_MATCHES with a folder of transcribed matches")
        return
    files = [path.read_bytes() for path in Path(folder).iterdir() if path.is_file()] * VERIFIED
    started = perf_counter()
    games = sum(replay(read_mat(decoded(content))).games for content in files)
    rate = games / (perf_counter() - started)
    print(f"verify, one process: {rate:,.0f} games/s ({games} games in {len(files)} files)")


if __name__ == "__main__":
    main()
