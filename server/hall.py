"""Everything that is played on this server, put together: tournament, matches, boards."""

from collections.abc import Callable, Mapping
from datetime import datetime

from rules.events import Embargo
from rules.identities import PersonId
from server.access import MatchPlayers, Sight, Visitor, sight
from server.accounts.sign_in import Authenticator
from server.boards.assignments import BoardAssignments
from server.boards.connections import BoardConnections
from server.commands.handlers import CommandHandlers
from server.matches.match_players import PersonFacts, match_players
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord
from server.matches.registry import MatchRegistry
from server.matches.streams import EVENT_STREAM, match_number
from server.matches.watching import log_watching
from server.store.event_log.contract import EventLog
from server.store.event_log.subscriptions import Subscriptions
from server.store.storage_state import Database, StorageState
from server.tournament.tournament_process import TournamentProcess

_MadeFrom = tuple[Mapping[str, tuple[PersonId, ...]], Mapping[PersonId, PersonId]]
_TeamPlayers = tuple[_MadeFrom, frozenset[PersonId]]
"""The teams and the merged persons, and who is on a team's list for that."""


class Hall:
    """The composition of a running server; `open` it first, `close` it last.

    `now` is the time in UTC. Subscribers are added to `subscriptions` before it is opened.
    `storage` is told of by whoever opened the event log: once it stores again, so does all that was
    put off.
    """

    def __init__(
        self,
        event_log: EventLog,
        authenticator: Authenticator,
        now: Callable[[], datetime],
        storage: StorageState | None = None,
    ) -> None:
        self.storage = storage or StorageState(now, {})
        self.storage.listeners.append(self._storage_changed)
        self.persons = authenticator.persons
        self.board_keys = authenticator.process.stores.board_keys
        self.subscriptions = Subscriptions(event_log)
        self.registry = MatchRegistry(event_log, self.subscriptions, now, self.person_facts)
        self.tournament = TournamentProcess(event_log, self.registry, self.subscriptions)
        self.boards = BoardConnections(event_log, self.board_keys, self.registry.matches, now)
        self.commands = CommandHandlers(
            self.registry,
            self.tournament,
            BoardAssignments(self.registry.matches, self.boards.reseat, self.players),
            self.boards,
            authenticator.process,
            self.players,
        )
        self._known_team_players: _TeamPlayers | None = None
        self._log = event_log

    async def open(self) -> None:
        """Take up every match where its log left it; one whose log is damaged is left alone.

        Raises StreamDamaged for the tournament's own stream: without it nobody is entered.
        """
        await self.boards.open()
        for stream, head in (await self._log.heads()).items():
            if stream == EVENT_STREAM:
                await self.tournament.open(head)
            elif (number := match_number(stream)) is not None:
                await self.registry.open(number, head)

    @property
    def matches(self) -> Mapping[int, MatchProcess]:
        """Every match by its number, but those that are damaged."""
        return self.registry.matches

    @property
    def teams(self) -> Mapping[str, tuple[PersonId, ...]]:
        """Every team with its players, in the order they entered."""
        return self.tournament.state.teams

    def _storage_changed(self) -> None:
        if self.storage.stores(Database.EVENT_LOG):
            self.registry.resume()
            self.boards.resume()

    def match(self, number: int) -> MatchProcess:
        """The match of that number; raises MatchRefused for an unknown one."""
        return self.registry.match(number)

    def person_facts(self, record: MatchRecord) -> PersonFacts:
        """What a match knows of persons now: its teams' players, and who turned out to be whom."""
        rosters = frozenset(
            player for team in record.teams for player in self.tournament.players_of(team)
        )
        return PersonFacts(rosters, self.persons.merged)

    def players(self, number: int) -> MatchPlayers:
        """Who plays in a match, or may be seated in it, now; nobody in an unknown match."""
        process = self.matches.get(number)
        if process is None:
            return MatchPlayers(number)
        return match_players(process.record, self.person_facts(process.record))

    def sight(self, visitor: Visitor, number: int) -> Sight:
        """What a visitor is shown of a match now (ruling 34)."""
        if visitor.person is None:
            return Sight.BY_ROLE
        return sight(visitor, self.players(number))

    def open_room_shown(self, visitor: Visitor, number: int, *, as_public: bool = False) -> None:
        """Hear that a visitor is shown the open room of a match, or what the public is told of it.

        Of a player of some team it is logged, once a game, unless the public is told nothing yet.
        """
        process = self.matches.get(number)
        if visitor.person is None or process is None:
            return
        record = process.record
        if not as_public or record.embargo_in_force is not Embargo.AFTER_GAME:
            facts = self.person_facts(record)
            log_watching(process, visitor, facts, self._team_players())

    def _team_players(self) -> frozenset[PersonId]:
        """Everybody on a team's list, found anew when teams or persons have changed."""
        made_from = self.teams, self.persons.merged
        known = self._known_team_players
        if known is None or any(a is not b for a, b in zip(known[0], made_from, strict=True)):
            facts = PersonFacts(merged=self.persons.merged)
            everybody = (player for players in self.teams.values() for player in players)
            known = made_from, frozenset(map(facts.known_as, everybody))
            self._known_team_players = known
        return known[1]

    async def close(self) -> None:
        """Stop every task; what is not durable by now was never announced."""
        await self.boards.close()
        await self.subscriptions.close()
