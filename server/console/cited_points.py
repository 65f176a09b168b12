"""A result's points by each scale, with the cells of the printed tables that they are."""

from dataclasses import dataclass

from protocol_forms.citations import imp_words, smp_words
from rules.scoring.results import Result
from rules.scoring.teams import PerTeam, TeamPlace
from server.console.speech import Words


@dataclass(frozen=True, slots=True)
class CitedPoints:
    """Points by the scale `unit`; `cited` says in words which cell each is, empty for none."""

    unit: str
    points: PerTeam[int]
    cited: PerTeam[str]


def cited_points(result: Result, words: Words) -> tuple[CitedPoints, CitedPoints]:
    """The small and the international match points of a result (rulings 1 to 4)."""
    smp, imp = result.smp, result.imp
    smp_cells = (smp_words(result, team, words.gettext) for team in TeamPlace)
    imp_cells = (imp_words(smp.of(team), words.gettext) for team in TeamPlace)
    return (
        CitedPoints("SMP", PerTeam(int(smp.home), int(smp.away)), PerTeam(*smp_cells)),
        CitedPoints("IMP", PerTeam(int(imp.home), int(imp.away)), PerTeam(*imp_cells)),
    )
