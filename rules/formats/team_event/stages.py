"""The state of a tournament of teams: stages, draws, rounds, rulings, planned hours.

Sources: rulings 1 (walkovers, withdrawals, penalties), 13 (stages of 2008) and 29 (what was never
played is withdrawn).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import TypeVar

from rules import events as ev
from rules.formats.draw import round_robin
from rules.formats.format import FormatState
from rules.formats.team_event.entries import Entries
from rules.scoring.scales import EXTRA_GAMES


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two teams of a group who meet in a round.

    `number` is the number of their match, None until the round is published. If one of the teams
    joined the stage only after this round was published, that team has missed the round, and
    `missed` is its name; otherwise it is empty.
    """

    group: int
    home: str
    away: str
    number: int | None = None
    missed: str = ""

    @property
    def teams(self) -> tuple[str, str]:
        """The home team, White in the open room, then the away team."""
        return self.home, self.away


@dataclass(frozen=True, slots=True)
class Round:
    """A round of a stage. `byes` are the teams of the stage that meet nobody in it.

    In a published round, a pairing without a number is not played: one of the two teams had
    withdrawn or joined later.
    """

    number: int
    pairings: tuple[Pairing, ...]
    byes: tuple[str, ...]
    published: bool = False
    closed: bool = False


@dataclass(frozen=True, slots=True)
class AnnouncedTimes:
    """The planned hours of a tournament and the announced starts of its rounds.

    `planned` is None until a timetable is planned. `starts` has the announced start of each round
    by stage and round number. `last_start` is the director's order that no game begins between two
    times; the field keeps the order after these times.
    """

    planned: ev.TimetablePlanned | None = None
    starts: Mapping[tuple[int, int], datetime] = field(default_factory=dict)
    last_start: ev.LastStartSet | None = None

    def game_may_begin(self, now: datetime) -> bool:
        """Return True unless an order of the director forbids games to begin at the time `now`."""
        order = self.last_start
        return order is None or not order.at <= now < order.until

    def after(self, event: ev.Event) -> "AnnouncedTimes":
        """Return the times after this event, or this same object if the event changes no times."""
        match event:
            case ev.TimetablePlanned():
                return replace(self, planned=event)
            case ev.RoundTimed():
                place = event.stage, event.round
                return replace(self, starts={**self.starts, place: event.starts_at})
            case ev.RoundTimeLifted():
                gone = event.stage, event.round
                starts = {place: at for place, at in self.starts.items() if place != gone}
                return replace(self, starts=starts)
            case ev.LastStartSet():
                return replace(self, last_start=event)
            case ev.LastStartLifted():
                return replace(self, last_start=None)
            case ev.StageWithdrawn() if any(stage == event.stage for stage, _ in self.starts):
                starts = {each: at for each, at in self.starts.items() if each[0] != event.stage}
                return replace(self, starts=starts)
            case _:
                return self


_K = TypeVar("_K")
_V = TypeVar("_V")


@dataclass(frozen=True)
class Stage:
    """A stage of a tournament of teams.

    `drawn` is None before the draw. `published` has the published rounds by number, and `closed`
    the numbers of the closed ones. If the director kept the drawn teams although others would have
    qualified, `kept` are those others. `orders` has the director's decisions between level teams,
    and `extra` the extra games of level pairs, both by group. `joined` are the events of the teams
    that came late, in the order in which they joined. `shortened` has the rounds whose matches have
    fewer games than planned.
    """

    plan: ev.StagePlanned
    drawn: ev.StageDrawn | None = None
    published: Mapping[int, ev.RoundPublished] = field(default_factory=dict)
    closed: frozenset[int] = frozenset()
    kept: ev.Groups | None = None
    orders: Mapping[int, ev.OrderDecided] = field(default_factory=dict)
    extra: Mapping[int, ev.ExtraGamesSet] = field(default_factory=dict)
    joined: tuple[ev.TeamJoined, ...] = ()
    shortened: Mapping[int, ev.RoundShortened] = field(default_factory=dict)

    @cached_property
    def numbers(self) -> frozenset[int]:
        """The numbers of all published matches of the stage, extra games included."""
        return frozenset(self.of_numbers).union(each.number for each in self.extra.values())

    def games_of(self, number: int) -> int:
        """Return the games per room of the matches of round `number`, shortened or planned."""
        shortened = self.shortened.get(number)
        return self.plan.games if shortened is None else shortened.games

    @property
    def number(self) -> int:
        """The stage's number in the tournament, from 1."""
        return self.plan.stage

    @cached_property
    def groups(self) -> ev.Groups:
        """The teams of each group, late teams last; empty before the draw."""
        if self.drawn is None:
            return ()
        return tuple(
            (*teams, *(each.team for each in self.joined if each.group == group))
            for group, teams in enumerate(self.drawn.groups, 1)
        )

    @cached_property
    def since(self) -> dict[str, int]:
        """The number of the first round of each team that came late, by the team's name."""
        return {each.team: each.round for each in self.joined}

    @property
    def teams(self) -> tuple[str, ...]:
        """All teams that play in the stage."""
        return tuple(team for group in self.groups for team in group)

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds of the stage: the published ones as published, the others as drafted."""
        return tuple(self._round(number, pairs) for number, pairs in enumerate(self._drafts, 1))

    @cached_property
    def published_pairings(self) -> tuple[Pairing, ...]:
        """The pairings of published rounds, in the order of the rounds; each has a match number."""
        in_order = (self.published[number] for number in sorted(self.published))
        return tuple(pairing for announced in in_order for pairing in _published(announced))

    @cached_property
    def pairings_by_group(self) -> dict[int, tuple[Pairing, ...]]:
        """All pairings by group number, in the order of the rounds. Drafted rounds are included."""
        every = [pairing for each in self.rounds for pairing in each.pairings]
        return {
            group: tuple(pairing for pairing in every if pairing.group == group)
            for group in range(1, len(self.groups) + 1)
        }

    @property
    def next_round(self) -> int | None:
        """The number of the first round that is not published.

        None before the draw, or if all rounds are published.
        """
        drafts = range(1, len(self._drafts) + 1)
        return next((number for number in drafts if number not in self.published), None)

    @cached_property
    def of_numbers(self) -> dict[int, Pairing]:
        """The pairings of published rounds by match number."""
        return {each.number: each for each in self.published_pairings if each.number is not None}

    @cached_property
    def with_extra(self) -> dict[int, Pairing]:
        """The pairings of published rounds by match number.

        If the match of a pairing was level and extra games are set, the number of the extra games
        leads to the same pairing.
        """
        by_group = {each.group: each for each in self.published_pairings}
        extra = {each.number: by_group[group] for group, each in self.extra.items()}
        return {**self.of_numbers, **extra}

    def numbers_of(self, number: int) -> list[int]:
        """Return the numbers of the matches of the published round `number`, in order.

        The number of two extra games, which are a match of their own, comes after the number of the
        match that was level.
        """
        numbers = list[int]()
        for each in self.published[number].pairings:
            extra = self.extra.get(each.group)
            numbers += [each.number, *([extra.number] if extra is not None else [])]
        return numbers

    @cached_property
    def closed_numbers(self) -> frozenset[int]:
        """The numbers of the matches of closed rounds, including their groups' extra games."""
        pairings = [each for round_ in self.closed for each in self.published[round_].pairings]
        groups = {each.group for each in pairings}
        extra = (each.number for group, each in self.extra.items() if group in groups)
        return frozenset((*(each.number for each in pairings), *extra))

    def _round(self, number: int, drafted: Sequence[Pairing]) -> Round:
        announced = self.published.get(number)
        pairings = tuple(drafted)
        if announced is not None:
            pairings = tuple(_published(announced))
            met = {pairing.teams for pairing in pairings}
            left = (pairing for pairing in drafted if pairing.teams not in met)
            pairings += tuple(self._unplayed(number, pairing) for pairing in left)
        playing = {team for pairing in pairings for team in pairing.teams}
        byes = tuple(
            team
            for group in self.groups
            for team in group
            if team not in playing and self.since.get(team, 1) <= number
        )
        return Round(number, pairings, byes, announced is not None, number in self.closed)

    def _unplayed(self, number: int, pairing: Pairing) -> Pairing:
        """Return a pairing that is not played in published round `number`, with `missed` filled in.

        The pairing is in the schedule, but has no match in that round: one of its teams had
        withdrawn, or joined the stage later. In the second case `missed` is the name of this team.
        """
        late = [team for team in pairing.teams if self.since.get(team, 1) > number]
        return replace(pairing, missed=late[0]) if late else pairing

    @cached_property
    def _drafts(self) -> list[list[Pairing]]:
        """The pairings of each round, group by group, as drawn and as changed for late teams."""
        drafts = self._drawn_drafts()
        for each in self.joined:
            drafts = _with_joined(drafts, each)
        return drafts

    def _drawn_drafts(self) -> list[list[Pairing]]:
        groups = () if self.drawn is None else self.drawn.groups
        if self.plan.kind is ev.StageKind.PAIRS:
            pairs = [Pairing(group, teams[0], teams[1]) for group, teams in enumerate(groups, 1)]
            return [pairs] if pairs else []
        drafts: list[list[Pairing]] = []
        for group, teams in enumerate(groups, 1):
            if len(teams) < 2:
                continue
            for place, pairs_of_round in enumerate(round_robin(len(teams), self.plan.meetings)):
                if place == len(drafts):
                    drafts.append([])
                drafts[place].extend(
                    Pairing(group, teams[pair.home - 1], teams[pair.away - 1])
                    for pair in pairs_of_round
                )
        return drafts


def _published(announced: ev.RoundPublished) -> Iterator[Pairing]:
    for each in announced.pairings:
        yield Pairing(each.group, each.home, each.away, each.number)


NO_PLACES = ev.RoomPlacesSet(open_room="", closed_room="")


@dataclass(frozen=True, slots=True)
class TeamEventState(FormatState):
    """The state of a tournament of teams after some event.

    `places` says where the two rooms are. `last_number` is the highest number that a published
    match was ever given, withdrawn ones included, and `annulled` has the numbers of matches that no
    longer count. `withdrawn` has the teams that no longer play, each with the stages in which their
    matches do not count. `walkovers` are by match number, `penalties` by their own numbers.
    `entries` has the waiting list and other records of the teams, `times` the planned and announced
    hours.
    """

    described: ev.EventDescribed | None = None
    places: ev.RoomPlacesSet = NO_PLACES
    stages: Mapping[int, Stage] = field(default_factory=dict)
    last_stage: int = 0
    last_number: int = 0
    next_roll_set: int = 1
    walkovers: Mapping[int, ev.WalkoverGiven] = field(default_factory=dict)
    withdrawn: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    penalties: Mapping[int, ev.PenaltyGiven] = field(default_factory=dict)
    last_penalty: int = 0
    annulled: frozenset[int] = frozenset()
    entries: Entries = field(default_factory=Entries)
    times: AnnouncedTimes = field(default_factory=AnnouncedTimes)

    @property
    def described_as(self) -> tuple[str, str, str]:
        """The title, place and dates of the event; each is empty until it is set."""
        known = self.described
        return ("", "", "") if known is None else (known.title, known.place, known.dates)

    @property
    def is_set_up(self) -> bool:
        """True if at least one stage is planned."""
        return bool(self.stages)

    @property
    def is_announced(self) -> bool:
        """True if at least one round is published."""
        return any(each.published for each in self.stages.values())

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of the matches of published rounds, extra games included."""
        return frozenset(number for each in self.stages.values() for number in each.numbers)

    def has_match(self, number: int) -> bool:
        """Return True if a match of a published round has that number."""
        return self.stage_of(number) is not None

    def stage_of(self, number: int) -> Stage | None:
        """Return the stage to which the match with that number belongs, or None."""
        return next((each for each in self.stages.values() if number in each.numbers), None)

    def is_closed(self, number: int) -> bool:
        """Return True if nobody has to sign the match any more.

        Its round is closed, or the match no longer counts.
        """
        return number in self.annulled or any(
            number in each.closed_numbers for each in self.stages.values()
        )

    def playable(self, pairings: Iterable[Pairing]) -> tuple[Pairing, ...]:
        """Return the pairings of which neither team has withdrawn."""
        return tuple(each for each in pairings if self.withdrawn.keys().isdisjoint(each.teams))

    def is_unplayed(self, number: int) -> bool:
        """Return True if the match is decided by a walkover or one of its teams has withdrawn."""
        if number in self.walkovers:
            return True
        stage = self.stage_of(number) if self.withdrawn else None
        pairing = None if stage is None else stage.of_numbers.get(number)
        return pairing is not None and not self.withdrawn.keys().isdisjoint(pairing.teams)

    def is_ruled(self, number: int) -> bool:
        """Return True if the match is decided without play, or no longer counts."""
        return number in self.annulled or self.is_unplayed(number)

    def after(self, events: Iterable[ev.Event]) -> "TeamEventState":
        """Return the state after these events. Events of other formats change nothing."""
        state = self
        for event in events:
            state = state._after_one(event)
            if (times := state.times.after(event)) is not state.times:
                state = replace(state, times=times)
        return state

    def _after_one(self, event: ev.Event) -> "TeamEventState":
        match event:
            case ev.EventDescribed():
                return replace(self, described=event)
            case ev.RoomPlacesSet():
                return replace(self, places=event)
            case ev.TeamChanged() if event.name != event.team:
                renamed = self._renamed(event.team, event.name)
                return replace(renamed, entries=self.entries.after(event))
            case ev.EntryWithdrawn():
                left = _without(self.withdrawn, event.team)
                return replace(self, withdrawn=left, entries=self.entries.after(event))
            case ev.WalkoverGiven():
                return replace(self, walkovers={**self.walkovers, event.number: event})
            case ev.WalkoverLifted():
                return replace(self, walkovers=_without(self.walkovers, event.number))
            case ev.TeamWithdrawn():
                return replace(self, withdrawn={**self.withdrawn, event.team: event.annulled})
            case ev.TeamReturned():
                return replace(self, withdrawn=_without(self.withdrawn, event.team))
            case ev.PenaltyGiven():
                given = {**self.penalties, event.penalty: event}
                return replace(self, penalties=given, last_penalty=event.penalty)
            case ev.PenaltyLifted():
                return replace(self, penalties=_without(self.penalties, event.penalty))
            case _ if isinstance(event, ev.EntryEvent):
                return replace(self, entries=self.entries.after(event))
            case _:
                return self._of_stage(event)

    def _of_stage(self, event: ev.Event) -> "TeamEventState":
        match event:
            case ev.StagePlanned():
                planned = {**self.stages, event.stage: Stage(event)}
                return replace(self, stages=planned, last_stage=event.stage)
            case ev.StageChanged():
                stage = self.stages[event.stage]
                plan = replace(stage.plan, games=event.games, meetings=event.meetings)
                return self._with(replace(stage, plan=plan))
            case ev.StageWithdrawn():
                return replace(self, stages=_without(self.stages, event.stage))
            case ev.StageDrawn():
                stage = Stage(self.stages[event.stage].plan, drawn=event)
                return self._with(stage)
            case ev.DrawWithdrawn():
                numbers = self.stages[event.stage].numbers
                state = self._with(Stage(self.stages[event.stage].plan))
                return replace(state, annulled=self.annulled | numbers)
            case ev.RoundPublished():
                return self._published(event)
            case ev.RoundWithdrawn():
                return self._round_withdrawn(event)
            case ev.RoundClosed():
                stage = self.stages[event.stage]
                return self._with(replace(stage, closed=stage.closed | {event.round}))
            case ev.RoundReopened():
                stage = self.stages[event.stage]
                return self._with(replace(stage, closed=stage.closed - {event.round}))
            case ev.ExtraGamesSet():
                return self._with_extra(event)
            case ev.OrderDecided():
                stage = self.stages[event.stage]
                return self._with(replace(stage, orders={**stage.orders, event.group: event}))
            case ev.RoundShortened():
                return self._shortened(event)
            case ev.TeamJoined():
                stage = self.stages[event.stage]
                return self._with(replace(stage, joined=(*stage.joined, event)))
            case ev.QualificationKept():
                return self._with(replace(self.stages[event.stage], kept=event.groups))
            case _:
                return self

    def _published(self, event: ev.RoundPublished) -> "TeamEventState":
        stage = self.stages[event.stage]
        state = self._with(replace(stage, published={**stage.published, event.round: event}))
        behind = [each.roll_set + stage.plan.games for each in event.pairings]
        numbers = [each.number for each in event.pairings]
        return replace(
            state,
            last_number=max(self.last_number, *numbers, 0),
            next_roll_set=max(self.next_roll_set, *behind, 1),
        )

    def _round_withdrawn(self, event: ev.RoundWithdrawn) -> "TeamEventState":
        stage = self.stages[event.stage]
        of_round = {each.number for each in stage.published[event.round].pairings}
        of_extra = {each.number for each in stage.extra.values()}
        rounds = _without(stage.published, event.round)
        shortened = _without(stage.shortened, event.round)
        state = self._with(replace(stage, published=rounds, extra={}, shortened=shortened))
        return replace(state, annulled=self.annulled | of_round | of_extra)

    def _shortened(self, event: ev.RoundShortened) -> "TeamEventState":
        stage = self.stages[event.stage]
        return self._with(replace(stage, shortened={**stage.shortened, event.round: event}))

    def _with_extra(self, event: ev.ExtraGamesSet) -> "TeamEventState":
        stage = self.stages[event.stage]
        state = self._with(replace(stage, extra={**stage.extra, event.group: event}))
        return replace(
            state,
            last_number=max(self.last_number, event.number),
            next_roll_set=max(self.next_roll_set, event.roll_set + EXTRA_GAMES),
        )

    def _with(self, stage: Stage) -> "TeamEventState":
        return replace(self, stages={**self.stages, stage.number: stage})

    def _renamed(self, team: str, name: str) -> "TeamEventState":
        """Return the state with a new name for a team that may be drawn but has no match yet."""
        stages = {number: _with_name(stage, team, name) for number, stage in self.stages.items()}
        withdrawn = {name if each == team else each: at for each, at in self.withdrawn.items()}
        penalties = {
            number: replace(each, team=name) if each.team == team else each
            for number, each in self.penalties.items()
        }
        return replace(self, stages=stages, withdrawn=withdrawn, penalties=penalties)


def _with_name(stage: Stage, team: str, name: str) -> Stage:
    if stage.drawn is None:
        return stage
    groups = tuple(
        tuple(name if each == team else each for each in group) for group in stage.drawn.groups
    )
    absent = tuple(name if each == team else each for each in stage.drawn.absent)
    joined = tuple(_joined_renamed(each, team, name) for each in stage.joined)
    drawn = replace(stage.drawn, groups=groups, absent=absent)
    return replace(stage, drawn=drawn, joined=joined)


def _without(mapping: Mapping[_K, _V], key: _K) -> dict[_K, _V]:
    return {each: value for each, value in mapping.items() if each != key}


def _with_joined(drafts: Sequence[Sequence[Pairing]], joined: ev.TeamJoined) -> list[list[Pairing]]:
    """Return the pairings of each round, with the new schedule of the late team's group.

    `drafts` are the pairings of each round as they were without the late team.
    """
    group, first = joined.group, joined.round
    behind = first - 1 + len(joined.rounds)
    changed = [[*pairs] for pairs in drafts]
    changed += [[] for _ in range(behind - len(drafts))]
    for number, pairs in enumerate(changed, 1):
        if number >= first:
            pairs[:] = [each for each in pairs if each.group != group]
    for number, announced in enumerate(joined.rounds, first):
        changed[number - 1] += [Pairing(group, home, away) for home, away in announced]
    for number, team in joined.missed:
        changed[number - 1].append(Pairing(group, team, joined.team))
    return changed


def _joined_renamed(joined: ev.TeamJoined, team: str, name: str) -> ev.TeamJoined:
    """Return the record of a late team with `team` renamed to `name` wherever it occurs."""

    def now(each: str) -> str:
        return name if each == team else each

    rounds = tuple(tuple((now(home), now(away)) for home, away in pairs) for pairs in joined.rounds)
    missed = tuple((number, now(each)) for number, each in joined.missed)
    return replace(joined, team=now(joined.team), rounds=rounds, missed=missed)
