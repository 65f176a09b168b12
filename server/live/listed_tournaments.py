"""Lists for public pages: tournaments, where players sit, the latest results, public cases.

Nothing here depends on what is under embargo. Where players sit is public from the moment when both
teams have handed in their line-ups (ruling 13); until then only the teams of a match are public.
The latest results are found without reading every finished match.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from rules.directing.cases import Case
from rules.directing.finality import TournamentPhase, TournamentStatus
from rules.events import MatchPlayScheduled
from rules.formats.known_formats import FORMATS
from rules.formats.team_event.podium import podium
from rules.formats.team_event.stages import TeamEventState
from rules.identities import MatchAddress, MatchId, PersonId, TournamentId
from rules.match_play.state import TABLE
from rules.position import Side
from rules.room import Room
from server.live.hub import LiveHub
from server.live.public_outcomes import PublicOutcomes
from server.live.public_source import ListedMatch, PublicSource, PublicTournament
from server.live.snapshot import PublicPhase, PublicSnapshot
from server.tournaments.tournament_finality import TournamentFinality
from server.tournaments.tournament_state import PublicState
from server.values.finished_match import steps_kept
from server.values.naming import NAMELESS, Names

Places = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ListedTournament:
    """A tournament as the public list of tournaments shows it.

    `name` is its short name. `place` says where and `dates` when it is played, both in the
    organiser's words. `teams` is the number of its teams. `places` are the names of the teams that
    came first, second and third, with several names for a shared rank; empty until the tournament
    is official. `first` and `last` are the days on which its first and last results were posted, in
    the hall's time zone; None without results.
    """

    name: str
    title: str
    place: str
    dates: str
    teams: int
    status: TournamentStatus
    first: date | None
    last: date | None
    places: Places = ()

    @property
    def is_over(self) -> bool:
        """True if the tournament is official. Otherwise results may still come."""
        return self.status.phase is TournamentPhase.OFFICIAL

    @property
    def year(self) -> int:
        """The year in which the tournament's last result was posted; 0 without a result."""
        return self.last.year if self.last is not None else 0


_MadeFrom = tuple[PublicState, int, int]
"""What a listed tournament was made from; it is made again if one of the three values changes.

The values are the tournament's state, the number of its finished matches, and the sum of the
numbers of events in these matches' logs.
"""


class ListedTournaments:
    """The public list of tournaments, without those in which nothing has been set up yet.

    A tournament is listed once a stage, a knockout or a TTT has been set up in it. What the list
    shows of an official tournament is cached until the tournament changes. `public` computes the
    outcomes of matches from their public games.
    """

    def __init__(self, public: PublicOutcomes) -> None:
        self._public = public
        self._official: dict[TournamentId, tuple[_MadeFrom, ListedTournament]] = {}

    def of(self, source: PublicSource) -> list[ListedTournament]:
        """Return all tournaments of the list, those that are not official yet first.

        Within either group the tournament with the latest result comes first.
        """
        playing = {each.tournament for each in source.registry.in_play()}
        every = [
            self._event(source, tournament, quiet=tournament not in playing)
            for tournament, process in reversed([*source.tournaments.processes.items()])
            if any(each.of(process.state.formats).is_set_up for each in FORMATS)
        ]
        return sorted(every, key=lambda each: (each.is_over, -_ordinal(each)))

    def _event(
        self, source: PublicSource, tournament: TournamentId, *, quiet: bool
    ) -> ListedTournament:
        kept = source.registry.finished.numbered(tournament)
        state = source.tournaments.processes[tournament].state
        made_from = state, len(kept), sum(each.head for each in kept.values())
        known = self._official.get(tournament)
        if quiet and known is not None and known[0][0] is state and known[0][1:] == made_from[1:]:
            return known[1]
        event = self._made(source, tournament, state)
        if quiet and event.is_over:
            self._official[tournament] = made_from, event
        return event

    def _made(
        self, source: PublicSource, tournament: TournamentId, state: PublicState
    ) -> ListedTournament:
        known, stages = self._public.of(tournament), state.event
        final = self._public.finality(source, tournament, known)
        over = final.status.phase is TournamentPhase.OFFICIAL
        days = [each.posted.astimezone().date() for each in final.matches.values() if each.posted]
        name, described = str(source.tournaments.names[tournament]), stages.described
        return ListedTournament(
            name=name,
            title=described.title if described else name,
            place=described.place if described else "",
            dates=described.dates if described else "",
            teams=len({team for stage in stages.stages.values() for team in stage.teams})
            or len(state.teams),
            status=final.status,
            first=min(days, default=None),
            last=max(days, default=None),
            places=podium(stages, known) if over else (),
        )


def _ordinal(event: ListedTournament) -> int:
    return event.last.toordinal() if event.last is not None else 0


def by_year(events: Sequence[ListedTournament]) -> dict[int, list[ListedTournament]]:
    """Return those tournaments that are official, keyed by year, the latest year first."""
    years = dict[int, list[ListedTournament]]()
    for event in events:
        if event.is_over:
            years.setdefault(event.year, []).append(event)
    return {year: years[year] for year in sorted(years, reverse=True)}


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a player sits, or where a team plays whose players are not public yet.

    `who` is the name of the player or of the team. `team` is the player's team, or the team itself,
    and `other_team` is the team that it meets; both names are empty in a match at one table, for
    which `one_table` is True. `room` is None for a team. `place` says in the director's words where
    the room is, or is empty. `side` is a player's side and `against` the name of their opponent at
    the table; both are set only for a player. `starts` is the announced start of the round, or
    None.
    """

    who: str
    is_team: bool
    team: str
    other_team: str
    match: MatchAddress
    one_table: bool = False
    room: Room | None = None
    place: str = ""
    side: Side | None = None
    against: str = ""
    starts: datetime | None = None


def whereabouts(
    matches: Iterable[PublicSnapshot],
    states: Mapping[TournamentId, TeamEventState],
    names: Names,
    now: datetime,
) -> list[Whereabouts]:
    """Return where everybody plays in these matches: first players, then teams, sorted by name.

    Erased persons are left out, and so are matches that are over. `states` are the states of the
    matches' tournaments, keyed by tournament. At the time `now`, matches under way have started.
    """
    every = [
        each
        for match in matches
        if match.phase is not PublicPhase.OVER
        for each in _of_match(match, states, names, now)
        if each.who != NAMELESS
    ]
    return sorted(every, key=lambda each: (each.is_team, each.who.casefold(), each.match))


def _of_match(
    match: PublicSnapshot,
    states: Mapping[TournamentId, TeamEventState],
    names: Names,
    now: datetime,
) -> Iterator[Whereabouts]:
    match_id = match.scheduled.match_id
    address, state = names.match(match_id), states.get(match_id.tournament)
    if isinstance(match.scheduled, MatchPlayScheduled):
        players = [names.by(each) for each in match.scheduled.opponents]
        for side, who, opponent in zip(Side, players, players[::-1], strict=True):
            place = state.places.open_room if state else ""
            yield Whereabouts(who, False, "", "", address, True, TABLE, place, side, opponent)
        return
    home, away = match.scheduled.opponents
    starts = announced_start(state, match_id.number)
    if starts is not None and starts <= now and match.phase is not PublicPhase.PLANNED:
        starts = None
    if match.line_ups is None:
        for team, against in ((home, away), (away, home)):
            yield Whereabouts(team, True, team, against, address, starts=starts)
        return
    for room in Room:
        seats = {
            side: _seated(match, room, is_home=(side is Side.WHITE) == (room is Room.OPEN))
            for side in Side
        }
        for side, (team, person) in seats.items():
            other_team, other = seats[side.opponent]
            yield Whereabouts(
                names.of(person),
                False,
                team,
                other_team,
                address,
                room=room,
                place=_place(state, room),
                side=side,
                against=names.of(other),
                starts=starts,
            )


def _seated(match: PublicSnapshot, room: Room, *, is_home: bool) -> tuple[str, PersonId]:
    assert match.line_ups is not None
    team = match.line_ups.home if is_home else match.line_ups.away
    return team.name, team.open_player if room is Room.OPEN else team.closed_player


def _place(state: TeamEventState | None, room: Room) -> str:
    if state is None:
        return ""
    return state.places.open_room if room is Room.OPEN else state.places.closed_room


def announced_start(state: TeamEventState | None, number: int) -> datetime | None:
    """Return the announced start of the round of match `number`, or None if there is none."""
    stage = state.stage_of(number) if state else None
    if state is None or stage is None:
        return None
    return next(
        (
            state.times.starts.get((stage.number, announced.round))
            for announced in stage.published.values()
            if any(pairing.number == number for pairing in announced.pairings)
        ),
        None,
    )


_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)


class LatestResults:
    """The finished matches that are wholly public, the one with the latest result first.

    To find N matches, only the N finished matches with the highest numbers are looked at in each
    tournament. Matches are numbered in the order in which they are set up, so a match with a lower
    number that finished late may be missed.
    """

    def __init__(self, hub: LiveHub) -> None:
        self._hub = hub
        self._posted: dict[MatchId, tuple[ListedMatch, datetime]] = {}

    def of_all(self, tournaments: list[TournamentId], count: int) -> list[MatchId]:
        """Return at most `count` matches of these tournaments, those with the latest results."""
        every = [each for tournament in tournaments for each in self._last(tournament, count)]
        return sorted(every, key=self._when, reverse=True)[:count]

    def of(self, tournament: TournamentId, count: int) -> list[MatchId]:
        """Return at most `count` matches of a tournament, those with the latest results."""
        return self.of_all([tournament], count)

    def _last(self, tournament: TournamentId, count: int) -> list[MatchId]:
        last = self._hub.known.finished.in_tournament(tournament)[-count:]
        return [each for each in last if self._hub.is_finished(each)]

    def _when(self, match_id: MatchId) -> tuple[datetime, int]:
        kept, known = self._hub.known.finished.kept(match_id), self._posted.get(match_id)
        if kept is None:
            return _BEFORE_ALL, match_id.number
        if known is None or known[0] is not kept:
            steps = steps_kept(self._hub.known.finished.of(match_id))
            known = kept, steps[0].at if steps else _BEFORE_ALL
            self._posted[match_id] = known
        return known[1], match_id.number


def public_cases(tournament: PublicTournament, final: TournamentFinality) -> list[Case]:
    """Return a tournament's public cases, except those about a match that is not publicly over.

    A case is public if the director has published words about it. `final` knows the matches that
    are publicly over.
    """
    return [
        case
        for case in tournament.state.rulings.cases.cases.values()
        if case.words and all(number in final.matches for number in matches_of_case(case))
    ]


def matches_of_case(case: Case) -> set[int]:
    """Return the numbers of the matches that a case is about or whose result it adjusted."""
    adjusted = case.ruled.number if case.ruled is not None else 0
    return {case.number, adjusted} - {0}
