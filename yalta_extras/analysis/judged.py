"""An engine's judgements of turns, their JSON in files and pipes, and the process that judges."""

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
"""The version of the format of a match's file, and of what is judged.

A match whose file has another version is judged again.
"""


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """An engine's judgement of a throw and its play.

    `side` and `turn` name the turn; `cube` is the value of the cube in force. `luck_imp` and
    `luck_points` are the luck of the throw, positive if it was lucky for the thrower. `lost_imp`
    and `lost_points` are the cost of the play, None if the roll was not played; `lost_points` is
    multiplied by the cube. `forced` is True if every legal play led to the same position.
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
    """The judged games of a match, keyed by game and room, and the engine that judged them.

    `throws` is the digest of all throws that were judged. `version` is that of the engine, `plies`
    how many plies it looked ahead.
    """

    throws: str
    engine: str
    version: str
    plies: int
    games: Mapping[Place, tuple[JudgedTurn, ...]]


class NotJudged(ValueError):
    """A text is not a judgement in the format of this VERSION."""


def digest_of_throws(throws: Mapping[Place, Sequence[Throw]]) -> str:
    """Return a digest of all throws of a match, with the positions before and after each throw."""
    rows = [
        [game, room.value, throw_rows(throws[game, room])]
        for game, room in sorted(throws, key=lambda place: (place[0], place[1].value))
    ]
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()


def throw_rows(throws: Iterable[Throw]) -> list[list[Any]]:
    """Return throws as lists, to be written as JSON for the judging process."""
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
    """Return the throws from lists that `throw_rows` made."""
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
    """Return judged turns as lists, to be written as JSON."""
    return [[turn.side.value, *astuple(turn)[1:]] for turn in turns]


def turns_in(rows: Iterable[Sequence[Any]]) -> tuple[JudgedTurn, ...]:
    """Return the judged turns from lists that `turn_rows` made."""
    return tuple(JudgedTurn(Side(side), *figures) for side, *figures in rows)


def written(judged: JudgedMatch) -> str:
    """Return a match's judgement as the JSON text that `read` reads."""
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
    """Return a match's judgement from the JSON text that `written` returns.

    Raises NotJudged if the text is something else, or has another VERSION.
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
"""The seconds within which the process must have judged a game (our choice).

An idle machine needs a tenth of a second. In a full hall the process only gets the processor time
that play leaves.
"""


class JudgingFailed(Exception):
    """The judging process has ended, or gave no legible answer in time. Do not use it again."""


class JudgingProcess:
    """A child process that judges games with an engine; whoever starts it has to `close` it.

    The process has a session of its own, so that Ctrl-C in the terminal reaches only its parent.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, module: str = "yalta_extras.analysis.judging_worker") -> Self:
        """Start the process with that module as its program.

        Raises JudgingFailed if it cannot be started.
        """
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
        """Return the engine's judgements of a game's throws, in order.

        Raises JudgingFailed if the process ends or gives no legible answer in time.
        """
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
