"""The standings of a group: points, and tie-breaks between level teams.

Sources: ruling 1 (byes, walkovers, withdrawals, penalties); ruling 13, applied in
rules.formats.team_event.tie_breaks.
"""

from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.formats.format import NOTHING_PLAYED, MatchOutcome, Outcomes
from rules.formats.team_event.stages import Pairing, Stage, TeamEventState
from rules.formats.team_event.tie_breaks import Compared, OwnMatches, TieBreak, ranked

WALKOVER_VP = 18
"""The least VP of a walkover (ruling 1).

If the teams of a group have different numbers of byes, each bye is worth this number, too.
"""


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A team's line in the standings of its group.

    Teams that no criterion separates have the same `place`. `shared` is True if at least two of the
    teams with this place are still in play; withdrawn teams do not count for it. `vp` is the
    sum of the VP of all meetings and of `bye_vp`, less `vp_penalty`. `imp` and `smp` are the sums
    for the team and against it, over all results so far, without penalties. `walkovers` is the
    number of matches won without play.
    """

    team: str
    place: int
    played: int
    won: int
    level: int
    lost: int
    byes: int
    walkovers: int
    vp: Fraction
    bye_vp: int
    vp_penalty: int
    imp: tuple[int, int]
    imp_penalty: int
    smp: tuple[int, int]
    tie_break: TieBreak | None = None
    shared: bool = False
    withdrawn: bool = False

    @property
    def imp_difference(self) -> int:
        """The team's IMP, less the IMP against it, less its IMP penalty."""
        return self.imp[0] - self.imp[1] - self.imp_penalty

    @property
    def smp_difference(self) -> int:
        """The team's SMP, less the SMP against it."""
        return self.smp[0] - self.smp[1]


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pair of a group who meet in a round, with the VP that each of the two teams gets from it.

    `points` are those of home and away, None while they are not known. `walkover` is True if the
    points were awarded without play. `annulled` is True if the points count for neither team
    (ruling 1).
    """

    pairing: Pairing
    points: tuple[Fraction, Fraction] | None
    walkover: bool = False
    annulled: bool = False


@dataclass(slots=True)
class _Sums:
    """The sums of one team over the results of its group; each result in turn is added to them."""

    played: int = 0
    won: int = 0
    level: int = 0
    lost: int = 0
    vp_for: int = 0
    vp_against: int = 0
    extra: Fraction = Fraction(0)
    imp_for: int = 0
    imp_against: int = 0
    smp_for: int = 0
    smp_against: int = 0
    byes: int = 0
    bye_vp: int = 0
    walkovers: int = 0


@dataclass(frozen=True, slots=True)
class _Group:
    """The sums of each team of a group, and the VP of its decided matches.

    The keys of `decided` are pairs of the home and the away team. `walked` are the walkovers whose
    VP the director has not set, so that they are computed from these sums. Each is a pair: the team
    that gets the VP, and the team that did not come.
    """

    sums: Mapping[str, _Sums]
    decided: OwnMatches
    walked: Sequence[tuple[str, str]]


def standings(
    state: TeamEventState, stage: Stage, group: int, outcomes: Outcomes
) -> tuple[TeamStanding, ...]:
    """Return the lines of a group's standings, best team first; groups are numbered from 1.

    Teams whose matches are annulled come last.
    """
    teams = stage.groups[group - 1]
    out = _annulled_teams(state, stage, group)
    counted = [team for team in teams if team not in out]
    added = _added_up(state, stage, group, out, outcomes)
    _give_byes(stage, group, out, added.sums)
    _give_walkovers(added)
    lines = {team: _line(state, stage, team, added.sums[team]) for team in counted}
    placed = _placed(stage, group, lines, added.decided)
    annulled = [_annulled(team, len(counted) + 1) for team in teams if team in out]
    return (*placed, *annulled)


def meetings(
    state: TeamEventState, stage: Stage, group: int, outcomes: Outcomes
) -> tuple[Meeting, ...]:
    """Return the meetings of a group with their points, in the order of the rounds.

    Meetings of rounds that are not published yet are included.
    """
    out = _annulled_teams(state, stage, group)
    sums = _added_up(state, stage, group, out, outcomes).sums
    return tuple(
        _meeting(state, pairing, outcomes, out, sums) for pairing in stage.pairings_by_group[group]
    )


def _annulled_teams(state: TeamEventState, stage: Stage, group: int) -> set[str]:
    """Return the teams of a group whose matches do not count because they withdrew early."""
    return {
        team for team in stage.groups[group - 1] if stage.number in state.withdrawn.get(team, ())
    }


def _meeting(
    state: TeamEventState,
    pairing: Pairing,
    outcomes: Outcomes,
    out: AbstractSet[str],
    sums: Mapping[str, _Sums],
) -> Meeting:
    played = outcome_of(pairing, outcomes).vp
    points = None if played is None else (Fraction(played[0]), Fraction(played[1]))
    if not out.isdisjoint(pairing.teams):
        return Meeting(pairing, points, annulled=True)
    missing = absent(state, pairing, outcomes)
    if not missing:
        return Meeting(pairing, points)
    given = None if pairing.number is None else state.walkovers.get(pairing.number)
    if given is not None and given.ruled is not None:
        return Meeting(pairing, (Fraction(given.ruled[0]), Fraction(given.ruled[1])), walkover=True)
    home, away = (
        Fraction(0) if team in missing else _walkover_vp(sums[team], sums[missing[0]])
        for team in pairing.teams
    )
    return Meeting(pairing, (home, away), walkover=True)


def outcome_of(pairing: Pairing, outcomes: Outcomes) -> MatchOutcome:
    """Return the outcome of a pairing's match, or NOTHING_PLAYED if the match has not begun."""
    if pairing.number is None:
        return NOTHING_PLAYED
    return outcomes.get(pairing.number, NOTHING_PLAYED)


def absent(state: TeamEventState, pairing: Pairing, outcomes: Outcomes) -> tuple[str, ...]:
    """Return the teams of a pairing that did not come, so that the match is a walkover (ruling 1).

    Return an empty tuple if the match was played or can still be played.
    """
    if pairing.missed:
        return (pairing.missed,)
    if pairing.number is not None and pairing.number in state.walkovers:
        return state.walkovers[pairing.number].absent
    gone = tuple(team for team in pairing.teams if team in state.withdrawn)
    return () if gone and outcome_of(pairing, outcomes).vp is not None else gone


def is_decided(state: TeamEventState, pairing: Pairing, outcomes: Outcomes) -> bool:
    """Return True if the match of a pairing is over, or decided or annulled without play."""
    if pairing.missed or any(team in state.withdrawn for team in pairing.teams):
        return True
    return outcome_of(pairing, outcomes).vp is not None or pairing.number in state.walkovers


def _added_up(
    state: TeamEventState, stage: Stage, group: int, out: Collection[str], outcomes: Outcomes
) -> _Group:
    sums = {team: _Sums() for team in stage.groups[group - 1] if team not in out}
    decided: dict[tuple[str, str], list[tuple[int, int]]] = {}
    walked: list[tuple[str, str]] = []
    exceptions = bool(state.walkovers or state.withdrawn or stage.joined)
    for pairing in stage.pairings_by_group[group]:
        home, away, number = pairing.home, pairing.away, pairing.number
        if out and (home in out or away in out):
            continue
        missing = absent(state, pairing, outcomes) if exceptions else ()
        if not missing:
            outcome = outcome_of(pairing, outcomes)
            if outcome.games:
                _add(sums[home], sums[away], outcome)
                if outcome.vp is not None:
                    decided.setdefault((home, away), []).append(outcome.vp)
            continue
        given = None if number is None else state.walkovers.get(number)
        if given is not None and (ruled := given.ruled) is not None:
            sums[home].extra += ruled[0]
            sums[away].extra += ruled[1]
            decided.setdefault((home, away), []).append(ruled)
        else:
            walked.extend((team, missing[0]) for team in pairing.teams if team not in missing)
    return _Group(sums, decided, walked)


def _add(home: _Sums, away: _Sums, outcome: MatchOutcome) -> None:
    own, theirs = outcome.imp
    home.imp_for += own
    home.imp_against += theirs
    away.imp_for += theirs
    away.imp_against += own
    smp, their_smp = outcome.smp
    home.smp_for += smp
    home.smp_against += their_smp
    away.smp_for += their_smp
    away.smp_against += smp
    if outcome.vp is None:
        return
    vp, their_vp = outcome.vp
    home.played += 1
    away.played += 1
    home.vp_for += vp
    home.vp_against += their_vp
    away.vp_for += their_vp
    away.vp_against += vp
    if own == theirs:
        home.level += 1
        away.level += 1
    elif own > theirs:
        home.won += 1
        away.lost += 1
    else:
        home.lost += 1
        away.won += 1


def _give_byes(stage: Stage, group: int, out: Collection[str], sums: Mapping[str, _Sums]) -> None:
    """Count the byes of each team, and give VP for each bye if the numbers differ (ruling 1).

    `out` are the teams whose matches are annulled: a team that was to meet one of them has a bye in
    that round, too. The byes and VP are added to `sums`.
    """
    if any(each.group == group for each in stage.joined):
        _give_byes_by_matches(stage, group, out, sums)
    elif not out:
        for each in stage.rounds:
            for team in each.byes:
                if team in sums:
                    sums[team].byes += 1
    else:
        _give_byes_without(stage, group, out, sums)
    if len({each.byes for each in sums.values()}) > 1:
        for each_sums in sums.values():
            each_sums.bye_vp = WALKOVER_VP * each_sums.byes


def _give_byes_by_matches(
    stage: Stage, group: int, out: Collection[str], sums: Mapping[str, _Sums]
) -> None:
    """Count byes in a group that a late team has joined, and add them to `sums`.

    The number of a team's byes is the largest number of matches of any team in the group, less the
    number of this team's matches.
    """
    matches = dict.fromkeys(sums, 0)
    for pairing in stage.pairings_by_group[group]:
        if not set(out).intersection(pairing.teams):
            for team in pairing.teams:
                matches[team] += 1
    for team, each_sums in sums.items():
        each_sums.byes = max(matches.values()) - matches[team]


def _give_byes_without(
    stage: Stage, group: int, out: Collection[str], sums: Mapping[str, _Sums]
) -> None:
    teams = set(stage.groups[group - 1])
    for each in stage.rounds:
        met = {
            team
            for pairing in each.pairings
            if not teams.isdisjoint(pairing.teams) and not set(out).intersection(pairing.teams)
            for team in pairing.teams
        }
        for team in teams - set(out) - met:
            sums[team].byes += 1


def _give_walkovers(added: _Group) -> None:
    for team, absent in added.walked:
        own = added.sums[team]
        own.walkovers += 1
        own.extra += _walkover_vp(own, added.sums[absent])


def _walkover_vp(own: _Sums, absent: _Sums) -> Fraction:
    """Return the VP of a walkover: the best of three figures (ruling 1).

    The figures are 18, the team's own average VP, and the average VP of the teams that have played
    against the absent team.
    """
    averages = [Fraction(WALKOVER_VP)]
    if own.played:
        averages.append(Fraction(own.vp_for, own.played))
    if absent.played:
        averages.append(Fraction(absent.vp_against, absent.played))
    return max(averages)


def _line(state: TeamEventState, stage: Stage, team: str, sums: _Sums) -> TeamStanding:
    given = [
        each
        for each in state.penalties.values()
        if each.team == team and each.stage == stage.number
    ]
    vp_penalty, imp_penalty = sum(each.vp for each in given), sum(each.imp for each in given)
    return TeamStanding(
        team=team,
        place=0,
        played=sums.played,
        won=sums.won,
        level=sums.level,
        lost=sums.lost,
        byes=sums.byes,
        walkovers=sums.walkovers,
        vp=sums.vp_for + sums.extra + sums.bye_vp - vp_penalty,
        bye_vp=sums.bye_vp,
        vp_penalty=vp_penalty,
        imp=(sums.imp_for, sums.imp_against),
        imp_penalty=imp_penalty,
        smp=(sums.smp_for, sums.smp_against),
        withdrawn=team in state.withdrawn,
    )


def _placed(
    stage: Stage, group: int, lines: Mapping[str, TeamStanding], decided: OwnMatches
) -> list[TeamStanding]:
    """Return the lines sorted by place, with places and tie-breaks filled in.

    `decided` are the VP of decided matches, for comparing the tied teams' own matches.
    """
    order = stage.orders.get(group)
    compared = Compared(
        vp={team: line.vp for team, line in lines.items()},
        imp={team: line.imp_difference for team, line in lines.items()},
        smp={team: line.smp_difference for team, line in lines.items()},
        own_matches=decided,
        decided=() if order is None else order.teams,
    )
    placed = list[TeamStanding]()
    for rank in ranked(compared):
        shared = sum(not lines[team].withdrawn for team in rank.teams) > 1
        placed += (
            replace(lines[team], place=rank.place, tie_break=rank.tie_break, shared=shared)
            for team in rank.teams
        )
    return placed


def _annulled(team: str, place: int) -> TeamStanding:
    nothing = (0, 0)
    return TeamStanding(
        team, place, 0, 0, 0, 0, 0, 0, Fraction(0), 0, 0, nothing, 0, nothing, withdrawn=True
    )
