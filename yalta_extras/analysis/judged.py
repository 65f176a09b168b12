"""What an engine says of the turns of a match: how it is kept in a file and sent by a pipe.

The worker process that judges games, and the words with it.
"""

import asyncio
import contextlib
import hashlib
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any, Final, Self

from rules.dice import Roll
from rules.luck.chances import Throw
from rules.position import Position, Side
from rules.room import Room
from server.platform_support import have_process_give_way
from yalta_extras.analysis.compared_rooms import Place

VERSION: Final = 1
"""Of the file's form and of what is judged: what another version kept is judged anew."""


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A throw as an engine sees it; luck is plus for the thrower, `cube` the value in force.

    `lost_imp` and `lost_points` are what the play cost, the points with the cube counted; None for
    a roll that was not played. `forced`: no other play led elsewhere.
    """

    side: Side
    turn: int
    cube: int
    luck_imp: float
    luck_points: float
    lost_imp: float | None
    lost_points: float | None
    forced: bool

    @property
    def lost_equity(self) -> float | None:
        """What the play cost in points at cube 1."""
        return None if self.lost_points is None else self.lost_points / self.cube


@dataclass(frozen=True, slots=True)
class JudgedMatch:
    """Every judged game by its place, by which engine; `throws` is the digest of what it judged."""

    throws: str
    engine: str
    version: str
    plies: int
    games: Mapping[Place, tuple[JudgedTurn, ...]]


class NotJudged(ValueError):
    """A text that is no kept judgement of this version."""


def digest_of_throws(throws: Mapping[Place, Sequence[Throw]]) -> str:
    """A digest of all throws of a match with what lay before and after them."""
    rows = [
        [game, room.value, throw_rows(throws[game, room])]
        for game, room in sorted(throws, key=lambda place: (place[0], place[1].value))
    ]
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()


def throw_rows(throws: Iterable[Throw]) -> list[list[Any]]:
    """Throws as lists for JSON."""
    return [
        [
            throw.side.value,
            throw.turn,
            [throw.roll.first, throw.roll.second],
            throw.opening,
            _lists(throw.before),
            None if throw.after is None else _lists(throw.after),
            throw.cube,
        ]
        for throw in throws
    ]


def throws_in(rows: Iterable[Sequence[Any]]) -> tuple[Throw, ...]:
    """The throws of such lists."""
    return tuple(
        Throw(
            Side(side),
            turn,
            Roll(*roll),
            opening,
            _position(before),
            None if after is None else _position(after),
            cube,
        )
        for side, turn, roll, opening, before, after, cube in rows
    )


def turn_rows(turns: Iterable[JudgedTurn]) -> list[list[Any]]:
    """Judged turns as lists for JSON."""
    return [[turn.side.value, *astuple(turn)[1:]] for turn in turns]


def turns_in(rows: Iterable[Sequence[Any]]) -> tuple[JudgedTurn, ...]:
    """The judged turns of such lists."""
    return tuple(JudgedTurn(Side(side), *figures) for side, *figures in rows)


def written(judged: JudgedMatch) -> str:
    """What is kept of it."""
    kept = {
        "version": VERSION,
        "throws": judged.throws,
        "engine": judged.engine,
        "engine_version": judged.version,
        "plies": judged.plies,
        "games": [
            {"game": game, "room": room.value, "turns": turn_rows(turns)}
            for (game, room), turns in judged.games.items()
        ],
    }
    return json.dumps(kept)


def read(text: str) -> JudgedMatch:
    """What was kept; raises NotJudged for anything else, and for what another version kept."""
    try:
        kept = json.loads(text)
        if kept["version"] != VERSION:
            raise NotJudged(f"version {kept['version']}; allowed: {VERSION}")
        games = {
            (each["game"], Room(each["room"])): turns_in(each["turns"]) for each in kept["games"]
        }
        throws, engine = str(kept["throws"]), str(kept["engine"])
        return JudgedMatch(throws, engine, str(kept["engine_version"]), int(kept["plies"]), games)
    except (KeyError, TypeError, ValueError) as error:
        raise NotJudged(str(error)) from error


def _lists(position: Position) -> list[list[int]]:
    return [list(position.white), list(position.red)]


def _position(counts: Sequence[Sequence[int]]) -> Position:
    white, red = counts
    return Position(tuple(white), tuple(red))


_LONGEST_LINE = 1 << 20
_ANSWERS_WITHIN = 900.0
"""Seconds for a game: a tenth of one on an idle machine; in a full hall it gets what is left."""


class JudgingFailed(Exception):
    """The process has ended, or is silent; it is of no use any more."""


class JudgingProcess:
    """A process of its own session, so that Ctrl-C reaches only who started it; `close` it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, module: str = "yalta_extras.analysis.judging_worker") -> Self:
        """Start it; raises JudgingFailed."""
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", module),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LONGEST_LINE,
                start_new_session=True,
            )
        except OSError as error:
            raise JudgingFailed(str(error)) from error
        have_process_give_way(process.pid)
        return cls(process)

    async def judged(self, throws: Sequence[Throw]) -> tuple[JudgedTurn, ...]:
        """A game's throws as the engine sees them; raises JudgingFailed."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        if stdin.is_closing():  # a write would raise RuntimeError
            raise JudgingFailed("it ended")
        try:
            async with asyncio.timeout(_ANSWERS_WITHIN):
                stdin.write(json.dumps(throw_rows(throws)).encode() + b"\n")
                await stdin.drain()
                line = await stdout.readline()
        except TimeoutError as silent:
            raise JudgingFailed(f"no answer within {_ANSWERS_WITHIN:.0f} s") from silent
        except (OSError, ValueError) as error:
            raise JudgingFailed(str(error)) from error
        if not line.endswith(b"\n"):
            raise JudgingFailed("it ended")
        try:
            return turns_in(json.loads(line))
        except (ValueError, TypeError, LookupError) as error:
            raise JudgingFailed(f"it answered {line[:80]!r}") from error

    async def close(self) -> None:
        """End it."""
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        await self._process.wait()
