"""Which round a print is of, and its matches."""

from rules.errors import MatchRefused
from rules.formats.team_event.stages import Stage
from rules.identities import MatchId
from server.prints.form_context import Part
from server.tournament.tournament_process import TournamentProcess


def published_rounds(tournament: TournamentProcess) -> list[tuple[Stage, int]]:
    """Every published round with its stage, the last first."""
    stages = tournament.state.event.stages
    return [
        (stages[number], each)
        for number in sorted(stages, reverse=True)
        for each in sorted(stages[number].published, reverse=True)
    ]


def round_meant(tournament: TournamentProcess, part: Part) -> tuple[Stage, int]:
    """The stage and round that are named; without a stage the last that has published that round.

    Raises MatchRefused for a round that nobody has published.
    """
    known = published_rounds(tournament)
    for stage, number in known:
        if part.round in (None, number) and part.stage in (None, stage.number):
            return stage, number
    allowed = ", ".join(str(each) for each in sorted({number for _, number in known}))
    raise MatchRefused("round", part.round or "", allowed or "a round that is published")


def matches_of_round(tournament: TournamentProcess, part: Part) -> list[MatchId]:
    """The matches of a round, in its order; raises MatchRefused as `round_meant` does."""
    stage, number = round_meant(tournament, part)
    return [
        MatchId(tournament.tournament, each.number) for each in stage.published[number].pairings
    ]
