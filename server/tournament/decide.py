"""What a tournament decides: its teams, and the matches that are set up (rulings 1, 5, 13, 17)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from rules import commands as cmd
from rules import events as ev
from rules.directing.case_decisions import CaseFacts
from rules.directing.finality import MatchFinality
from rules.directing.never_played import entry_withdrawn
from rules.errors import MatchRefused, ValuesChanged
from rules.formats import deciding, entering
from rules.formats.desk_book import DeskBook
from rules.formats.given import Given as GivenToStages
from rules.formats.stages import EventState
from rules.formats.standings import MatchOutcome
from rules.formats.timing import decide_times
from rules.games.known_games import GAMES as KNOWN_GAMES
from rules.identities import MatchId, PersonId, TournamentId
from rules.match_play.fold import new_match
from rules.match_play.score import ENDINGS
from rules.scoring.terms import TERMS
from server.access import (
    Action,
    Actor,
    MatchPlayers,
    PlaysInMatch,
    Visitor,
    check_may,
    check_playing,
)
from server.matches.finished_match import FinishedMatch, roll_set_behind
from server.matches.match_record import MatchRecord
from server.tournament import rulings
from server.tournament.rulings import RulingFacts, Rulings

TEAM_CHANGED = "%(team)s has another name or other players now"
_BY_POINTS = [name for name, game in KNOWN_GAMES.items() if game.endings <= ENDINGS]
"""Games whose results are worth points."""
_ENTERED = "a team that is entered: %(teams)s"
_NAME_STAYS = "%(team)s: match %(match)s is set up with it"
_PLAYERS_STAY = "a list with %(players)s: the line-up of match %(match)s names them"
_ROSTER_STAYS = "a list with %(players)s: say first that others play %(game)s"
_ALL_STAY = "a list with %(players)s: a line-up of match %(match)s is in, still sealed"

_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class TournamentState:
    """A tournament up to some event; `teams` are its teams with their players, as entered.

    `renamed` has the next name of every name that a team has given up. `event` are its stages and
    entries, `rulings` what was asked of its results, `book` is what its desk keeps to itself.
    """

    teams: Mapping[str, tuple[PersonId, ...]] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    event: EventState = field(default_factory=EventState)
    rulings: Rulings = field(default_factory=Rulings)
    book: DeskBook = field(default_factory=DeskBook)

    @property
    def desk(self) -> entering.Desk:
        """What the desk decides from."""
        return entering.Desk(self.event, self.book, self.teams)

    def name_now(self, team: str) -> str:
        """The name by which the team entered as `team` goes now; `team` where nobody knows it."""
        while team not in self.teams and team in self.renamed:
            team = self.renamed[team]
        return team

    def after(self, events: Sequence[ev.Event]) -> "TournamentState":
        """The state once these events are in it."""
        state = self
        for event in events:
            state = state._after_one(event)
        return state

    def _after_one(self, event: ev.Event) -> "TournamentState":
        match event:
            case ev.TeamRegistered():
                return replace(self, teams={**self.teams, event.name: event.players})
            case ev.TeamChanged():
                staged = self.event.after([event])
                changed = event.name, event.players
                teams = dict(
                    changed if name == event.team else (name, players)
                    for name, players in self.teams.items()
                )
                renamed = {old: new for old, new in self.renamed.items() if old != event.name}
                if event.name != event.team:
                    renamed[event.team] = event.name
                ruled = self.rulings.after([event])
                return replace(self, teams=teams, renamed=renamed, event=staged, rulings=ruled)
            case ev.EntryWithdrawn():
                teams = {name: who for name, who in self.teams.items() if name != event.team}
                kept = {old: new for old, new in self.renamed.items() if new != event.team}
                return replace(self, teams=teams, renamed=kept, event=self.event.after([event]))
            case _ if isinstance(event, ev.DeskEvent):
                return replace(self, book=self.book.after(event))
            case _:
                ruled = self.rulings.after([event])
                return replace(self, event=self.event.after([event]), rulings=ruled)


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """How a tournament's matches stand, by their numbers; `begun` are those that were played at,
    `games_begun` says in how many of their games.

    `players` are those of matches that are not over, `finality` says of others how final they are
    at the time `now`.
    """

    outcomes: Mapping[int, MatchOutcome] = field(default_factory=dict)
    begun: frozenset[int] = frozenset()
    games_begun: Mapping[int, int] = field(default_factory=dict)
    players: Mapping[int, MatchPlayers] = field(default_factory=dict)
    finality: Mapping[int, MatchFinality] = field(default_factory=dict)
    now: datetime = _BEFORE_ALL


@dataclass(frozen=True, slots=True)
class Given:
    """Which tournament it is, and what a decision needs of other streams: how its matches stand.

    `records` are those in play, `finished` those that the team in question has played. `roll_set`
    is the first that no finished match has used. `last_number` is the highest match number ever
    given, also of a match that is damaged. `facts` and a `seed` for a draw are for its stages.
    """

    tournament: TournamentId
    records: Sequence[MatchRecord]
    last_number: int
    finished: Sequence[FinishedMatch] = ()
    roll_set: int = 1
    facts: MatchFacts = field(default_factory=MatchFacts)
    seed: bytes = b""

    @property
    def next_match(self) -> MatchId:
        """The next match that is set up."""
        return MatchId(self.tournament, self.last_number + 1)


def decide(
    state: TournamentState, command: cmd.TournamentCommand, actor: Actor, given: Given
) -> tuple[ev.Event, ...]:
    """The events of a command; what sets up a match is the first of the match's own stream.

    Raises NotAllowed, or MatchRefused naming the field that cannot be.
    """
    if isinstance(command, cmd.QueryCommand | cmd.CaseCommand):
        facts = _ruling_facts(state, given)
        return rulings.decide(state.rulings, command, actor, facts)
    match command:
        case cmd.RegisterTeam():
            _check_actor(actor, Action.ENTER_TEAM)
            return entering.registered(state.desk, command)
        case cmd.ChangeTeam():
            _check_actor(actor, Action.ENTER_TEAM)
            if isinstance(actor, Visitor):
                command = replace(command, by=actor.by)
                _check_made_from(state, command)
                _check_own_team(state, command, actor, given.records)
            return (_team_changed(state, command, given),)
        case cmd.WithdrawEntry():
            return (_entry_withdrawn(state, command, actor, given),)
        case cmd.ScheduleMatch():
            _check_actor(actor, Action.SCHEDULE)
            return (_match_scheduled(state, command, given),)
        case cmd.ScheduleMatchPlay():
            _check_actor(actor, Action.SCHEDULE)
            return (_match_play_scheduled(command, given),)
        case _ if isinstance(command, cmd.EntryCommand):
            _check_actor(actor, Action.ENTER_TEAM)
            if any(each.note is not None for each in entry_forms(command)):
                _check_actor(actor, Action.DIRECT)
            return entering.decide(state.desk, command)
        case cmd.SetLastStart() | cmd.LiftLastStart():
            _check_actor(actor, Action.DIRECT)
            return decide_times(state.event, command, ())
        case cmd.PlanTimetable() | cmd.TimeRounds() | cmd.ChangeStages():
            _check_actor(actor, Action.SCHEDULE)
            playing = state.event.entries.confirmed(state.teams, state.event.withdrawn)
            return decide_times(state.event, command, playing)
        case _:
            _check_may_direct(state.event, command, actor, given.facts)
            return deciding.decide(state.event, command, _given_to_stages(state, given))


def _check_actor(actor: Actor, action: Action) -> None:
    if isinstance(actor, Visitor):
        check_may(actor, action)


def entry_forms(command: cmd.EntryCommand) -> tuple[cmd.EntryForm, ...]:
    """What a command would keep of entries: notes in it are the director's alone."""
    match command:
        case cmd.ChangeEntry():
            return (command.form,)
        case cmd.EnterTeams():
            return tuple(team.form for team in command.teams)
        case _:
            return ()


def _check_may_direct(
    event: EventState, command: cmd.StageCommand, actor: Actor, facts: MatchFacts
) -> None:
    """What is ruled is the director's; who plays, or may, does not rule on that match."""
    action = Action.SCHEDULE if isinstance(command, _SET_UP) else Action.DIRECT
    _check_actor(actor, action)
    if not isinstance(actor, Visitor):
        return
    for number in _ruled_on(event, command):
        players = facts.players.get(number)
        if players is not None:
            check_playing(actor, action, players)


def _ruled_on(event: EventState, command: cmd.StageCommand) -> list[int]:
    """The matches whose results a command takes in hand."""
    match command:
        case cmd.GiveWalkover() | cmd.LiftWalkover():
            return [command.number]
        case cmd.ShortenRound() if command.stage in event.stages:
            announced = event.stages[command.stage].published.get(command.round)
            return [each.number for each in announced.pairings] if announced else []
        case _:
            return []


_SET_UP = (
    cmd.DescribeEvent,
    cmd.PlanStages,
    cmd.DrawStage,
    cmd.PublishRound,
    cmd.CloseRound,
    cmd.SetExtraGames,
)
"""What an operator may do as well."""


def _ruling_facts(state: TournamentState, given: Given) -> RulingFacts:
    facts, teams = given.facts, tuple(state.teams)
    cases = CaseFacts(facts.now, teams, facts.outcomes, facts.finality, state.event)
    return RulingFacts(given.tournament, facts.players, cases)


def _given_to_stages(state: TournamentState, given: Given) -> GivenToStages:
    used = (roll_set_behind(record.scheduled) for record in given.records)
    event = state.event
    return GivenToStages(
        teams=tuple(state.teams),
        outcomes=given.facts.outcomes,
        begun=given.facts.begun,
        games_begun=given.facts.games_begun,
        next_number=max(given.last_number, event.last_number) + 1,
        next_roll_set=max((given.roll_set, event.next_roll_set, *used)),
        seed=given.seed,
    )


def _entry_withdrawn(
    state: TournamentState, command: cmd.WithdrawEntry, actor: Actor, given: Given
) -> ev.EntryWithdrawn:
    if isinstance(actor, Visitor):
        check_may(actor, Action.DIRECT)
        command = replace(command, by=actor.by)
    running = (each.match_id for each in given.records if command.team in each.teams)
    matches = (*running, *(each.match_id for each in given.finished))
    numbers = {each.number for each in matches}
    return entry_withdrawn(state.event, state.teams, numbers, command)


def _team_changed(state: TournamentState, command: cmd.ChangeTeam, given: Given) -> ev.TeamChanged:
    """A team keeps its name once a match is set up with it, and the players a line-up names.

    Of a sealed line-up it keeps all, so that nobody learns whom it names (ruling 13).
    """
    if command.team not in state.teams:
        raise MatchRefused("team", command.team, _ENTERED, teams=", ".join(state.teams))
    if command.name != command.team and command.name in state.teams:
        raise MatchRefused("name", command.name, "a name no other team has")
    for (team, game_name), players in state.event.entries.rosters.items():
        if team == command.team:
            _check_roster_stays(command, game_name, players)
    for finished in given.finished:
        _check_name_stays(finished.match_id, command)
        kept = finished.seated(command.team)
        _check_players_stay(finished.match_id, command, kept, _PLAYERS_STAY)
    for record in given.records:
        if command.team in record.teams:
            _check_match_allows(record, command, state.teams[command.team])
    return ev.TeamChanged(
        team=command.team, name=command.name, players=command.players, by=command.by
    )


def _check_roster_stays(
    command: cmd.ChangeTeam, game_name: str, players: Sequence[PersonId]
) -> None:
    gone = tuple(player for player in players if player not in command.players)
    if gone:
        named = {"players": gone, "game": game_name}
        raise MatchRefused("players", command.players, _ROSTER_STAYS, **named)


def _check_made_from(state: TournamentState, command: cmd.ChangeTeam) -> None:
    """Raise ValuesChanged where the team has another name or other players than were seen."""
    name = state.name_now(command.team)
    was, now = (
        cmd.TeamEntry(command.team, command.was),
        cmd.TeamEntry(name, state.teams.get(name, ())),
    )
    if name in state.teams and was != now:
        raise ValuesChanged("was", TEAM_CHANGED, was, now, team=command.team)


def _check_own_team(
    state: TournamentState,
    command: cmd.ChangeTeam,
    actor: Visitor,
    records: Sequence[MatchRecord],
) -> None:
    """Raise PlaysInMatch for whoever takes himself off a list, or puts himself on it, in a match.

    Else he would look at the match in between, as if he could not be seated in it (ruling 34).
    """
    if actor.person not in {*state.teams.get(command.team, ()), *command.players}:
        return
    for record in records:
        if command.team in record.teams and record.state is not None and not record.state.over:
            raise PlaysInMatch(actor, Action.ENTER_TEAM, record.match_id)


def _check_match_allows(
    record: MatchRecord, command: cmd.ChangeTeam, players: Sequence[PersonId]
) -> None:
    _check_name_stays(record.match_id, command)
    kept = _kept(record, command.team, players)
    why = _PLAYERS_STAY if record.started else _ALL_STAY
    _check_players_stay(record.match_id, command, kept, why)


def _check_name_stays(match: MatchId, command: cmd.ChangeTeam) -> None:
    if command.name != command.team:
        named = {"team": command.team, "match": match}
        raise MatchRefused("name", command.name, _NAME_STAYS, **named)


def _check_players_stay(
    match: MatchId, command: cmd.ChangeTeam, kept: Sequence[PersonId], why: str
) -> None:
    gone = tuple(player for player in kept if player not in command.players)
    if gone:
        raise MatchRefused("players", command.players, why, players=gone, match=match)


def _kept(record: MatchRecord, team: str, players: Sequence[PersonId]) -> list[PersonId]:
    """Who of a team cannot leave it any more because of this match."""
    line_up = record.line_ups.get(team)
    if line_up is None or record.started is None:
        return [] if line_up is None else list(players)
    seated = [each.player for each in record.substitutes if each.team == team]
    return [line_up.open_player, line_up.closed_player, *seated]


def _match_scheduled(
    state: TournamentState, command: cmd.ScheduleMatch, given: Given
) -> ev.MatchScheduled:
    _check_match(state, command)
    used = [roll_set_behind(record.scheduled) for record in given.records]
    used.append(state.event.next_roll_set)
    return ev.MatchScheduled(
        match_id=given.next_match,
        event=command.event,
        home=command.home,
        away=command.away,
        games=command.games,
        game_name=command.game_name,
        roll_set=max((given.roll_set, *used)),
        max_lead=command.max_lead,
        tail_drawn=command.tail_drawn,
        embargo=command.embargo,
    )


def _match_play_scheduled(command: cmd.ScheduleMatchPlay, given: Given) -> ev.MatchPlayScheduled:
    """Raises MatchRefused naming the first field a match cannot be set up with (ruling 17)."""
    if command.white == command.red:
        raise MatchRefused("red", command.red, "another player than White")
    if command.game_name not in _BY_POINTS:
        raise MatchRefused("game", command.game_name, ", ".join(_BY_POINTS))
    new_match(KNOWN_GAMES[command.game_name], command.length)
    return ev.MatchPlayScheduled(
        match_id=given.next_match,
        event=command.event,
        white=command.white,
        red=command.red,
        length=command.length,
        game_name=command.game_name,
    )


def _check_match(state: TournamentState, command: cmd.ScheduleMatch) -> None:
    """Raise MatchRefused naming the first field a match cannot be set up with.

    `games` a room are those the VP table has a column for, or any up to twelve where what is
    counted is compared (ruling 1, rules.scoring.tallies).
    """
    for field_name, name in (("home", command.home), ("away", command.away)):
        if name not in state.teams:
            raise MatchRefused(field_name, name, _ENTERED, teams=", ".join(state.teams))
    if command.home == command.away:
        raise MatchRefused("away", command.away, "another team than home")
    if command.game_name not in KNOWN_GAMES:
        raise MatchRefused("game", command.game_name, ", ".join(KNOWN_GAMES))
    lengths = TERMS[command.game_name].lengths
    if command.games not in lengths:
        raise MatchRefused("games", command.games, ", ".join(map(str, lengths)))
    if not 0 <= command.max_lead <= 100:
        raise MatchRefused("max_lead", command.max_lead, "0 (no limit) to 100 turns")
