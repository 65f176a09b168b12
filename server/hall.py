"""All parts of a running server, put together: tournaments, matches, boards."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import structlog
from babel.dates import format_timedelta

from rules import commands as cmd
from rules.directing.finality import NOT_POSTED, MatchFinality
from rules.events import Embargo, Refusal
from rules.formats.format import PointOutcome
from rules.identities import MatchAddress, MatchId, PersonId, TournamentId, TournamentName
from server.access import SERVER, Actor, Machine, MatchPlayers, Sight, Visitor, sight
from server.archive.ledger_check import LedgerWatch
from server.boards.assignments import BoardAssignments, FreeBoard, free_boards
from server.boards.connections import BoardConnections
from server.commands.handlers import CommandHandlers
from server.commands.seating import Seating
from server.engine.adjudications import Adjudications
from server.matches.finished_match import LastRooms
from server.matches.line_ups import PersonFacts, match_players
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord
from server.matches.registry import MatchRegistry
from server.matches.result_steps import ResultStepsBook
from server.matches.watching import log_watching
from server.people.accounts_process import AccountsProcess
from server.people.book import PersonBook
from server.steady_clock import REPORTED_FROM, SteadyClock
from server.store.database_file import DatabaseRefused
from server.store.event_log.contract import LogUnavailable
from server.store.event_log.subscriptions import Subscriptions
from server.store.records import Records
from server.store.storage_state import Database
from server.tournaments.finished_matches import FinishedMatchWriter, GameTimes, take_up_finished
from server.tournaments.given import MatchFacts
from server.tournaments.outcomes import OutcomeBook, PointOutcomes
from server.tournaments.tournament_finality import finality_of, match_finality
from server.tournaments.tournaments import Tournaments, new_tournament_id
from server.values.naming import Names
from server.values.stored_events import match_of, match_stream
from server.words.languages import SOURCE_LANGUAGE

log = structlog.get_logger()
_KEPT_AT_ONCE = 64
"""The number of finished matches whose summaries are stored together at the start."""
_TeamPlayers = tuple[tuple[Mapping[Any, object], ...], frozenset[PersonId]]
"""A cached result with its sources.

The sources are the merged persons and the teams; the result is the set of the teams' players.
"""


def _log_progress(done: int, of: int) -> None:
    log.info("matches_taken_up", done=done, of=of)


class ClockDoubted(DatabaseRefused):
    """The machine's clock was ahead when the server last ran, and no operator has confirmed it."""

    def __init__(self, now: datetime, ahead: timedelta) -> None:
        super().__init__(
            f"the machine's clock says {now.astimezone():%Y-%m-%d %H:%M}; when the server last ran"
            f" it had been set {format_timedelta(ahead, locale=SOURCE_LANGUAGE)} ahead. Operator:"
            " set it; if it is right now start once with YALTA_CLOCK_IS_RIGHT=1: deadlines that"
            " have passed by it are then over"
        )


class Hall:
    """All parts of a running server: call `open` first and `close` last.

    `records` stay open as long as the hall does; when they accept events again after a failure, the
    work that was put off is done. `persons` is the book of all persons, `accounts` the process that
    owns accounts, links and board keys. `now` returns the time in UTC. `draw_id` returns ids for
    new tournaments. Add subscribers to `subscriptions` before the hall is opened.
    """

    _noting_clock: asyncio.Task[None] | None = None

    def __init__(
        self,
        records: Records,
        persons: PersonBook,
        accounts: AccountsProcess,
        now: Callable[[], datetime],
        draw_id: Callable[[], TournamentId] = new_tournament_id,
    ) -> None:
        event_log, kept = records.event_log, records.kept
        self.backup, self.storage = records.backup, records.storage
        self.storage.listeners.append(self._storage_changed)
        self.persons = persons
        self.board_keys, self.pbem_records = kept.board_keys, kept.mail
        self.form_prints = kept.form_prints
        self.fork_tallies, self.double_votes = kept.fork_tallies, kept.double_votes
        self.subscriptions = Subscriptions(event_log)
        self.registry = MatchRegistry(
            event_log,
            self.subscriptions,
            now,
            self.person_facts,
            self._why_no_game,
            lambda: self.tournaments.held,
        )
        self.outcomes = OutcomeBook(self.registry)
        self.point_outcomes = PointOutcomes(self.registry)
        self.result_steps = ResultStepsBook(self.registry)
        self.now = now
        self.game_times = GameTimes(self.registry)
        self.tournaments = Tournaments(
            event_log, self.registry, self.subscriptions, draw_id, self._match_facts, now
        )
        self.boards = BoardConnections(event_log, self.board_keys, self.registry.matches, now)
        self.registry.let_go_of.append(self.boards.forget)
        self._last_rooms, self._finished = LastRooms(), kept.finished
        self.finished_writer = FinishedMatchWriter(self.registry, kept.finished, self._last_rooms)
        self.ledger_watch = LedgerWatch(self.registry, event_log.ledger)
        self.subscriptions.add(self._last_rooms)
        self.subscriptions.add(self.finished_writer)
        assignments = BoardAssignments(
            self.registry, self.boards.reseat, self.players, self._last_rooms
        )
        self.seating = Seating(self.registry, accounts, assignments, self.players)
        self.subscriptions.add(self.seating.endings)
        self.commands = CommandHandlers(
            self.registry,
            self.tournaments,
            assignments,
            self.boards,
            accounts,
            self.players,
        )
        self.adjudications = Adjudications(self.tournaments.processes)
        self.subscriptions.add(self.adjudications)
        self._known_team_players: _TeamPlayers | None = None
        self._log = event_log

    async def open(self, progress: Callable[[int, int], None] = _log_progress) -> None:
        """Load every match that is not finished from its log, and finish what a stop interrupted.

        A match whose log is damaged is skipped, and so are the matches of a tournament whose log is
        damaged. A finished match without a stored summary gets a summary from its log. `progress`
        is called now and then with the number of logs read and the number of logs to read. Raises
        StreamDamaged if the hall's own stream is damaged, or the stream of the only tournament.
        """
        await self.boards.open()
        heads = await self._log.heads()
        await self.tournaments.open(heads)
        own = {each: head for each, head in heads.items() if self._is_of_a_tournament(each)}
        others = await take_up_finished(self.registry, self._finished, self._last_rooms, own)
        for done, match_id in enumerate(others, 1):
            await self.registry.open(match_id, heads[match_stream(match_id)])
            if self.finished_writer.waiting >= _KEPT_AT_ONCE:
                await self.finished_writer.write()
                progress(done, len(others))
        await self.finished_writer.write()
        await self._settle()
        await self.seating.endings.open()
        if others:
            progress(len(others), len(others))

    async def take_clock(self, clock: SteadyClock, *, is_right: bool) -> None:
        """Use `clock` from now on.

        Store an event whenever the machine's clock deviates or is right again. `is_right` is the
        operator's word that the machine's clock is right, although it was ahead when the server
        last ran. Raises ClockDoubted if it was ahead then and `is_right` is False.
        """
        if self.tournaments.clock_off >= REPORTED_FROM:
            if not is_right:
                await self.close()
                raise ClockDoubted(clock(), self.tournaments.clock_off)
            await self._note_clock(timedelta(0))
        loop = asyncio.get_running_loop()

        def note(off: timedelta) -> None:
            self._noting_clock = loop.create_task(self._note_clock(off))

        def changed(off: timedelta) -> None:
            loop.call_soon_threadsafe(note, off)

        clock.changed = changed

    async def _note_clock(self, off: timedelta) -> None:
        by_ms = round(off.total_seconds() * 1000)
        try:
            await self.tournaments.handle(cmd.NoteClock(by_ms), SERVER)
        except LogUnavailable as unavailable:  # the alarm is shown all the same
            log.warning("clock_not_noted", why=str(unavailable))
        self.storage.announce()

    def _is_of_a_tournament(self, stream: str) -> bool:
        """Return True if the stream is that of a match in a tournament that was loaded."""
        match_id = match_of(stream)
        return match_id is not None and match_id.tournament in self.tournaments.processes

    async def _settle(self) -> None:
        """Set up the matches of published rounds and apply the hall's holds, as after a restart."""
        await self.commands.bring_holds()
        for tournament in self.tournaments.processes:
            try:
                await self.commands.settle(tournament)
            except LogUnavailable as unavailable:  # the next command to the tournament tries again
                log.warning("rounds_not_settled", why=str(unavailable))

    def _match_facts(self, tournament: TournamentId) -> MatchFacts:
        in_play = [each for each in self.registry.in_play() if each.tournament == tournament]
        return MatchFacts(
            self.outcomes.of(tournament),
            self.outcomes.begun(tournament),
            self.outcomes.games_begun(tournament),
            {match_id.number: self.players(match_id) for match_id in in_play},
            self.finality(tournament),
            self.now(),
            self.to_points(tournament),
            self.persons.merged,
        )

    def to_points(self, tournament: TournamentId) -> dict[int, PointOutcome]:
        """Return the outcome of each match to points in the tournament, by match number.

        Matches to points are those at one table. Matches that were played elsewhere and reported
        are included.
        """
        reported = self.tournaments.processes[tournament].state.reported
        return {**self.point_outcomes.of(tournament), **reported}

    def finality_of(self, match_id: MatchId) -> MatchFinality:
        """Return how final the match's results are (ruling 32).

        Return NOT_POSTED if the match does not count.
        """
        process, number = self.tournaments.of(match_id), match_id.number
        if not process.state.counts(number):
            return NOT_POSTED
        steps = self.result_steps.of_match(match_id)
        return finality_of(number, process.state, process.times, steps, self.now())

    def finality(self, tournament: TournamentId) -> dict[int, MatchFinality]:
        """Return how final each finished match of the event's rounds is, by number (ruling 32)."""
        process = self.tournaments.processes[tournament]
        steps = self.result_steps.of(tournament)
        return match_finality(process.state, process.times, steps, self.now())

    @property
    def matches(self) -> Mapping[MatchId, MatchProcess]:
        """The matches in memory, by id: those in play, and finished matches that were asked for."""
        return self.registry.matches

    def match(self, match_id: MatchId) -> MatchProcess:
        """Return the match with the id; raises MatchRefused if it is unknown."""
        return self.registry.match(match_id)

    def _storage_changed(self) -> None:
        if self.storage.stores(Database.EVENT_LOG):
            self.registry.resume()
            self.boards.resume()

    def free_boards(self) -> tuple[FreeBoard, ...]:
        """Return the connected boards that are not at a table of a match in play."""
        return free_boards(self.boards, self._last_rooms)

    def names(self, language: str | None = None, *, in_full: bool = False) -> Names:
        """Return the names of persons and tournaments in a language.

        Hidden persons are shown by initials unless `in_full` is True.
        """
        names = self.persons.names(language, in_full=in_full)
        return replace(names, tournaments=dict(self.tournaments.names))

    def _why_no_game(self, record: MatchRecord, actor: Actor) -> Refusal | None:
        """Return why no game may begin at the match's tables, or None if one may.

        The reason is that the latest start has passed, or that a board's battery is low.
        """
        process = self.tournaments.processes.get(record.match_id.tournament)
        if process is not None and not process.state.event.times.game_may_begin(self.now()):
            return Refusal.LAST_START
        by_board = isinstance(actor, Machine)
        return Refusal.BATTERY_LOW if by_board and self.boards.low_at(record) else None

    @property
    def newest_tournament(self) -> TournamentName:
        """The short name of the tournament created last, without those that have only trials.

        If all have only trials, it is the name of the one created last.
        """
        latest_first = [*self.tournaments.names.items()][::-1]
        counted = (name for each, name in latest_first if not self._has_only_trials(each))
        return next(counted, latest_first[0][1])

    def _has_only_trials(self, tournament: TournamentId) -> bool:
        going = [each.scheduled for each in self.registry.records_of(tournament)]
        over = self.registry.finished.in_tournament(tournament)
        # Of a tournament without trials one match tells; others are asked about all.
        every = (*going, *(self.registry.finished.of(each).scheduled for each in over[:1]))
        if not every or not all(each.trial for each in every):
            return False
        return all(self.registry.finished.of(each).scheduled.trial for each in over)

    def addresses(self, tournament: TournamentId) -> dict[int, MatchAddress]:
        """Return the address of each of the tournament's matches, as shown to people, by number."""
        names = self.names()
        matches = self.registry.of_tournament(tournament)
        return {each.number: names.match(each) for each in matches}

    def person_facts(self, record: MatchRecord) -> PersonFacts:
        """Return the facts of persons that the match needs: its teams' players, merged persons."""
        tournament = self.tournaments.of(record.match_id)
        rosters = frozenset(
            player for team in record.teams for player in tournament.players_of(team)
        )
        return PersonFacts(rosters, self.persons.merged)

    def players(self, match_id: MatchId) -> MatchPlayers:
        """Return the players of the match, or those who may be seated in it.

        The result has no players if the match is unknown, or finished and not in memory.
        """
        process = self.matches.get(match_id)
        if process is None:
            return MatchPlayers(match_id, over=match_id in self.registry.finished)
        return match_players(process.record, self.person_facts(process.record))

    def sight(self, visitor: Visitor, match_id: MatchId) -> Sight:
        """Return the part of the match that the visitor is shown now (ruling 34)."""
        if visitor.person is None:
            return Sight.BY_ROLE
        return sight(visitor, self.players(match_id))

    def open_room_shown(
        self, visitor: Visitor, match_id: MatchId, *, as_public: bool = False
    ) -> None:
        """Note that the visitor is shown the open room of a match.

        `as_public` is True if the visitor is shown what the public sees of it. If the visitor is a
        player of any team, this is logged once per game (ruling 34). Nothing is logged for a public
        view that shows nothing yet.
        """
        process = self.matches.get(match_id)
        if visitor.person is None or process is None:
            return
        record = process.record
        if not as_public or record.embargo_in_force is not Embargo.AFTER_GAME:
            facts = self.person_facts(record)
            log_watching(process, visitor, facts, self._team_players())

    def _team_players(self) -> frozenset[PersonId]:
        """Return all players on teams' lists.

        The result is cached until teams or persons change.
        """
        teams = [tournament.teams for tournament in self.tournaments.processes.values()]
        made_from: tuple[Mapping[Any, object], ...] = (self.persons.merged, *teams)
        known = self._known_team_players
        if known is None or [*map(id, known[0])] != [*map(id, made_from)]:
            facts = PersonFacts(merged=self.persons.merged)
            everybody = (
                player for each in teams for players in each.values() for player in players
            )
            known = made_from, frozenset(map(facts.known_as, everybody))
            self._known_team_players = known
        return known[1]

    async def close(self) -> None:
        """Stop every task. Everything that was announced has been stored by then."""
        await self.registry.told()
        await self.seating.endings.close()
        await self.boards.close()
        self.registry.close()
        await self.finished_writer.close()
        await self.subscriptions.close()
