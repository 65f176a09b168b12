"""The director's view of a tournament of teams, from which the pages about it are made."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from rules.directing.cases import teams_in_open_cases
from rules.formats.format import Outcomes
from rules.formats.team_event.forecast import Forecast
from rules.formats.team_event.stages import TeamEventState
from server.access import Action, Visitor, may
from server.hall import Hall
from server.live.public_outcomes import PublicOutcomes
from server.tournaments.tournament_process import TournamentProcess
from server.views.director.seen_results import hidden_cases, outcomes_seen_by
from server.views.team_event.values import StagePage
from server.web.edge.authorization import Scheduling
from server.web.edge.public_services import PublicOutcomesDep
from server.web.edge.services import HallDep, TournamentDep
from server.web.shell.shell import Shell, ShellDep
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class EventDesk:
    """A tournament of teams as the visitor of one request sees it, and the services for a page."""

    request: Request
    visitor: Visitor
    shell: Shell
    hall: Hall
    tournament: TournamentProcess
    public: PublicOutcomes

    @property
    def words(self) -> Words:
        """The texts in the visitor's language."""
        return self.shell.words(self.request)

    @property
    def state(self) -> TeamEventState:
        """The stages, rounds and rulings as they are now."""
        return self.tournament.state.event

    @property
    def tournaments(self) -> list[str]:
        """The short names of all tournaments."""
        return [str(each) for each in self.hall.tournaments.names.values()]

    @property
    def may_direct(self) -> bool:
        """True if the visitor may rule."""
        return may(self.visitor, Action.DIRECT)

    @property
    def address(self) -> str:
        """The address of the page with the rounds."""
        return f"/hall/t/{self.tournament.name}/tournament"

    def outcomes(self) -> Outcomes:
        """Return the outcomes of all matches that the visitor may know."""
        return outcomes_seen_by(self.visitor, self.hall, self.public, self.tournament.tournament)

    def forecast(self, outcomes: Outcomes) -> Forecast:
        """Return the expected ends of what is being played, computed from these outcomes."""
        return self.public.forecast(self.hall, self.tournament.tournament, outcomes)

    def page(self, outcomes: Outcomes) -> StagePage:
        """Return a StagePage, which makes the values of stages for pages from these outcomes."""
        hidden = hidden_cases(self.hall, self.tournament, self.visitor)
        cases = self.tournament.state.rulings.cases.cases
        known = (case for number, case in cases.items() if number not in hidden)
        return StagePage(
            self.state,
            outcomes,
            self.hall.addresses(self.tournament.tournament),
            self.words,
            appealed=teams_in_open_cases(known),
            forecast=self.forecast(outcomes),
        )


async def _event_desk(
    request: Request,
    visitor: Scheduling,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
    public: PublicOutcomesDep,
) -> EventDesk:
    return EventDesk(request, visitor, shell, hall, tournament, public)


EventDeskDep = Annotated[EventDesk, Depends(_event_desk)]
