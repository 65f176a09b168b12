"""The service that compares the rooms of finished matches and judges their luck.

Rooms are compared when somebody asks for a match's luck; matches are judged one after another while
play goes on. Nothing is computed before all of a match is public (ruling 12), so what is returned
has only what the public knows at that time.

If the judging process fails, another one is started and judges the match again, at most ATTEMPTS
times. After that the match is not judged until the server restarts or the match has other throws.
The failure is shown to those who run the hall.
"""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from traceback import format_exception
from typing import Protocol

import structlog

from players.gnubg_nets import ENGINE, PLIES, NetsUnavailable, nets_installed, nets_version
from rules.identities import MatchId
from rules.luck.chances import Throw
from rules.text import N_
from server.hall import Hall
from server.live.hub import LiveHub
from server.settings import Settings
from server.store.event_log.contract import LogUnavailable
from server.values.scored_match import AnyProtocol
from server.values.stored_events import match_stream
from server.views.printable import AddedFacts, AddedTables, FormContext, FormSource
from server.words.languages import SOURCE_LANGUAGE
from server.words.translation import words_for
from yalta_extras.analysis.compared_rooms import ComparedRooms, Place
from yalta_extras.analysis.comparisons import Comparison, Comparisons, remember
from yalta_extras.analysis.fork_book import ForkBook, ForkTally, fork_tallies
from yalta_extras.analysis.judged import (
    JudgedMatch,
    JudgedTurn,
    JudgingFailed,
    JudgingProcess,
    NotJudged,
    read,
    written,
)
from yalta_extras.analysis.luck_files import LuckFiles
from yalta_extras.analysis.luck_sums import JudgingProgress, JudgingStep, LuckKnown
from yalta_extras.analysis.luck_tables import luck_tables

log = structlog.get_logger()
ATTEMPTS = 2
_NOT_WORKED_OUT = N_(
    "The luck of match %(number)s could not be worked out. Results are not affected and play goes "
    "on. Please report this to the person who maintains the server: %(error)s"
)


def luck_folder(settings: Settings) -> Path:
    """Return the folder with the luck of finished matches.

    The folder can be deleted: the luck is then judged again.
    """
    return settings.data_folder / "luck"


class Judging(Protocol):
    """A process that judges games, such as JudgingProcess. Do not use it after JudgingFailed."""

    async def judged(self, throws: Sequence[Throw]) -> tuple[JudgedTurn, ...]:
        """Return the judgements of a game's throws, in order; raise JudgingFailed if impossible."""

    async def close(self) -> None:
        """End the process."""


@dataclass(frozen=True, slots=True)
class LuckFacts(AddedFacts):
    """The facts for forms: the luck of finished matches, and everybody's fork tallies.

    `lucks` is what is known of the luck, `forks` are the tallies of all judged matches, both keyed
    by match. A judged match can have been resumed, so whoever uses its tallies must check that it
    is still over.
    """

    lucks: Mapping[MatchId, LuckKnown]
    forks: Mapping[MatchId, Sequence[ForkTally]]

    def as_digested(self) -> "LuckFacts":
        """Return the facts for making digests, without the progress of judging."""
        return replace(
            self, lucks={each: known.as_digested() for each, known in self.lucks.items()}
        )

    def behind_protocol(self, context: FormContext, scored: AnyProtocol) -> AddedTables | None:
        """Return the grids of the match's luck, to be printed below its protocol.

        Return None if the match is not over, is played at one table or has no recorded positions.
        """
        known = self.lucks.get(context.match)
        return self.tables(context, scored) if known and known.has_positions else None

    def tables(self, context: FormContext, scored: AnyProtocol) -> AddedTables | None:
        """Return the grids of the match's luck, with a note if it has no recorded positions.

        Return None if the match is not over, or is played at one table.
        """
        known, record = self.lucks.get(context.match), context.hall.match(context.match).record
        if known is None:
            return None
        words = words_for(SOURCE_LANGUAGE) if context.for_programs else context.words
        names = context.hall.names(None if context.for_programs else words.code)
        made = luck_tables(known, record, scored, names, words)
        return AddedTables(made.tables, made.printed_notes)


class MatchLuck(FormSource):
    """The service that compares and judges each match of a hall once all of the match is public.

    `hub` knows what is public. Whoever makes the service must `run` it. Judgements are stored in
    `folder`, fork tallies in `forks`. `installed` returns True if there is an engine on this
    machine, `start` starts a judging process, `version` returns the engine's version.
    """

    name = "luck of matches"

    def __init__(
        self,
        hall: Hall,
        hub: LiveHub,
        folder: Path,
        installed: Callable[[], bool] = nets_installed,
        start: Callable[[], Awaitable[Judging]] = JudgingProcess.start,
        version: Callable[[], str] = nets_version,
    ) -> None:
        self._hall, self._hub, self._files = hall, hub, LuckFiles(folder)
        self._installed, self._start, self._version = installed, start, version
        self.forks = ForkBook(hall.fork_tallies)
        self._comparisons = Comparisons(hall, hub)
        self._judged = OrderedDict[MatchId, JudgedMatch]()
        self._asked: dict[MatchId, JudgingProgress] = {}
        self._failed: dict[MatchId, str] = {}
        self._changed = set[MatchId]()
        self._news = asyncio.Event()
        self._process: Judging | None = None
        hub.listeners.append(self._more_public)

    async def known(self, match_id: MatchId) -> LuckKnown | None:
        """Return what is known of a match's luck; if it has not been judged, ask for its judging.

        The match has to be in memory. Return None if it is not over for everybody, is played at one
        table or cannot be compared.
        """
        try:
            compared = await self._comparisons.of(match_id)
        except Exception as fault:  # an error must not take down the match's page
            _note_fault("luck_not_compared", match_id, fault)
            self._fails(match_id, repr(fault))
            return None
        if compared is None or compared.rooms is None:
            return None
        judged = await self._kept(match_id, compared)
        if await self._is_to_do(match_id, compared, judged):
            self.ask(match_id)
        return self._luck_known(match_id, compared, judged)

    async def facts(self, matches: Collection[MatchId]) -> LuckFacts:
        """Return what is known of these matches' luck, and all fork tallies; judge nothing now."""
        found = {each: await self.known(each) for each in matches}
        lucks = {match_id: each for match_id, each in found.items() if each is not None}
        return LuckFacts(lucks, await self.forks.every())

    async def facts_worked_out(
        self, matches: Collection[MatchId], first: Collection[MatchId]
    ) -> LuckFacts:
        """Judge the matches of `first`, then return the facts about `matches`.

        Other matches that still wait to be judged are left out.
        """
        lucks = dict[MatchId, LuckKnown]()
        for match_id in matches:
            known = await self.known(match_id)
            if known is not None and match_id in first:
                await self.judge_asked()
                known = await self.known(match_id)
            if known is not None and (match_id in first or not known.coming):
                lucks[match_id] = known
        return LuckFacts(lucks, await self.forks.every())

    def known_at_once(self, match_id: MatchId) -> LuckKnown | None:
        """Return what is known in memory of a match's luck, without waiting or asking for judging.

        Return None if the rooms have not been compared since the match's latest event, or if the
        match is played at one table.
        """
        compared = self._comparisons.at_once(match_id)
        if compared is None:
            return None
        judged = self._judged.get(match_id)
        if compared.rooms is None:
            return None
        of_these = judged is not None and judged.throws == compared.digest
        return self._luck_known(match_id, compared, judged if of_these else None)

    def progress(self, match_id: MatchId) -> JudgingProgress | None:
        """Return the progress of judging a match.

        Return None if nobody asked for the match to be judged, or if its judging has ended.
        """
        known = self._asked.get(match_id)
        if known is None or known.step is not JudgingStep.WAITING:
            return known
        return replace(known, before=[*self._asked].index(match_id))

    def ask(self, match_id: MatchId, *, first: bool = False) -> None:
        """Add a match to those to be judged, before all others if `first` is True.

        Does nothing if the match is waiting already. If judging the same throws failed before, it
        is not tried again.
        """
        if match_id not in self._asked:
            waiting = JudgingProgress(JudgingStep.WAITING)
            self._asked = (
                {match_id: waiting, **self._asked} if first else {**self._asked, match_id: waiting}
            )
            self._news.set()

    def forget(self) -> None:
        """Delete all judgements, but no fork tallies.

        Raises OSError if a file cannot be deleted.
        """
        self._judged.clear()
        self._failed.clear()
        self._files.clear()

    async def run(self) -> None:
        """Judge the matches that are asked for. Runs until it is cancelled."""
        try:
            while True:
                await self._news.wait()
                self._news.clear()
                await self.judge_asked()
        finally:
            await self._let_go()

    async def judge_asked(self) -> None:
        """Judge all matches that have been asked for, then end the judging process."""
        while (match_id := self._next()) is not None:
            await self._judge(match_id)
        await self._let_go()

    def _more_public(self, match_id: MatchId) -> None:
        if not self._hub.is_over(match_id) and match_id not in self.forks:
            return
        progress = self._asked.get(match_id)
        if progress is not None and progress.step is JudgingStep.RUNNING:
            self._changed.add(match_id)
        self.ask(match_id, first=True)

    def _next(self) -> MatchId | None:
        return next(iter(self._asked), None)

    async def _judge(self, match_id: MatchId) -> None:
        """Judge a match, and update its open pages if all of it is public.

        If all attempts fail, the match is not tried again with the same throws. Errors are logged
        and never raised, so that one match cannot stop the judging of others.
        """
        why = ""
        for _ in range(ATTEMPTS):
            try:
                await self._bring_up(match_id)
                why = ""
                break
            except (JudgingFailed, NetsUnavailable, LogUnavailable, OSError) as error:
                log.warning("luck_not_judged", match=str(match_id), why=str(error))
                why = str(error)
            except Exception as fault:  # some error of this match, of any kind
                _note_fault("luck_not_judged", match_id, fault)
                why = repr(fault)
            await self._let_go()
        self._end(match_id, why)

    def _fails(self, match_id: MatchId, why: str) -> None:
        """Report to those who run the hall that a match could not be judged; `why` is the error."""
        stream = match_stream(match_id)
        self._hall.subscriptions.fails(self.name, stream, why, _NOT_WORKED_OUT)

    def _end(self, match_id: MatchId, why: str) -> None:
        """Note that the judging of a match has ended; `why` says what failed, empty for nothing."""
        self._asked.pop(match_id, None)
        compared = self._comparisons.last(match_id)
        if not why:
            self._hall.subscriptions.works(self.name, match_stream(match_id))
        else:
            self._fails(match_id, why)
            if compared is not None:
                self._failed[match_id] = compared.digest
        if self._hub.is_over(match_id):
            self._hub.parts_changed(match_id)
        if match_id in self._changed:
            self._changed.discard(match_id)
            self.ask(match_id)

    async def _bring_up(self, match_id: MatchId) -> None:
        """Judge the match in its present state, if necessary, and store its fork tallies.

        If judging the same throws failed before, it is not tried again. If the match is no longer
        over, its tallies are deleted.
        """
        async with self._hall.registry.in_memory(match_id):
            compared = await self._comparisons.of(match_id)
            record = None if compared is None else self._hall.match(match_id).record
            judged = None if compared is None else await self._kept(match_id, compared)
        if compared is None or record is None:
            await self.forks.forget(match_id)
        elif compared.rooms is not None:
            if judged is None and await self._is_to_do(match_id, compared, judged):
                judged = await self._judge_games(match_id, compared, compared.rooms)
            if judged is not None:
                tallies = fork_tallies(record, compared.rooms, judged)
                await self.forks.keep(match_id, judged, tallies)

    async def _judge_games(
        self, match_id: MatchId, compared: Comparison, rooms: ComparedRooms
    ) -> JudgedMatch:
        throws, begun = rooms.throws, monotonic()
        games = dict[Place, tuple[JudgedTurn, ...]]()
        for place, thrown in throws.items():
            self._asked[match_id] = JudgingProgress(JudgingStep.RUNNING, len(games), len(throws))
            self._process = self._process or await self._start()
            games[place] = await self._process.judged(thrown)
        judged = JudgedMatch(compared.digest, ENGINE, self._version(), PLIES, games)
        remember(self._judged, match_id, judged)
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
        return judged

    async def _is_to_do(
        self, match_id: MatchId, compared: Comparison, judged: JudgedMatch | None
    ) -> bool:
        """Return True if the match has to be judged, or its fork tallies have to be made.

        `judged` is the stored judgement of the compared throws, None if there is none.
        """
        if judged is not None:
            return not await self.forks.has(match_id, judged)
        assert compared.rooms is not None
        tried = self._failed.get(match_id) == compared.digest
        return bool(compared.rooms.throws) and self._installed() and not tried

    def _luck_known(
        self, match_id: MatchId, compared: Comparison, judged: JudgedMatch | None
    ) -> LuckKnown:
        assert compared.rooms is not None
        progress, installed = None, self._installed()
        if judged is None and compared.rooms.throws and installed:
            failed = self._failed.get(match_id) == compared.digest
            progress = JudgingProgress(JudgingStep.FAILED) if failed else self.progress(match_id)
        return LuckKnown(compared.rooms, judged, progress, installed)

    async def _kept(self, match_id: MatchId, compared: Comparison) -> JudgedMatch | None:
        """Return the stored judgement of exactly the compared throws, None if there is none."""
        judged = self._judged.get(match_id)
        if judged is None and compared.rooms is not None and compared.rooms.throws:
            text = await asyncio.to_thread(self._files.text, match_id)
            with contextlib.suppress(NotJudged):
                judged = None if text is None else read(text)
        if judged is None or judged.throws != compared.digest:
            return None
        remember(self._judged, match_id, judged)
        return judged

    async def _let_go(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            try:
                await process.close()
            except Exception:  # the next one is another process
                log.exception("judging_process_not_ended")


@contextlib.asynccontextmanager
async def luck_of_matches(folder: Path, hall: Hall, hub: LiveHub) -> AsyncIterator[MatchLuck]:
    """Run the service for a hall's matches while the `with` block runs.

    Judgements are stored in the folder.
    """
    luck = MatchLuck(hall, hub, folder)
    working = asyncio.create_task(luck.run())
    try:
        yield luck
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)


def _note_fault(what: str, match_id: MatchId, fault: Exception) -> None:
    """Log an error with its traceback, but without variables, such as all throws of a match."""
    at = "".join(format_exception(fault))
    log.error(what, match=str(match_id), why=repr(fault), at=at)
