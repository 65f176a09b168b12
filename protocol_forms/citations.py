"""Where a result's points come from, in words: table, row and column (rulings 1 to 3)."""

from dataclasses import dataclass

from protocol_forms.form_texts import N_, Say
from rules.scoring.citations import ImpCited, VpCited, imp_cited, smp_cited, vp_cited
from rules.scoring.match_protocol import AdjustedResult, CancelledResult, MatchProtocol, Result
from rules.scoring.scales import EXTRA_GAMES, Row, Smp, results_of
from rules.scoring.teams import PerTeam, TeamPlace

_NAMED_ROWS = {Row.PASS_15: N_("Pass/15"), Row.TRIPLE: N_("Triple")}
_READING = N_(
    "SMP: row by the loser's checkers, column by the cube. IMP: step by SMP. VP: row by the "
    "difference in IMP, column of %(results)s results."
)
_READING_WITHOUT_VP = N_("SMP: row by the loser's checkers, column by the cube. IMP: step by SMP.")
_SMP = N_("%(points)s SMP: row %(row)s, cube %(cube)s")
_ADJUSTED = N_("%(points)s SMP: set by the director, not from a table")
_IMP = N_("%(points)s IMP: SMP %(least)s–%(most)s")
_HIGHEST_IMP = N_("%(points)s IMP: SMP %(least)s or more")
_VP = N_("%(home)s–%(away)s: difference %(least)s–%(most)s, column %(results)s results")
_HIGHEST_VP = N_("%(home)s–%(away)s: difference %(least)s or more, column %(results)s results")


def reading_words(games: int, say: Say) -> str:
    """How the tables are read in a match of `games` games a room, for a form on paper."""
    if games == EXTRA_GAMES:
        return say(_READING_WITHOUT_VP)
    return say(_READING, results=results_of(games))


def smp_words(result: Result, team: TeamPlace, say: Say) -> str:
    """The cell of a team's SMP of a result, empty where it has none."""
    points = result.smp.of(team)
    if not points or isinstance(result, CancelledResult):
        return ""
    if isinstance(result, AdjustedResult):
        return say(_ADJUSTED, points=points)
    cited = smp_cited(result)
    row = say(_NAMED_ROWS[cited.row]) if cited.row in _NAMED_ROWS else cited.row.value
    return say(_SMP, points=cited.points, row=row, cube=cited.cube)


def imp_words(smp: Smp, say: Say) -> str:
    """The step of so many SMP, empty for none."""
    cited: ImpCited | None = imp_cited(smp)
    if cited is None:
        return ""
    form = _HIGHEST_IMP if cited.most is None else _IMP
    return say(form, points=cited.points, least=cited.least, most=cited.most)


def vp_words(cited: VpCited, say: Say) -> str:
    """The cell of a match's VP."""
    form = _HIGHEST_VP if cited.most is None else _VP
    return say(
        form,
        home=cited.points.home,
        away=cited.points.away,
        least=cited.least,
        most=cited.most,
        results=cited.results,
    )


def match_vp_words(protocol: MatchProtocol, say: Say) -> str:
    """The cell of the match's VP, empty until it has any."""
    if protocol.vp is None:
        return ""
    return vp_words(vp_cited(protocol.difference, protocol.games), say)


@dataclass(frozen=True, slots=True)
class CitedPoints:
    """Points by the scale `unit`; `cited` says in words which cell each is, empty for none."""

    unit: str
    points: PerTeam[int]
    cited: PerTeam[str]


def cited_points(result: Result, say: Say) -> tuple[CitedPoints, CitedPoints]:
    """The small and the international match points of a result (rulings 1 to 4)."""
    smp, imp = result.smp, result.imp
    smp_cells = (smp_words(result, team, say) for team in TeamPlace)
    imp_cells = (imp_words(smp.of(team), say) for team in TeamPlace)
    return (
        CitedPoints("SMP", PerTeam(int(smp.home), int(smp.away)), PerTeam(*smp_cells)),
        CitedPoints("IMP", PerTeam(int(imp.home), int(imp.away)), PerTeam(*imp_cells)),
    )
