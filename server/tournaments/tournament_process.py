"""The process that owns a tournament's teams and sets up its matches."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from rules import commands as cmd
from rules import events as ev
from rules.formats.draw import SEED_BYTES
from rules.formats.team_event.entries import InRoom
from rules.identities import MatchId, PersonId, TournamentId, TournamentName
from rules.room import Room
from server.access import Actor
from server.command_answers import Answers
from server.matches import decide as match_decisions
from server.matches.line_ups import seated_in
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord
from server.matches.registry import MatchRegistry
from server.matches.sheets import EnterSheet
from server.matches.stream_writer import Caused, write_together
from server.store.event_log.contract import EventLog, verified_stream
from server.store.event_log.subscriptions import Subscriptions
from server.tournaments.decide import decide, rests_on_matches
from server.tournaments.formats import FORMATS_AT_WORK
from server.tournaments.given import MatchFacts, TournamentGiven
from server.tournaments.tournament_state import RulingTimes, TournamentState
from server.values.stored_events import StoredEvent, desk_stream, tournament_stream

_SEED_BYTES = 32
MatchFactsOf = Callable[[TournamentId], MatchFacts]
"""A function that returns the present facts of a tournament's matches."""


class TournamentProcess:
    """The owner of a tournament's streams. All commands about its teams are decided one at a time.

    `name` is the short name in addresses. A tournament has two streams: its own, which is public,
    and its desk's (ADR 19). `entries` are the events of its own stream, for pages that show what
    was decided, by whom and why. `times` are the times on which finality depends. `desk_entries`
    are those events of the desk's stream that are announced to nobody. `room_entries` are the other
    events of the desk's stream, the notes that the director sends to a room; they are passed to the
    subscribers that update that room's pages.
    """

    def __init__(
        self,
        tournament: TournamentId,
        name: TournamentName,
        event_log: EventLog,
        registry: MatchRegistry,
        subscriptions: Subscriptions,
        facts_of: MatchFactsOf,
    ) -> None:
        self.tournament, self.name = tournament, name
        self.state = TournamentState()
        self._log, self._registry, self._subscriptions = event_log, registry, subscriptions
        self._facts_of = facts_of
        self._stream = tournament_stream(tournament)
        self._writer = registry.writer_of(self._stream, None)
        self._desk_stream = desk_stream(tournament)
        self._desk_writer = registry.writer_of(self._desk_stream, None)
        self.entries: list[StoredEvent] = []
        self.times = RulingTimes()
        self.desk_entries: list[StoredEvent] = []
        self.room_entries: list[StoredEvent] = []
        self._one_command = asyncio.Lock()
        self._answers = Answers[tuple[ev.Event, ...]]()

    @property
    def teams(self) -> Mapping[str, tuple[PersonId, ...]]:
        """All teams with their players, in the order in which they entered."""
        return self.state.teams

    @property
    def title(self) -> str:
        """The organiser's title of the tournament, or its short name if there is none."""
        return self.state.title or str(self.name)

    def in_room(
        self, kind: type[InRoom], number: int, room: Room
    ) -> tuple[InRoom, datetime] | None:
        """Return the last event of class `kind` for a room of match `number`, and its time in UTC.

        Such an event is the director's note to the room, which is shown until another is sent.
        Return None if there is none.
        """
        event = self.state.book.in_room(kind, number, room)
        if event is None:
            return None
        sent = (each.recorded_at for each in reversed(self.room_entries) if each.event is event)
        return event, next(sent)

    def to_rooms_of(self, number: int) -> list[StoredEvent]:
        """Return the director's notes to the rooms of match `number`, as events in order."""
        return [
            entry
            for entry in self.room_entries
            if isinstance(entry.event, ev.DeskRoomEvent) and entry.event.number == number
        ]

    async def open(self, heads: Mapping[str, int]) -> None:
        """Load the tournament's two streams; `heads` gives the last number of each stream.

        Raises StreamDamaged if a stream is damaged, since the tournament's teams are not known
        then.
        """
        stored = await verified_stream(self._log, self._stream, heads.get(self._stream, 0))
        kept = await verified_stream(self._log, self._desk_stream, heads.get(self._desk_stream, 0))
        self._writer = self._registry.writer_of(self._stream, stored[-1] if stored else None)
        self._take(stored)
        self._desk_writer = self._registry.writer_of(self._desk_stream, kept[-1] if kept else None)
        self._take_at_desk(kept)

    async def handle(
        self,
        command: cmd.TournamentCommand,
        actor: Actor,
        command_id: str = "",
        before: Callable[[], Awaitable[None]] | None = None,
    ) -> tuple[ev.Event, ...]:
        """Carry out a command, and return its events once they are stored.

        `before` is awaited once the command is accepted, to store what its events will refer to.
        The matches of a published round are set up by `settle`, not here. A command whose id was
        answered before gets the same answer. Raises NotAllowed, MatchRefused (which names a field)
        or LogUnavailable.
        """
        async with self._one_command:
            answered = self.answered(actor, command_id)
            if answered is not None:
                return answered
            given = self._given(command)
            events = decide(self.state, command, actor, given)
            self._use_roll_sets(events)
            if before is not None:
                await before()
            if events and isinstance(events[0], ev.AnyScheduled):
                await self._registry.schedule(events[0], actor, command_id)
            elif events:
                await self._write(actor, events, command_id)
            return events

    def _use_roll_sets(self, events: Sequence[ev.Event]) -> None:
        """Mark sets of rolls as used before the events are stored.

        If a game is voided while the events are being stored, its new rolls must get other numbers.
        """
        behind = [self.state.after(events).event.next_roll_set]
        set_up = (event for event in events if isinstance(event, ev.AnyScheduled))
        behind += [MatchRecord.of(event).roll_set_behind for event in set_up]
        self._registry.roll_sets.use(self.tournament, max(behind))

    async def _write(self, actor: Actor, events: Sequence[ev.Event], command_id: str) -> None:
        """Store the events of a command, each in its own stream, and apply them."""
        kept = [event for event in events if isinstance(event, ev.DeskEvent)]
        public = [event for event in events if not isinstance(event, ev.DeskEvent)]
        own, desks = await write_together(
            self._log,
            (
                (self._writer, [Caused(actor.actor, public, command_id)]),
                (self._desk_writer, [Caused(actor.actor, kept, command_id)]),
            ),
        )
        self._take(own)
        self._take_at_desk(desks)

    async def settle(self, actor: Actor) -> None:
        """Set up the missing matches of published rounds and brackets, also after a restart."""
        async with self._one_command:
            for match in self._to_set_up():
                await self._registry.schedule(match, actor, "")

    @property
    def is_settled(self) -> bool:
        """True if every match of the published rounds and brackets is set up."""
        return next(self._to_set_up(), None) is None

    def _to_set_up(self) -> Iterator[ev.AnyScheduled]:
        """Yield the event that sets up each match which is announced but not set up yet."""
        for each in FORMATS_AT_WORK:
            for number in sorted(each.rules.of(self.state.formats).numbers):
                if not self._registry.was_set_up(MatchId(self.tournament, number)):
                    match = each.scheduled(self.tournament, self.state, number)
                    if match is not None:
                        yield match

    def _given(self, command: cmd.TournamentCommand) -> TournamentGiven:
        registry, finished = self._registry, self._registry.finished
        team: str | None = None
        if isinstance(command, cmd.ChangeTeam | cmd.WithdrawEntry):
            team = command.team
        facts = self._facts_of(self.tournament) if rests_on_matches(command) else MatchFacts()
        return TournamentGiven(
            self.tournament,
            registry.records_of(self.tournament),
            max(registry.last_number(self.tournament), self.state.last_number),
            finished.with_team(self.tournament, team) if team is not None else (),
            registry.roll_sets.free(self.tournament),
            facts,
            secrets.token_bytes(SEED_BYTES),
        )

    async def submit_line_up(
        self, process: MatchProcess, command: cmd.SubmitLineUp, actor: Actor, command_id: str = ""
    ) -> tuple[ev.Event, ...]:
        """Send a team's line-up to its match. The team cannot change meanwhile."""
        async with self._one_command:
            given = self.given_to_seat(command.team, process.record)
            given = replace(given, seed=secrets.token_bytes(_SEED_BYTES))
            return await process.handle(command, actor, given, command_id)

    async def enter_sheet(
        self, process: MatchProcess, command: EnterSheet, actor: Actor, command_id: str = ""
    ) -> match_decisions.Happened:
        """Send a sheet with its line-ups to a match. The teams cannot change meanwhile."""
        async with self._one_command:
            record, seed = process.record, secrets.token_bytes(_SEED_BYTES)
            of_teams = {
                team: replace(self.given_to_seat(team, record), seed=seed) for team in record.teams
            }
            given = match_decisions.MatchGiven(of_teams=of_teams)
            return await process.handle(command, actor, given, command_id)

    def given_to_seat(self, team: str, record: MatchRecord) -> match_decisions.MatchGiven:
        """Return the players whom the team may seat in a match, and those in other line-ups."""
        game = record.game.name
        roster = bool(self.state.event.entries.roster(team, game))
        return match_decisions.MatchGiven(
            players=self.players_of(team, game),
            roster_of=game if roster else "",
            elsewhere=self.lined_up_elsewhere(record.match_id),
        )

    def lined_up_elsewhere(self, match_id: MatchId) -> dict[PersonId, MatchId]:
        """Return each player in the line-up of another match that is not over, with that match.

        Nobody may sit at two tables of an event at once. Only matches in a round count, so the
        result is empty if this match is in no round, such as a friendly match.
        """
        event = self.state.event
        if event.stage_of(match_id.number) is None:
            return {}
        return {
            player: record.match_id
            for record in self._registry.records_of(self.tournament)
            if record.match_id != match_id
            and event.stage_of(record.match_id.number) is not None
            and not event.is_unplayed(record.match_id.number)
            and not record.is_over
            for player in seated_in(record)
        }

    def players_of(self, team: str, game_name: str = "") -> tuple[PersonId, ...]:
        """Return the players of a team, or those on its roster if it has one for the named game.

        If no game is named, return all players of the team. The result is empty if the team is not
        entered.
        """
        roster = self.state.event.entries.roster(team, game_name) if game_name else ()
        return roster or self.state.teams.get(team, ())

    def answered(self, actor: Actor, command_id: str) -> tuple[ev.Event, ...] | None:
        """Return the events of the earlier command with this id, or None.

        Raises CommandIdReused.
        """
        sent = actor.actor, command_id
        scheduled = self._registry.scheduled_by(*sent)
        return self._answers.get(*sent) or (None if scheduled is None else (scheduled,))

    def _take(self, stored: Sequence[StoredEvent]) -> None:
        self.entries.extend(stored)
        self.times = self.times.after(stored)
        self._take_in(stored)
        self._subscriptions.tell(stored)

    def _take_at_desk(self, stored: Sequence[StoredEvent]) -> None:
        to_rooms = [each for each in stored if isinstance(each.event, ev.DeskRoomEvent)]
        self.room_entries.extend(to_rooms)
        self.desk_entries.extend(
            each for each in stored if not isinstance(each.event, ev.DeskRoomEvent)
        )
        self._take_in(stored)
        self._subscriptions.tell(to_rooms)

    def _take_in(self, stored: Sequence[StoredEvent]) -> None:
        self.state = self.state.after([entry.event for entry in stored])
        self._registry.roll_sets.use(self.tournament, self.state.event.next_roll_set)
        for entry in stored:
            if entry.command_id:
                earlier = self._answers.get(entry.actor, entry.command_id) or ()
                self._answers.put(entry.actor, entry.command_id, (*earlier, entry.event))
