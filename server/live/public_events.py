"""The events of a hall as the public knows them: how far each is, when it was played, who won."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from rules.directing.finality import EventPhase, EventStatus, podium
from rules.identities import TournamentId
from server.hall import Hall
from server.live.public_outcomes import PublicOutcomes
from server.tournament.tournament_state import TournamentState

Places = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """An event: `name` is its short one, `places` its first three teams once it is official.

    `first` and `last` are the days on which its results were posted, in the hall's time zone; None
    while there are none.
    """

    name: str
    title: str
    place: str
    dates: str
    teams: int
    status: EventStatus
    first: date | None
    last: date | None
    places: Places = ()

    @property
    def is_over(self) -> bool:
        """Whether it is official; one that is not may have results still to come."""
        return self.status.phase is EventPhase.OFFICIAL

    @property
    def year(self) -> int:
        """The year in which it ended; of one without a result none, 0."""
        return self.last.year if self.last is not None else 0


_MadeFrom = tuple[TournamentState, int, int]
"""Its own stream's state, how many matches are finished, how far their logs go."""


class PublicEvents:
    """Tournaments that have stages, the newest first; what is official is kept until it changes."""

    def __init__(self, public: PublicOutcomes) -> None:
        self._public = public
        self._official: dict[TournamentId, tuple[_MadeFrom, PublicEvent]] = {}

    def of(self, hall: Hall) -> list[PublicEvent]:
        """Every one of them: running and coming ones first, then by when they were over."""
        playing = {each.tournament for each in hall.registry.in_play()}
        every = [
            self._event(hall, tournament, quiet=tournament not in playing)
            for tournament, process in reversed([*hall.tournaments.processes.items()])
            if process.state.event.stages
        ]
        return sorted(every, key=lambda each: (each.is_over, -_ordinal(each)))

    def _event(self, hall: Hall, tournament: TournamentId, *, quiet: bool) -> PublicEvent:
        kept = hall.registry.finished.numbered(tournament)
        state = hall.tournaments.processes[tournament].state
        made_from = state, len(kept), sum(each.head for each in kept.values())
        known = self._official.get(tournament)
        if quiet and known is not None and known[0][0] is state and known[0][1:] == made_from[1:]:
            return known[1]
        event = self._made(hall, tournament, state)
        if quiet and event.is_over:
            self._official[tournament] = made_from, event
        return event

    def _made(self, hall: Hall, tournament: TournamentId, state: TournamentState) -> PublicEvent:
        known, stages = self._public.of(tournament), state.event
        final = self._public.finality(hall, tournament, known)
        over = final.status.phase is EventPhase.OFFICIAL
        days = [each.posted.astimezone().date() for each in final.matches.values() if each.posted]
        name, described = str(hall.tournaments.names[tournament]), stages.described
        return PublicEvent(
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


def _ordinal(event: PublicEvent) -> int:
    return event.last.toordinal() if event.last is not None else 0


def by_year(events: Sequence[PublicEvent]) -> dict[int, list[PublicEvent]]:
    """Events that are over by the years in which they ended, the latest year first."""
    years = dict[int, list[PublicEvent]]()
    for event in events:
        if event.is_over:
            years.setdefault(event.year, []).append(event)
    return {year: years[year] for year in sorted(years, reverse=True)}
