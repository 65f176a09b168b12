"""A tournament as the visitor of one request sees it, for the pages with forms that give orders."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, TypeVar

from fastapi import Depends, Request

from server.access import Action, Visitor, may
from server.hall import Hall
from server.live.public_outcomes import PublicOutcomes
from server.tournaments.tournament_process import TournamentProcess
from server.values.naming import Names
from server.web.edge.authorization import needs
from server.web.edge.services import HallDep, TournamentDep, services_of
from server.web.shell.shell import Shell, ShellDep
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class TournamentDesk:
    """A tournament and the visitor of one request, with the services for the page."""

    request: Request
    visitor: Visitor
    shell: Shell
    hall: Hall
    tournament: TournamentProcess

    @property
    def words(self) -> Words:
        """The texts in the visitor's language."""
        return self.shell.words(self.request)

    @property
    def names(self) -> Names:
        """People's full names in the visitor's language."""
        return self.hall.names(self.words.code, in_full=True)

    @property
    def name(self) -> str:
        """The tournament's short name."""
        return str(self.tournament.name)

    @property
    def tournaments(self) -> list[str]:
        """The short names of all tournaments."""
        return [str(each) for each in self.hall.tournaments.names.values()]

    @property
    def may_direct(self) -> bool:
        """True if the visitor may rule."""
        return may(self.visitor, Action.DIRECT)

    @property
    def public(self) -> PublicOutcomes:
        """The public outcomes of all tournaments."""
        return services_of(self.request).public_outcomes


_Desk = TypeVar("_Desk", bound=TournamentDesk)


def desk_for(action: Action, kind: type[_Desk]) -> Callable[..., Awaitable[_Desk]]:
    """Return a dependency that returns a desk of class `kind`.

    It refuses visitors without the right to `action`.
    """

    async def desk(
        request: Request,
        visitor: Annotated[Visitor, Depends(needs(action))],
        shell: ShellDep,
        hall: HallDep,
        tournament: TournamentDep,
    ) -> _Desk:
        return kind(request, visitor, shell, hall, tournament)

    return desk


SchedulingDesk = Annotated[TournamentDesk, Depends(desk_for(Action.SCHEDULE, TournamentDesk))]
EnteringDesk = Annotated[TournamentDesk, Depends(desk_for(Action.ENTER_TEAM, TournamentDesk))]
SeatingDesk = Annotated[TournamentDesk, Depends(desk_for(Action.SEAT_BOARD, TournamentDesk))]
DirectingDesk = Annotated[TournamentDesk, Depends(desk_for(Action.DIRECT, TournamentDesk))]
"""The desk for a visitor with the right DIRECT; a route with this parameter refuses all others.

The other types do the same for SCHEDULE, ENTER_TEAM and SEAT_BOARD.
"""
