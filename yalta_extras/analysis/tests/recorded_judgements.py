"""The recorded judgement of the match of `sensible_play`, for tests that need a judgement.

It was made by GNU Backgammon's neural nets (the nets). `python -m
yalta_extras.analysis.tests.recorded_judgements` makes golden/sensible_match.json again with the
nets that are installed; `test_recorded_judgements.py` compares the two.
"""

import asyncio
import functools
import json
from collections.abc import Sequence
from pathlib import Path

from players.gnubg_nets import ENGINE, PLIES, nets_version
from rules.luck.chances import Throw
from tests.support.rooms import scheduled, started
from tests.support.sensible_match import sensible_play
from yalta_extras.analysis.compared_rooms import ComparedRooms, Place, compared_games
from yalta_extras.analysis.judged import (
    JudgedMatch,
    JudgedTurn,
    JudgingProcess,
    digest_of_throws,
    read,
    throw_rows,
    written,
)

FILE = Path(__file__).parent / "golden" / "sensible_match.json"


@functools.cache
def recorded() -> JudgedMatch:
    """Return the judgement in golden/sensible_match.json."""
    return read(FILE.read_text("utf-8"))


async def judged_anew() -> JudgedMatch:
    """Return the match as the installed nets judge it now, in a process of their own."""
    throws, games = compared().throws, dict[Place, tuple[JudgedTurn, ...]]()
    process = await JudgingProcess.start()
    try:
        for place, thrown in throws.items():
            games[place] = await process.judged(thrown)
    finally:
        await process.close()
    return JudgedMatch(digest_of_throws(throws), ENGINE, nets_version(), PLIES, games)


class RecordedJudge:
    """A stand-in for the judging process, which knows the recorded judgement only."""

    def __init__(self) -> None:
        self._turns = {
            _key(thrown): recorded().games[place] for place, thrown in compared().throws.items()
        }

    @classmethod
    async def start(cls) -> "RecordedJudge":
        """Return a judge that is ready."""
        return cls()

    async def judged(self, throws: Sequence[Throw]) -> tuple[JudgedTurn, ...]:
        """Return the recorded judgement of these throws."""
        return self._turns[_key(throws)]

    async def close(self) -> None:
        """Do nothing, because no process has to be ended."""


@functools.cache
def compared() -> ComparedRooms:
    """Return both rooms of the match, whose throws are judged."""
    return compared_games((scheduled(), started(), *sensible_play()))


def _key(throws: Sequence[Throw]) -> str:
    return json.dumps(throw_rows(throws))


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(
        written(asyncio.run(judged_anew())).replace('{"game"', '\n{"game"') + "\n", "utf-8"
    )
