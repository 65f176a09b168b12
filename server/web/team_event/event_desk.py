"""The director's view of a tournament of teams, from which the pages about it are made."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from rules.directing.cases import teams_in_open_cases
from rules.formats.format import Outcomes
from rules.formats.team_event.forecast import Forecast
from rules.formats.team_event.stages import TeamEventState
from server.access import Action
from server.views.director.seen_results import hidden_cases, outcomes_seen_by
from server.views.team_event.values import StagePage
from server.web.orders.tournament_desk import TournamentDesk, desk_for


@dataclass(frozen=True, slots=True)
class EventDesk(TournamentDesk):
    """A tournament of teams as the visitor of one request sees it, and the services for a page."""

    @property
    def state(self) -> TeamEventState:
        """The stages, rounds and rulings as they are now."""
        return self.tournament.state.event

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


EventDeskDep = Annotated[EventDesk, Depends(desk_for(Action.SCHEDULE, EventDesk))]
