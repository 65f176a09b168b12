"""The tournaments of a hall, each with its teams and matches. A new hall gets one tournament."""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import structlog

from rules import commands as cmd
from rules import events as ev
from rules.directing.announcements import Announcements, decide_announcement
from rules.directing.calls import call_decided, check_scope
from rules.errors import MatchRefused
from rules.identities import MatchId, TournamentId, TournamentName
from rules.tables.calls_and_holds import NOTHING_CALLED, CallsAndHolds
from rules.text import N_
from server.access import SERVER, Action, Actor, MatchPlayers, Visitor, check_may, check_playing
from server.command_answers import Answers
from server.matches.registry import MatchRegistry
from server.matches.stream_writer import Caused
from server.random_ids import random_id
from server.store.event_log.contract import EventLog, StreamDamaged, verified_stream
from server.store.event_log.subscriptions import Subscriptions
from server.tournaments.given import MatchFacts
from server.tournaments.tournament_process import MatchFactsOf, TournamentProcess
from server.values.stored_events import HALL_STREAM, StoredEvent

log = structlog.get_logger()
FIRST = TournamentName("club")
"""The short name of the tournament that every hall begins with, for play outside of events."""


def new_tournament_id() -> TournamentId:
    """Return a new id for a tournament, different from all others on any server."""
    return TournamentId(random_id())


_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)
NOTHING_ANNOUNCED = Announcements()
HallEvent = (
    ev.TournamentCreated
    | ev.TournamentWithdrawn
    | ev.HoldEvent
    | ev.AnnouncementEvent
    | ev.ClockSet
)
AnyHallCommand = cmd.HallCommand | cmd.HoldCommand | cmd.AnnouncementCommand


@dataclass(frozen=True, slots=True)
class HallGiven:
    """The values that a decision about the hall needs.

    `new` is the id for a new tournament. `gone` are the names of tournaments that were taken back.
    `matches` are the numbers of all matches of the tournament that the command names. `held` has
    the holds of the hall and its rooms, `announced` the announcements that are in force. `players`
    are those of the matches whose tables will receive an announcement.
    """

    new: TournamentId
    gone: Collection[TournamentName] = ()
    matches: Sequence[int] = ()
    held: CallsAndHolds = NOTHING_CALLED
    announced: Announcements = NOTHING_ANNOUNCED
    players: Sequence[MatchPlayers] = ()
    now: datetime = _BEFORE_ALL


def decide(
    names: Mapping[TournamentId, TournamentName],
    command: AnyHallCommand,
    actor: Actor,
    given: HallGiven,
) -> HallEvent:
    """Return the event of a command to the hall.

    `names` are the short names of all tournaments of the hall. If the command sets a hold that is
    already set, the earlier event is returned. Raises NotAllowed, or PlaysInMatch if somebody who
    plays now makes an announcement. Raises MatchRefused if `decide_announcement` refuses, if a
    tournament of this hall has or had the name, if the tournament cannot be taken back (ruling 29),
    if the hold is that of a table or match, or if a hold that is not set is to be lifted.
    """
    if isinstance(command, cmd.HoldCommand):
        return _held(command, actor, given.held)
    if isinstance(command, cmd.AnnouncementCommand):
        return _announced(names, command, actor, given)
    if isinstance(command, cmd.WithdrawTournament):
        return _withdrawn(names, command, actor, given)
    if isinstance(command, cmd.NoteClock):
        return ev.ClockSet(by_ms=command.by_ms)
    if isinstance(actor, Visitor):
        check_may(actor, Action.SCHEDULE)
    if command.name in (*names.values(), *given.gone):
        raise MatchRefused("name", command.name.text, N_("a name no other tournament has here"))
    return ev.TournamentCreated(tournament=given.new, name=command.name)


def _withdrawn(
    names: Mapping[TournamentId, TournamentName],
    command: cmd.WithdrawTournament,
    actor: Actor,
    given: HallGiven,
) -> ev.TournamentWithdrawn:
    if isinstance(actor, Visitor):
        check_may(actor, Action.DIRECT)
    name = names[command.tournament].text
    if len(names) < 2:
        raise MatchRefused("name", name, N_("one of several: a hall needs at least one tournament"))
    if given.matches:
        why = N_("a tournament without matches; remove these first: %(matches)s")
        raise MatchRefused("name", name, why, matches=", ".join(map(str, given.matches)))
    by = actor.by if isinstance(actor, Visitor) else actor.actor
    return ev.TournamentWithdrawn(tournament=command.tournament, by=by, reason=command.reason)


def _announced(
    names: Mapping[TournamentId, TournamentName],
    command: cmd.AnnouncementCommand,
    actor: Actor,
    given: HallGiven,
) -> ev.AnnouncementEvent:
    """Decide an announcement.

    Raises PlaysInMatch if the sender plays in a match whose tables receive the announcement, since
    the sender's words would reach the other room (ruling 34).
    """
    if isinstance(actor, Visitor):
        check_may(actor, Action.ANNOUNCE)
        for players in given.players:
            check_playing(actor, Action.ANNOUNCE, players)
    of = command.tournament if isinstance(command, cmd.MakeAnnouncement) else None
    if of is not None and of not in names:
        raise MatchRefused("tournament", of, ", ".join(map(str, names.values())))
    by = actor.by if isinstance(actor, Visitor) else actor.actor
    return decide_announcement(given.announced, command, by, given.now)


def _held(command: cmd.HoldCommand, actor: Actor, now: CallsAndHolds) -> ev.HoldEvent:
    if isinstance(actor, Visitor):
        check_may(actor, Action.DIRECT)
    if command.scope not in (ev.HoldScope.ROOM, ev.HoldScope.HALL):
        raise MatchRefused("scope", command.scope.value, "room or hall")
    check_scope(command)
    known = now.holds.get((command.scope, command.room))
    if known is not None and isinstance(command, cmd.HoldPlay):
        return known
    by = actor.by if isinstance(actor, Visitor) else actor.actor
    (happened,) = call_decided(now, command, by)
    assert isinstance(happened, ev.HoldEvent)
    return happened


class Tournaments:
    """The owner of the hall's stream, with all tournaments by id, in the order of creation.

    `names` are the short names in addresses. `damaged` has the reason for each tournament that
    could not be loaded. `held` has the director's holds of the hall, `announced` the announcements
    to everybody in it. `clock_off` is how far the machine's clock is ahead of the server's time, as
    last stored. `draw_id` returns ids for new tournaments, `facts_of` the present facts of a
    tournament's matches, `now` the time in UTC.
    """

    def __init__(
        self,
        event_log: EventLog,
        registry: MatchRegistry,
        subscriptions: Subscriptions,
        draw_id: Callable[[], TournamentId] = new_tournament_id,
        facts_of: MatchFactsOf = lambda _: MatchFacts(),
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.names: dict[TournamentId, TournamentName] = {}
        self.damaged: dict[TournamentName, str] = {}
        self.processes: dict[TournamentId, TournamentProcess] = {}
        self.held = NOTHING_CALLED
        self.announced = NOTHING_ANNOUNCED
        self.clock_off = timedelta(0)
        self._now = now
        self._gone: dict[TournamentId, TournamentName] = {}
        self._log, self._registry, self._subscriptions = event_log, registry, subscriptions
        self._draw_id, self._facts_of = draw_id, facts_of
        self._writer = registry.writer_of(HALL_STREAM, None)
        self._one_command = asyncio.Lock()
        self._answers = Answers[HallEvent]()

    async def open(self, heads: Mapping[str, int]) -> None:
        """Load every tournament from its stream. A new hall gets its first tournament.

        `heads` gives the last number of each stream. A tournament whose streams are damaged is left
        out with its matches. Raises StreamDamaged if the hall's own stream is damaged, or if no
        tournament would be left.
        """
        stored = await verified_stream(self._log, HALL_STREAM, heads.get(HALL_STREAM, 0))
        self._writer = self._registry.writer_of(HALL_STREAM, stored[-1] if stored else None)
        for entry in stored:
            self._take(entry)
        for process in [*self.processes.values()]:
            try:
                await process.open(heads)
            except StreamDamaged as damaged:
                if len(self.processes) == 1:
                    raise
                self._leave_alone(process.tournament, damaged)
        if not self.processes:
            await self.handle(cmd.CreateTournament(FIRST), SERVER)

    def _leave_alone(self, tournament: TournamentId, damaged: StreamDamaged) -> None:
        log.error("tournament_not_opened", why=str(damaged))
        name = self._gone[tournament] = self.names.pop(tournament)
        del self.processes[tournament]
        self.damaged[name] = damaged.sentence

    async def handle(
        self, command: AnyHallCommand, actor: Actor, command_id: str = ""
    ) -> HallEvent:
        """Carry out a command, and return its event once it is stored.

        A command whose id was answered before gets the same answer. Raises what `decide` raises,
        CommandIdReused or LogUnavailable.
        """
        async with self._one_command:
            answered = self._answers.get(actor.actor, command_id)
            if answered is not None:
                return answered
            event = decide(self.names, command, actor, self._given(command))
            if event in self.held.holds.values():
                return event
            (entry,) = await self._writer.write([Caused(actor.actor, (event,), command_id)])
            self._take(entry)
            return event

    def _given(self, command: AnyHallCommand) -> HallGiven:
        matches: list[int] = []
        if isinstance(command, cmd.WithdrawTournament):
            if command.tournament not in self.names:
                raise MatchRefused("tournament", command.tournament, N_("one that was not removed"))
            damaged = (each for each in self._registry.damaged)
            own = {each.number for each in damaged if each.tournament == command.tournament}
            state = self.processes[command.tournament].state
            own.update(state.numbers, *(each.elsewhere for each in state.formats.values()))
            matches = sorted(own.union(self._registry.numbers(command.tournament)))
        return HallGiven(
            self._new_id(),
            [*self._gone.values()],
            matches,
            self.held,
            self.announced,
            self._playing(command),
            self._now(),
        )

    def _playing(self, command: AnyHallCommand) -> list[MatchPlayers]:
        """Return the players of the matches whose tables will receive the announcement."""
        if not isinstance(command, cmd.MakeAnnouncement):
            return []
        of = [*self.processes] if command.tournament is None else [command.tournament]
        each_of = (self._facts_of(each).players.values() for each in of)
        return [players for each in each_of for players in each]

    def named(self, name: str) -> TournamentProcess:
        """Return the tournament with this short name; raises MatchRefused if it is unknown."""
        for tournament, known in self.names.items():
            if known.text == name:
                return self.processes[tournament]
        allowed = ", ".join(known.text for known in self.names.values())
        raise MatchRefused("tournament", name, allowed)

    def of(self, match_id: MatchId) -> TournamentProcess:
        """Return the tournament to which the match belongs."""
        return self.processes[match_id.tournament]

    def _new_id(self) -> TournamentId:
        while (drawn := self._draw_id()) in {*self.names, *self._gone}:
            pass
        return drawn

    def _take(self, entry: StoredEvent) -> None:
        event = entry.event
        if isinstance(event, ev.HoldEvent):
            self.held = self.held.after(event)
        elif isinstance(event, ev.AnnouncementEvent):
            self.announced = self.announced.after(event, entry.recorded_at)
        elif isinstance(event, ev.ClockSet):
            self.clock_off = timedelta(milliseconds=event.by_ms)
        elif isinstance(event, ev.TournamentWithdrawn):
            self._gone[event.tournament] = self.names.pop(event.tournament)
            del self.processes[event.tournament]
        else:
            assert isinstance(event, ev.TournamentCreated)
            self.names[event.tournament] = event.name
            self.processes[event.tournament] = TournamentProcess(
                event.tournament,
                event.name,
                self._log,
                self._registry,
                self._subscriptions,
                self._facts_of,
            )
        self._answers.put(entry.actor, entry.command_id, event)
        self._subscriptions.tell([entry])
