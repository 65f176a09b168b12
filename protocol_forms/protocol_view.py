"""The view of a match protocol, from which every form of it is made, and the protocol's heading.

Source: the form of the final match in Fair Backgammon Duplicated Team Tournament (Garal, 2008).
Rulings 5 (printed colours), 11 (substitutes) and 15 (contents of a form). The view also has words
that say from which scoring table, row and column a result's points come (rulings 1 to 3), and where
and when a match was played and who signed it (ruling 15).
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
    """A signature for a team or a player: the person who signed, and the time as printed."""

    team: str
    by: str
    when: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchCourse:
    """The day and place of a match, its signatures, and the times of earlier forms of the match.

    If both sides had signed and a result was changed or the match shortened afterwards, their
    signatures are void; `replaces` is the time of the later of these two signatures. If a form with
    other contents was printed before, `replaces_print` is the time of that print. The new form
    replaces the signed form and the printed form. Unknown values are empty and are not printed.
    """

    played: str = ""
    place: str = ""
    signatures: tuple[Signature, ...] = ()
    replaces: str = ""
    replaces_print: str = ""


UNKNOWN_COURSE = MatchCourse()


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolHeading:
    """Names and dates for a match protocol. An unknown value is empty and is not printed.

    `players` has names by room and side; a substitute follows the player they replace (ruling 11).
    `roll_sets` has the number of each game's set of rolls (ruling 15). `recorded` is the time at
    which the match's last event was stored, and `ledger_head` the last hash of the event log (the
    ledger). Both are given only after the match. `colours` are the printed names of the two sides
    (ruling 5). `trial` is True for a match that does not count in any standings.
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
    """A decision about a result: `how` is its kind, `by` an account's name, `when` the time (UTC).

    `after_deadline` is True if the result had already become final (ruling 32). `next_roll_set` is
    the number of the set of rolls with which a voided game is played again; otherwise it is 0.
    """

    how: str
    by: str
    when: str
    reason: str
    after_deadline: bool = False
    next_roll_set: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedPoints:
    """The cells of the scoring tables from which the points in a protocol's row come, in words.

    A text is empty if the row does not have these points.
    """

    smp_home: str = ""
    smp_away: str = ""
    imp_home: str = ""
    imp_away: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolRow:
    """One game in one room; a field that is None is printed as an empty cell.

    The cube's value is in one of four fields: owned by the home team or by the away team, proposed
    and refused, or in force without a recorded owner. A counted game has tallies instead of cube,
    checkers left, SMP and IMP. If the result was entered or changed by hand, `decided` has the
    decisions about it, in order. `confirmation` is "unconfirmed", "both players", "both captains"
    or the name of the account that confirmed (ruling 15).
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
    """The place of a team in a room: the team, the room, the colour and the players' names."""

    team: str
    room: str
    colour: str
    players: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamTotal:
    """A team's name and its sums; `vp` is None until the match is complete.

    A match of counted games has only the sum `tally`; any other match has all sums except `tally`.
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
    """A match protocol as it is printed.

    `difference` is home's sum minus away's in the unit `compared`: "IMP", or the unit of counted
    games, such as "trous". `vp_cited` names the cell of the scoring table from which the VP come;
    it is empty until there are VP. `reading` explains how to read the scoring tables, and is empty
    if none is used. `bridge_difference` is a side statistic: the net SMP of each game converted to
    IMP and summed, home minus away; it is None if there are no SMP.

    `signatures` are the valid signatures. `replaces` and `replaces_print` are as in MatchCourse.
    `statistics` are on the second page; they are None if the scoring tables do not score the match.
    After them come `luck`, an engine's estimate for a finished match, and `luck_notes`. `link` is
    the address of the match's live page, printed as a QR code.
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
    """Return an explanation, for a printed form, of how to read the scoring tables.

    `games` is the number of games per room.
    """
    if games == EXTRA_GAMES:
        return say(_READING_WITHOUT_VP)
    return say(_READING, results=results_of(games))


def smp_words(result: Result, team: TeamPlace, say: Say) -> str:
    """Say in words which cell of the SMP scoring table gives a team's SMP of a result.

    The text is empty if the team has no SMP of this result.
    """
    points = result.smp.of(team)
    if not points or isinstance(result, CancelledResult):
        return ""
    if isinstance(result, AdjustedResult):
        return say(_ADJUSTED, points=points)
    cited = smp_cited(result)
    row = say(_NAMED_ROWS[cited.row]) if cited.row in _NAMED_ROWS else cited.row.value
    return say(_SMP, points=cited.points, row=row, cube=cited.cube)


def imp_words(smp: Smp, say: Say) -> str:
    """Say in words which range of SMP gives the IMP of `smp`.

    The text is empty if there are no IMP.
    """
    cited: ImpCited | None = imp_cited(smp)
    if cited is None:
        return ""
    form = _HIGHEST_IMP if cited.most is None else _IMP
    return say(form, points=cited.points, least=cited.least, most=cited.most)


def vp_words(cited: VpCited, say: Say) -> str:
    """Say in words which cell of the VP scoring table gives a match's VP."""
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
    """Say in words which cell of the VP scoring table gives the match's VP.

    The text is empty until there are VP.
    """
    if protocol.vp is None:
        return ""
    return vp_words(vp_cited(protocol.difference, protocol.games), say)


@dataclass(frozen=True, slots=True)
class PointsOfScale:
    """Both teams' points of a result, in one unit.

    `unit` is "SMP" or "IMP". `cited` names, for each team, the cell of the scoring table from which
    its points come; the text is empty if the team has no points.
    """

    unit: str
    points: PerTeam[int]
    cited: PerTeam[str]


def cited_points(result: Result, say: Say) -> tuple[PointsOfScale, PointsOfScale]:
    """Return the SMP and the IMP of a result, with their scoring tables' cells (rulings 1 to 4)."""
    smp, imp = result.smp, result.imp
    smp_cells = (smp_words(result, team, say) for team in TeamPlace)
    imp_cells = (imp_words(smp.of(team), say) for team in TeamPlace)
    return (
        PointsOfScale("SMP", PerTeam(int(smp.home), int(smp.away)), PerTeam(*smp_cells)),
        PointsOfScale("IMP", PerTeam(int(imp.home), int(imp.away)), PerTeam(*imp_cells)),
    )
