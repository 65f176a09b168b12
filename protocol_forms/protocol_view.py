"""A match protocol as printed: the view from which every form of it is made, and its heading.

Source: the final's form in Fair Backgammon Duplicated Team Tournament (Garal, 2008). Rulings 5
(printed colours), 11 (substitutes) and 15 (contents of a form). Also the sources of a result's
points in words: table, row and column (rulings 1 to 3); and the course of a match on its form:
where, when, who signed (ruling 15).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from protocol_forms.grids import Grid
from protocol_forms.labels import Say
from rules.position import Side
from rules.room import Room
from rules.scoring.citations import ImpCited, VpCited, imp_cited, smp_cited, vp_cited
from rules.scoring.match_protocol import AdjustedResult, CancelledResult, MatchProtocol, Result
from rules.scoring.scales import EXTRA_GAMES, Row, Smp, results_of
from rules.scoring.teams import PerTeam, TeamPlace
from rules.text import N_


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """A signature for a team or a player: the person who signed, and the time (UTC)."""

    team: str
    by: str
    when: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchCourse:
    """The day and place of a match, its signatures, and the times of the states it replaces.

    `replaces` is the time at which both had signed an earlier state that a later decision revoked,
    `replaces_print` the time at which a form with other contents was printed. Unknown values stay
    empty and are left out.
    """

    played: str = ""
    place: str = ""
    signatures: tuple[Signature, ...] = ()
    replaces: str = ""
    replaces_print: str = ""


UNKNOWN_COURSE = MatchCourse()


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolHeading:
    """Names and dates of a protocol; unknown ones stay empty and are left out.

    `players` by room and side, substitutes after the player they replace (ruling 11). `roll_sets`
    number the rolls of each game through the event (ruling 15). `recorded` is the time of the
    record as printed, `ledger_head` the last hash of the event log, given after the match only.
    `colours` are the printed names of the two sides (ruling 5). A `trial` counts in no standings.
    """

    teams: PerTeam[str]
    event: str = ""
    match: str = ""
    players: Mapping[tuple[Room, Side], tuple[str, ...]] = field(default_factory=dict)
    roll_sets: tuple[int, ...] = ()
    trial: bool = False
    recorded: str = ""
    ledger_head: str = ""
    colours: Mapping[Side, str] = field(
        default_factory=lambda: {Side.WHITE: "White", Side.RED: "Red"}
    )
    course: MatchCourse = UNKNOWN_COURSE


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedShown:
    """An account's decision about a result: `how`, by whom, when (UTC) and why.

    `after_deadline`: the result was final by then (ruling 32). `next_roll_set` numbers the rolls of
    the attempt that followed a voided one, 0 for none.
    """

    how: str
    by: str
    when: str
    reason: str
    after_deadline: bool = False
    next_roll_set: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedPoints:
    """The cells of the tables with a row's points, in words; empty if there are none."""

    smp_home: str = ""
    smp_away: str = ""
    imp_home: str = ""
    imp_away: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolRow:
    """One game in one room; None is an empty cell.

    Cube values: owned by home or away, proposed and refused, or in force with no owner recorded. A
    counted game has its tally instead of cube, checkers left, SMP and IMP. `decided` are the
    decisions about a result that no board ended, in order; `confirmation` is "unconfirmed" or the
    confirmer: "both players", "both captains" or an account's name (ruling 15).
    """

    game: int
    room: str
    letter: str
    opening: str | None
    cube_home: int | None = None
    cube_proposed: int | None = None
    cube_away: int | None = None
    cube_unowned: int | None = None
    left_home: int | None = None
    left_away: int | None = None
    smp_home: int | None = None
    smp_away: int | None = None
    imp_home: int | None = None
    imp_away: int | None = None
    tally_home: int | None = None
    tally_away: int | None = None
    mark: str = ""
    decided: tuple[DecidedShown, ...] = ()
    confirmation: str = ""
    cited: CitedPoints = CitedPoints()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomSeat:
    """A seat: the team, room, colour and players."""

    team: str
    room: str
    colour: str
    players: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamTotal:
    """One team's name and sums; `vp` is None until the match is complete.

    A match of counted games has the sum `tally` only, every other one all but that.
    """

    name: str
    short_name: str
    smp: int | None = None
    imp: int | None = None
    vp: int | None = None
    tally: int | None = None
    seats: tuple[RoomSeat, RoomSeat]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchProtocolView:
    """A match protocol as printed.

    `difference` is home's sum minus away's, of the unit in `compared`: "IMP" or that of counted
    games, such as "trous". `vp_cited` is the cell of the table with the VP, empty until there are
    any; `reading` explains how the tables are read, empty if there is none. `bridge_difference` is
    a side statistic: IMP of each game's net SMP, summed, home minus away; None if there are no SMP.
    `signatures` are the valid ones; `replaces` is the time at which an earlier state had been
    signed by both, `replaces_print` that at which a form with other contents was printed.
    `statistics` are on the second page, None if no table of IMP scores the match. They are followed
    by `luck`, an engine's estimate for a match that is over, and `luck_notes`. `link` is the
    address of the match's live page, printed as a QR code.
    """

    event: str
    match: str
    roll_sets: str
    games: int
    rows: tuple[ProtocolRow, ...]
    home: TeamTotal
    away: TeamTotal
    compared: str
    difference: int
    complete: bool
    winner: str | None
    bridge_difference: int | None
    notes: tuple[str, ...]
    state: str
    recorded: str
    ledger_head: str
    table_title: str
    table_version: str
    vp_cited: str = ""
    reading: str = ""
    played: str = ""
    place: str = ""
    signatures: tuple[Signature, ...] = ()
    replaces: str = ""
    replaces_print: str = ""
    statistics: Grid | None = None
    luck: tuple[Grid, ...] = ()
    luck_notes: tuple[str, ...] = ()
    link: str = ""


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
    """Return how the tables are read in a match of `games` games per room, for a form on paper."""
    if games == EXTRA_GAMES:
        return say(_READING_WITHOUT_VP)
    return say(_READING, results=results_of(games))


def smp_words(result: Result, team: TeamPlace, say: Say) -> str:
    """Return the cell of a team's SMP of a result, empty if it has none."""
    points = result.smp.of(team)
    if not points or isinstance(result, CancelledResult):
        return ""
    if isinstance(result, AdjustedResult):
        return say(_ADJUSTED, points=points)
    cited = smp_cited(result)
    row = say(_NAMED_ROWS[cited.row]) if cited.row in _NAMED_ROWS else cited.row.value
    return say(_SMP, points=cited.points, row=row, cube=cited.cube)


def imp_words(smp: Smp, say: Say) -> str:
    """Return the IMP step of `smp` SMP, empty for none."""
    cited: ImpCited | None = imp_cited(smp)
    if cited is None:
        return ""
    form = _HIGHEST_IMP if cited.most is None else _IMP
    return say(form, points=cited.points, least=cited.least, most=cited.most)


def vp_words(cited: VpCited, say: Say) -> str:
    """Return the cell of a match's VP."""
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
    """Return the cell of the match's VP, empty until it has any."""
    if protocol.vp is None:
        return ""
    return vp_words(vp_cited(protocol.difference, protocol.games), say)


@dataclass(frozen=True, slots=True)
class PointsOfScale:
    """Points by the scale `unit`; `cited` is each one's cell in words, empty for none."""

    unit: str
    points: PerTeam[int]
    cited: PerTeam[str]


def cited_points(result: Result, say: Say) -> tuple[PointsOfScale, PointsOfScale]:
    """Return the small and the international match points of a result (rulings 1 to 4)."""
    smp, imp = result.smp, result.imp
    smp_cells = (smp_words(result, team, say) for team in TeamPlace)
    imp_cells = (imp_words(smp.of(team), say) for team in TeamPlace)
    return (
        PointsOfScale("SMP", PerTeam(int(smp.home), int(smp.away)), PerTeam(*smp_cells)),
        PointsOfScale("IMP", PerTeam(int(imp.home), int(imp.away)), PerTeam(*imp_cells)),
    )
