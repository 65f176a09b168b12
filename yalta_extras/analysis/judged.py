"""An engine's judgements of turns, their form in files and pipes, and the process that judges."""

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
"""The version of the file format and of what is judged.

A match whose file has another version is judged again.
"""


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """An engine's judgement of a throw and its play.

    `luck_imp` and `luck_points` are positive if the throw was lucky for the thrower. `lost_imp` and
    `lost_points` are the cost of the play, None if the roll was not played; `lost_points` is
    multiplied by the cube. `cube` is the value of the cube in force. `forced` is True if every
    legal play led to the same position.
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
        """The cost of the play in points at cube 1, None if the roll was not played."""
        return None if self.lost_points is None else self.lost_points / self.cube


@dataclass(frozen=True, slots=True)
class JudgedMatch:
    """The judged games of a match by game and room, and the engine that judged them.

    `throws` is the digest of all throws that were judged.
    """

    throws: str
    engine: str
    version: str
    plies: int
    games: Mapping[Place, tuple[JudgedTurn, ...]]


class NotJudged(ValueError):
    """A text is not a judgement that this version has written."""


def digest_of_throws(throws: Mapping[Place, Sequence[Throw]]) -> str:
    """Return a digest of all throws of a match, with the positions before and after each throw."""
    rows = [
        [game, room.value, throw_rows(throws[game, room])]
        for game, room in sorted(throws, key=lambda place: (place[0], place[1].value))
    ]
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()


def throw_rows(throws: Iterable[Throw]) -> list[list[Any]]:
    """Return throws as lists for JSON."""
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
    """Return the throws of lists made by `throw_rows`."""
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
    """Return judged turns as lists for JSON."""
    return [[turn.side.value, *astuple(turn)[1:]] for turn in turns]


def turns_in(rows: Iterable[Sequence[Any]]) -> tuple[JudgedTurn, ...]:
    """Return the judged turns of lists made by `turn_rows`."""
    return tuple(JudgedTurn(Side(side), *figures) for side, *figures in rows)


def written(judged: JudgedMatch) -> str:
    """Return a judgement as JSON, which `read` can read."""
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
    """Read a judgement from the JSON that `written` returns.

    Raises NotJudged if the text is something else, or has another version.
    """
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
"""The seconds within which a game must be judged.

An idle machine needs a tenth of a second. In a full hall the process only gets the processor time
that play leaves.
"""


class JudgingFailed(Exception):
    """The process has ended, or gave no legible answer in time. It must not be used again."""


class JudgingProcess:
    """A child process that judges games; its owner has to `close` it.

    The process has a session of its own, so that Ctrl-C reaches only its parent.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, module: str = "yalta_extras.analysis.judging_worker") -> Self:
        """Start the process; raises JudgingFailed if it cannot be started."""
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
        """Return a game's turns as the engine judges them; raises JudgingFailed if it cannot."""
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
        """Kill the process and wait for its end."""
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        await self._process.wait()
