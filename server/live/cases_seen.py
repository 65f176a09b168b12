"""Which cases of the case book a visitor may see."""

from rules.directing.cases import Case
from rules.identities import MatchId
from server.access import Action, Sight, Visitor, may
from server.hall import Hall
from server.tournament.event_finality import EventFinality
from server.tournament.tournament_process import TournamentProcess


def hidden_cases(hall: Hall, tournament: TournamentProcess, visitor: Visitor) -> frozenset[int]:
    """Cases a visitor is not shown: all but a director's, and those on matches he plays in."""
    cases = tournament.state.rulings.cases.cases
    if not may(visitor, Action.DIRECT):
        return frozenset(cases)
    return frozenset(
        number
        for number, case in cases.items()
        if any(
            hall.sight(visitor, MatchId(tournament.tournament, match)) is not Sight.BY_ROLE
            for match in _matches(case)
        )
    )


def public_cases(tournament: TournamentProcess, final: EventFinality) -> list[Case]:
    """Cases everybody may read of: made public, and on no match that goes on, or may."""
    return [
        case
        for case in tournament.state.rulings.cases.cases.values()
        if case.words and all(number in final.matches for number in _matches(case))
    ]


def _matches(case: Case) -> set[int]:
    adjusted = case.ruled.number if case.ruled is not None else 0
    return {case.number, adjusted} - {0}
