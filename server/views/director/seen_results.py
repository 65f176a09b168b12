"""A tournament's results as a signed-in visitor may see them.

Visitors who run the tournament see all results, except those of matches in play in which they
themselves play; of these they see what the public knows (ruling 34). Other visitors see what the
public knows.
"""

from rules.formats.format import NOTHING_PLAYED, Outcomes, PointOutcome
from rules.identities import MatchId, TournamentId
from server.access import Action, Sight, Visitor, may
from server.hall import Hall
from server.live.listed_tournaments import matches_of_case
from server.live.public_outcomes import NOT_BEGUN, PublicOutcomes
from server.tournaments.tournament_finality import TournamentFinality, tournament_finality
from server.tournaments.tournament_process import TournamentProcess


def points_seen_by(
    visitor: Visitor, hall: Hall, public: PublicOutcomes, tournament: TournamentId
) -> dict[int, PointOutcome]:
    """Return the outcomes that the visitor may see of matches at one table, keyed by match number.

    Of their own matches in play, visitors see what the public knows. `public` are the public
    outcomes.
    """
    known = public.to_points(hall, tournament)
    if not may(visitor, Action.SEE_BOTH_ROOMS):
        return known
    seen = hall.to_points(tournament)
    for match_id in hall.registry.in_play():
        own = match_id.tournament == tournament and match_id.number in seen
        if own and hall.sight(visitor, match_id) is not Sight.BY_ROLE:
            seen[match_id.number] = known.get(match_id.number, NOT_BEGUN)
    return seen


def outcomes_seen_by(
    visitor: Visitor, hall: Hall, public: PublicOutcomes, tournament: TournamentId
) -> Outcomes:
    """Return the outcomes of a tournament's matches that a visitor who runs it may see.

    The outcomes are keyed by match number. If a match is in play and the visitor may be one of its
    players, its outcome is the one that the public knows. `public` returns the public outcomes.
    """
    known: Outcomes | None = None
    seen = dict(hall.outcomes.of(tournament))
    for match_id in hall.registry.in_play():
        own = match_id.tournament == tournament
        if own and hall.sight(visitor, match_id) is not Sight.BY_ROLE:
            known = known or public.of(tournament)
            seen[match_id.number] = known.get(match_id.number, NOTHING_PLAYED)
    return seen


def directors_finality(
    hall: Hall, public: PublicOutcomes, tournament: TournamentId, seen: Outcomes
) -> TournamentFinality:
    """Return which of a tournament's results are final, for a visitor who runs the tournament.

    `seen` are the outcomes that the visitor may see, which `outcomes_seen_by` returns.
    """
    process = hall.tournaments.processes[tournament]
    steps = hall.result_steps.of(tournament)
    to_points = public.to_points(hall, tournament)
    return tournament_finality(process.state, process.times, steps, seen, to_points, hall.now())


def hidden_cases(hall: Hall, tournament: TournamentProcess, visitor: Visitor) -> frozenset[int]:
    """Return the numbers of the cases that are hidden from a visitor.

    Directors may not see cases about matches in which they play; other visitors may see no case.
    """
    cases = tournament.state.rulings.cases.cases
    if not may(visitor, Action.DIRECT):
        return frozenset(cases)
    return frozenset(
        number
        for number, case in cases.items()
        if any(
            hall.sight(visitor, MatchId(tournament.tournament, match)) is not Sight.BY_ROLE
            for match in matches_of_case(case)
        )
    )
