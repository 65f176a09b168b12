"""The luck of matches that are over: compared at once, judged one after another beside play.

Nothing is made of a match before all of it is public (ruling 12): whoever asks is answered as of
what the public knows. A process that fails is replaced, and the match judged anew, ATTEMPTS times
in all; what fails then is left so until the server starts again.
"""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from time import monotonic
from typing import Protocol, TypeVar

import structlog

from players.gnubg_nets import ENGINE, PLIES, NetsUnavailable, nets_installed, nets_version
from rules import events as ev
from rules.errors import MatchRefused
from rules.identities import MatchId
from rules.luck.throws import Throw
from server.hall import Hall
from server.live.hub import LiveHub
from server.luck.compared_rooms import ComparedRooms, Place, compared_rooms
from server.luck.judged import (
    JudgedMatch,
    JudgedTurn,
    NotJudged,
    digest_of_throws,
    read,
    written,
)
from server.luck.judging_process import JudgingFailed, JudgingProcess
from server.matches.match_record import MatchRecord
from server.store.event_log.contract import LogUnavailable
from server.store.luck_files import LuckFiles

log = structlog.get_logger()
ATTEMPTS = 2
_Value = TypeVar("_Value")
_REMEMBERED = 64
"""Matches of which comparison and judgement stay in memory: those asked for last."""


class Step(Enum):
    """How far the judging of a match has come."""

    WAITING = "waiting"
    RUNNING = "running"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far it has come: `done` of `games` while it runs, so many `before` it while it waits."""

    step: Step
    done: int = 0
    games: int = 0
    before: int = 0


@dataclass(frozen=True, slots=True)
class LuckKnown:
    """What is known of a match that is over.

    `judged` is None until an engine has judged it; `progress` then says how far that is, None where
    nothing is to be judged or no engine is `installed`.
    """

    compared: ComparedRooms
    judged: JudgedMatch | None
    progress: Progress | None
    installed: bool


class Judging(Protocol):
    """A process that judges games; of no use any more once it has raised JudgingFailed."""

    async def judged(self, throws: Sequence[Throw]) -> tuple[JudgedTurn, ...]:
        """A game's judged turns."""

    async def close(self) -> None:
        """End it."""


@dataclass(frozen=True, slots=True)
class _Compared:
    """A match as it was compared when its stream had that length."""

    sequence: int
    rooms: ComparedRooms | None
    digest: str


class MatchLuck:
    """Compares and judges matches of a hall as far as `hub` lets the public know them; `run` it.

    What was judged is kept in `folder`. `installed` says whether there is an engine, `start` starts
    its process.
    """

    def __init__(
        self,
        hall: Hall,
        hub: LiveHub,
        folder: Path,
        installed: Callable[[], bool] = nets_installed,
        start: Callable[[], Awaitable[Judging]] = JudgingProcess.start,
    ) -> None:
        self._hall, self._hub, self._files = hall, hub, LuckFiles(folder)
        self._installed, self._start = installed, start
        self._compared = OrderedDict[MatchId, _Compared]()
        self._judged = OrderedDict[MatchId, JudgedMatch]()
        self._asked: dict[MatchId, Progress] = {}
        self._news, self._comparing = asyncio.Event(), asyncio.Lock()
        self._process: Judging | None = None
        hub.listeners.append(self._more_public)

    async def known(self, match_id: MatchId) -> LuckKnown | None:
        """What is known of a match that is in memory, or `held`; asks for what is not judged yet.

        None of a match that is not over for everybody, and of one at one table.
        """
        compared = await self._compare(match_id)
        if compared is None or compared.rooms is None:
            return None
        judged = await self._kept(match_id, compared)
        installed = self._installed()
        if judged is None and compared.rooms.throws and installed:
            self.ask(match_id)
        return LuckKnown(compared.rooms, judged, self.progress(match_id), installed)

    def progress(self, match_id: MatchId) -> Progress | None:
        """How far judging has come, None where none was asked for or it is done."""
        known = self._asked.get(match_id)
        if known is None or known.step is not Step.WAITING:
            return known
        going = [each for each, of in self._asked.items() if of.step is not Step.FAILED]
        return replace(known, before=going.index(match_id))

    def ask(self, match_id: MatchId, *, first: bool = False) -> None:
        """Have a match judged, if that has not been tried in vain; `first`: before all others."""
        if match_id not in self._asked:
            waiting = Progress(Step.WAITING)
            self._asked = (
                {match_id: waiting, **self._asked} if first else {**self._asked, match_id: waiting}
            )
            self._news.set()

    def forget(self) -> None:
        """Let go of all that was judged; raises OSError."""
        self._judged.clear()
        self._files.clear()

    async def run(self) -> None:
        """Judge whatever is asked for, until it is cancelled."""
        try:
            while True:
                await self._news.wait()
                self._news.clear()
                await self.judge_asked()
        finally:
            await self._let_go()

    async def judge_asked(self) -> None:
        """Judge what has been asked for, and let go of the process that did."""
        while (match_id := self._next()) is not None:
            await self._judge(match_id)
        await self._let_go()

    def _more_public(self, match_id: MatchId) -> None:
        if self._hub.is_over(match_id) and self._installed():
            known = self._asked.get(match_id)
            if known is not None and known.step is Step.FAILED:
                del self._asked[match_id]
            self.ask(match_id, first=True)

    def _next(self) -> MatchId | None:
        waiting = (each for each, of in self._asked.items() if of.step is Step.WAITING)
        return next(waiting, None)

    async def _judge(self, match_id: MatchId) -> None:
        """Judge a match once all of it is public; what fails for good is remembered as that."""
        for _ in range(ATTEMPTS):
            try:
                async with self._hall.registry.held(match_id):
                    compared = await self._compare(match_id)
                    kept = None if compared is None else await self._kept(match_id, compared)
                if compared is not None and compared.rooms is not None and kept is None:
                    await self._judge_games(match_id, compared)
                del self._asked[match_id]
                return
            except (JudgingFailed, NetsUnavailable, LogUnavailable, OSError) as error:
                log.warning("luck_not_judged", match=str(match_id), why=str(error))
                await self._let_go()
        self._asked[match_id] = Progress(Step.FAILED)

    async def _judge_games(self, match_id: MatchId, compared: _Compared) -> None:
        assert compared.rooms is not None
        throws, begun = compared.rooms.throws, monotonic()
        games = dict[Place, tuple[JudgedTurn, ...]]()
        for place, thrown in throws.items():
            self._asked[match_id] = Progress(Step.RUNNING, len(games), len(throws))
            self._process = self._process or await self._start()
            games[place] = await self._process.judged(thrown)
        judged = JudgedMatch(compared.digest, ENGINE, nets_version(), PLIES, games)
        _remember(self._judged, match_id, judged)
        try:
            await asyncio.to_thread(self._files.keep, match_id, written(judged))
        except OSError as error:
            log.warning("luck_not_kept", match=str(match_id), why=str(error))
        log.info(
            "luck_judged",
            match=str(match_id),
            engine=judged.engine,
            version=judged.version,
            plies=judged.plies,
            games=len(games),
            seconds=round(monotonic() - begun, 1),
        )

    async def _compare(self, match_id: MatchId) -> _Compared | None:
        """The match's rooms; None of one that is not in memory or not over for everybody."""
        try:
            process = self._hall.match(match_id)
        except MatchRefused:
            return None
        if not self._hub.is_over(match_id):
            return None
        async with self._comparing:
            known = self._compared.get(match_id)
            if known is None or known.sequence != process.sequence:
                record, history = process.record, tuple(process.history)
                known = await asyncio.to_thread(_compared, process.sequence, record, history)
            _remember(self._compared, match_id, known)
        return known

    async def _kept(self, match_id: MatchId, compared: _Compared) -> JudgedMatch | None:
        """What was judged of these very throws."""
        judged = self._judged.get(match_id)
        if judged is None and compared.rooms is not None and compared.rooms.throws:
            text = await asyncio.to_thread(self._files.text, match_id)
            with contextlib.suppress(NotJudged):
                judged = None if text is None else read(text)
        if judged is None or judged.throws != compared.digest:
            return None
        _remember(self._judged, match_id, judged)
        return judged

    async def _let_go(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            await process.close()


def _compared(sequence: int, record: MatchRecord, history: Sequence[ev.Event]) -> _Compared:
    rooms = compared_rooms(record, history)
    return _Compared(sequence, rooms, digest_of_throws(rooms.throws) if rooms else "")


def _remember(known: OrderedDict[MatchId, _Value], match_id: MatchId, value: _Value) -> None:
    known[match_id] = value
    known.move_to_end(match_id)
    if len(known) > _REMEMBERED:
        known.popitem(last=False)
