"""Stages of a tournament of teams as pages show them: standings, rounds, announced starts.

They are made in a language, from the outcomes that the reader may know: what the director sees, or
what is public.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from babel.numbers import format_decimal

from protocol_forms.protocol_view import vp_words
from rules import events as ev
from rules.formats.format import NOTHING_PLAYED, MatchOutcome, Outcomes
from rules.formats.team_event.forecast import NOTHING_FORESEEN, Forecast
from rules.formats.team_event.qualifying import (
    is_in_question,
    is_level,
    is_undecided_pair,
    pair_order,
)
from rules.formats.team_event.ruling import order_in_force, shorter_lengths
from rules.formats.team_event.stages import Pairing, Round, Stage, TeamEventState
from rules.formats.team_event.standings import (
    Meeting,
    TeamStanding,
    absent,
    is_decided,
    meetings,
    outcome_of,
    standings,
)
from rules.formats.team_event.tie_breaks import Criterion, TieBreak
from rules.identities import MatchAddress
from rules.room import Room
from rules.scoring.citations import vp_cited
from rules.scoring.scales import EXTRA_GAMES, MATCH_LENGTHS, Imp, Vp
from rules.scoring.teams import PerTeam
from rules.text import N_
from server.values.scored_match import compared
from server.views.tournament.words import stage_name
from server.words.translation import Words

_TIE_BREAKS = {
    Criterion.OWN_MATCHES: N_("ahead of %(teams)s in their own matches, %(own)s to %(theirs)s VP"),
    Criterion.IMP: N_("ahead of %(teams)s by IMP difference, %(own)s to %(theirs)s"),
    Criterion.SMP: N_("ahead of %(teams)s by SMP difference, %(own)s to %(theirs)s"),
    Criterion.DIRECTOR: N_("ahead of %(teams)s as the director decided"),
}

FORM = 5
"""Number of a team's last results that its line in the standings shows (our choice)."""
IN_QUESTION = N_("Not certain: with the current results, other teams would play here.")
_WALKOVER_MARK = N_("w: walkover, the opponents did not come")
_ANNULLED_MARK = N_("in brackets: annulled, the team has withdrawn")


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A team's line in the standings of a group.

    `place` is the team's rank, `shared` is True if other teams have the same rank. `won`, `level`
    and `lost` are numbers of matches. `bye_vp` are the VP that the team got for byes, `vp_penalty`
    and `imp_penalty` the VP and IMP that it lost by penalties. `imp` and `smp` are the sums for and
    against. `why` says why the team is ahead of teams with the same VP. `appealed` is True if an
    open case concerns the team. `form` are the team's last results in the stage, the latest first:
    1 for won, 0 for drawn, -1 for lost.
    """

    place: str
    team: str
    played: int
    won: int
    level: int
    lost: int
    vp: str
    bye_vp: int
    vp_penalty: int
    imp: tuple[int, int]
    difference: str
    imp_penalty: int
    smp: tuple[int, int]
    why: str
    shared: bool
    withdrawn: bool
    appealed: bool
    form: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """A match in a cross-table: the points of the row's team, and the match's address.

    `cited` names the cell of the printed scoring table from which the points come, or is empty. In
    `text`, points that are annulled, and so count for nobody, are in brackets; the points of a
    walkover have a mark.
    """

    text: str
    address: MatchAddress | None
    cited: str = ""
    annulled: bool = False


@dataclass(frozen=True, slots=True)
class GroupValues:
    """A group: its standings and its cross-table; `letter` is empty for the only group of a stage.

    `crossed` is the cross-table: the matches of a team with an opponent, keyed by both. `marks`
    explain the marks that the cross-table has beside points. `level` has a tuple of teams for each
    rank that several teams share because the results do not separate them.
    """

    number: int
    letter: str
    rows: tuple[StandingRow, ...]
    crossed: Mapping[str, Mapping[str, tuple[Cell, ...]]]
    marks: tuple[str, ...]
    level: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class PairRow:
    """Two teams that meet in a round. `score` is in VP, or while `running` in IMP so far.

    `imp` are the IMP of the games that count, None if there are none.

    `running` is True while the match is under way; `ends` is then its approximate end. `cited`
    names the cell of the printed scoring table from which the VP come, or is empty. `walkover` are
    the words on a walkover, empty if there is none.

    The other fields are for a stage in pairs, in which one team of each pair advances. `place` is
    the pair's number. `level` is True if nothing decides yet which team advances. `extra` is the
    match of two more games that decides this, or None; `extra_missing` is True while results of
    these two games are missing, `extra_unconfirmed` while some of these have to be confirmed.
    `winner` is the team that has won the pair, or empty. `open` is True if the match is over but
    nobody has won it.

    `ahead` is 1 if the home team has more IMP at the end, even if the VP are 15–15, -1 if the away
    team has, 0 if neither, and None before the end. A ruled score counts by its VP.
    """

    group: str
    home: str
    away: str
    address: MatchAddress | None
    score: tuple[int, int] | None
    running: bool
    decided: bool
    unconfirmed: bool
    walkover: tuple[str, ...]
    place: int
    level: bool
    extra: MatchAddress | None
    extra_missing: bool
    extra_unconfirmed: bool
    winner: str
    open: bool
    ends: str
    cited: str = ""
    imp: tuple[int, int] | None = None
    ahead: int | None = None

    @property
    def by_imp(self) -> int:
        """The IMP by which a team won a match with equal VP; 0 if the VP or nothing decided it."""
        equal = not self.running and self.score is not None and self.score[0] == self.score[1]
        return abs(self.imp[0] - self.imp[1]) if equal and self.ahead and self.imp else 0

    @property
    def won(self) -> int:
        """1 if the home team has won, -1 if the away team has, 0 if the match is level or open."""
        if self.winner:
            return 1 if self.winner == self.home else -1
        if len(self.walkover) == 1:
            return 1 if self.away in self.walkover else -1
        return self.ahead or 0


@dataclass(frozen=True, slots=True)
class RoundValues:
    """A round of a stage.

    `starts` is the announced start in words, empty if none is announced. `ends` is the approximate
    end in words, empty unless the round is under way. `byes` are the teams without opponent. `seen`
    are the pairs of teams that the page shows; the page's form that publishes the round has to send
    them. `games` is the number of games per room in each match, and `shorter` are the smaller
    numbers to which the round's matches can still be shortened.
    """

    number: int
    starts: str
    ends: str
    published: bool
    closed: bool
    pairs: tuple[PairRow, ...]
    byes: tuple[str, ...]
    seen: tuple[tuple[str, str], ...]
    games: int
    shorter: tuple[int, ...]

    @property
    def is_to_come(self) -> bool:
        """True if none of the round's matches has begun."""
        return not any(pair.decided or pair.running or pair.walkover for pair in self.pairs)

    @property
    def is_played(self) -> bool:
        """True if none of the round's matches is still to be played to its end."""
        return all(pair.decided or pair.walkover for pair in self.pairs)

    @property
    def is_running(self) -> bool:
        """True if any of the round's matches is under way."""
        return any(pair.running for pair in self.pairs)

    @property
    def undecided(self) -> int:
        """The number of the round's matches that are undecided, or have results to be confirmed."""
        return sum(not pair.decided or pair.unconfirmed or pair.open for pair in self.pairs)


@dataclass(frozen=True, slots=True)
class StageValues:
    """A stage as a page shows it.

    `games` is the number of games per room in each match, `meetings` how often two teams meet.
    `drawn` is True if the stage is drawn, `seed` is the seed of the draw in hexadecimal, `absent`
    are the teams that were left out of the draw. `earlier` is the number of earlier rounds that are
    left out of `rounds`; `next_round` is the number of the round to be played next, or None.
    `provisional` is True if a published match of the stage is under way, or a result has to be
    confirmed. `in_question` is True if, by the present standings, other teams would have qualified
    than those who play; it is set only once a round of the stage is published (see
    `qualifying.is_in_question`).
    """

    number: int
    name: str
    game_name: str
    games: int
    meetings: int
    in_pairs: bool
    drawn: bool
    seed: str
    absent: tuple[str, ...]
    groups: tuple[GroupValues, ...]
    rounds: tuple[RoundValues, ...]
    earlier: int
    next_round: int | None
    provisional: bool
    in_question: bool

    @property
    def is_played(self) -> bool:
        """True if no round of the stage is left to be played."""
        over = all(each.is_played for each in self.rounds)
        return self.drawn and self.next_round is None and over

    @property
    def in_hand(self) -> tuple[int, ...]:
        """The numbers of the rounds at which something can be done now.

        These are the next round, rounds that are not closed, and rounds with results to be
        confirmed.
        """
        return tuple(
            each.number
            for each in self.rounds
            if each.number == self.next_round
            or (each.published and not each.closed)
            or any(pair.unconfirmed for pair in each.pairs)
        )

    @property
    def is_finished(self) -> bool:
        """True if the stage is drawn and nothing of it is left to be done."""
        return self.drawn and not self.in_hand


@dataclass(frozen=True, slots=True)
class StagePage:
    """A maker of the values that pages and forms show of stages, in the language of `words`.

    `outcomes` are the outcomes of matches that the reader may know, `addresses` the addresses of
    matches' pages, both keyed by match number. `playing` are the numbers of matches under way,
    `appealed` the teams that an open case concerns, `forecast` the expected ends of matches and
    rounds under way.
    """

    state: TeamEventState
    outcomes: Outcomes
    addresses: Mapping[int, MatchAddress]
    words: Words
    playing: Collection[int] = ()
    appealed: Collection[str] = ()
    forecast: Forecast = NOTHING_FORESEEN

    def stage(self, stage: Stage, *, drafts: bool, newest: int | None = None) -> StageValues:
        """Return a stage as pages show it.

        With `drafts`, rounds that are not published are included. If `newest` is a number, only
        that many of the latest rounds are included.
        """
        plan = stage.plan
        every = [each for each in stage.rounds if drafts or each.published]
        rounds = every if newest is None else every[-newest:]
        return StageValues(
            number=stage.number,
            name=stage_name(plan.name, self.words),
            game_name=plan.game_name,
            games=plan.games,
            meetings=plan.meetings,
            in_pairs=plan.kind is ev.StageKind.PAIRS,
            drawn=stage.drawn is not None,
            seed=stage.drawn.seed.hex() if stage.drawn else "",
            absent=stage.drawn.absent if stage.drawn else (),
            groups=tuple(self._group(stage, number) for number in self._tables(stage)),
            rounds=tuple(self._round(stage, each) for each in rounds),
            earlier=len(every) - len(rounds),
            next_round=stage.next_round,
            provisional=any(map(self._is_open, stage.published_pairings)),
            in_question=bool(stage.published) and is_in_question(self.state, stage, self.outcomes),
        )

    def _is_open(self, pairing: Pairing) -> bool:
        return pairing.number in self.playing or outcome_of(pairing, self.outcomes).unconfirmed

    def _tables(self, stage: Stage) -> range:
        """Return the numbers of the stage's groups that have standings.

        A stage whose teams play in pairs, such as semi-finals, has none.
        """
        in_pairs = stage.plan.kind is ev.StageKind.PAIRS
        return range(1, 1 if in_pairs else len(stage.groups) + 1)

    def _group(self, stage: Stage, number: int) -> GroupValues:
        lines = standings(self.state, stage, number, self.outcomes)
        level, order = dict[int, list[str]](), order_in_force(stage, number)
        for line in lines:
            if line.shared and line.team not in order:
                level.setdefault(line.place, []).append(line.team)
        played = any(line.played or line.walkovers for line in lines)
        met = [
            each
            for each in meetings(self.state, stage, number, self.outcomes)
            if each.pairing.number is not None or each.points is not None
        ]
        return GroupValues(
            number=number,
            letter=group_letter(stage, number),
            rows=tuple(self._row(line, self._form(stage, line.team)) for line in lines),
            crossed=self._crossed(met, [line.team for line in lines]),
            marks=self._marks(met),
            level=tuple(filter(None, (*map(tuple, level.values()), order))) if played else (),
        )

    def _form(self, stage: Stage, team: str) -> tuple[int, ...]:
        """Return a team's last results in a stage, as in StandingRow."""
        signs = [
            sign if each.home == team else -sign
            for each in stage.published_pairings
            if team in each.teams and (sign := self._ahead(each)) is not None
        ]
        return tuple(signs[: -FORM - 1 : -1])

    def _row(self, line: TeamStanding, form: tuple[int, ...]) -> StandingRow:
        difference = line.imp_difference
        return StandingRow(
            place=str(line.place),
            team=line.team,
            played=line.played,
            won=line.won,
            level=line.level,
            lost=line.lost,
            vp=figure(line.vp, self.words),
            bye_vp=line.bye_vp,
            vp_penalty=line.vp_penalty,
            imp=line.imp,
            difference=f"{difference:+d}".replace("-", "−") if difference else "0",
            imp_penalty=line.imp_penalty,
            smp=line.smp,
            why=self._why(line.tie_break),
            shared=line.shared,
            withdrawn=line.withdrawn,
            appealed=line.team in self.appealed,
            form=form,
        )

    def _why(self, tie_break: TieBreak | None) -> str:
        if tie_break is None:
            return ""
        own, theirs = (figure(each, self.words) for each in (tie_break.own, tie_break.theirs))
        named = {"teams": ", ".join(tie_break.over), "own": own, "theirs": theirs}
        return self.words.gettext(_TIE_BREAKS[tie_break.by], **named)

    def _crossed(
        self, met: Sequence[Meeting], teams: Sequence[str]
    ) -> dict[str, dict[str, tuple[Cell, ...]]]:
        cells: dict[str, dict[str, tuple[Cell, ...]]] = {
            team: {other: () for other in teams if other != team} for team in teams
        }
        for each in met:
            pairing = each.pairing
            for place, (own, other) in enumerate((pairing.teams, pairing.teams[::-1])):
                cells[own][other] = (*cells[own][other], self._cell(each, place))
        return cells

    def _cell(self, met: Meeting, place: int) -> Cell:
        address, annulled = self._address(met.pairing), met.annulled
        if met.points is None:
            return Cell("", address, annulled=annulled)
        text = figure(met.points[place], self.words)
        if annulled:
            return Cell(f"({text})", address, annulled=True)
        if met.walkover:
            mark = self.words.pgettext("beside points", "w")
            return Cell(f"{text} {mark}", address)
        outcome = outcome_of(met.pairing, self.outcomes)
        return Cell(text, address, self._cited(outcome, outcome.vp))

    def _marks(self, met: Sequence[Meeting]) -> tuple[str, ...]:
        walkover, annulled = self.words.gettext(_WALKOVER_MARK), self.words.gettext(_ANNULLED_MARK)
        return (
            *([walkover] if any(each.walkover for each in met) else ()),
            *([annulled] if any(each.annulled and each.points for each in met) else ()),
        )

    def _round(self, stage: Stage, each: Round) -> RoundValues:
        return RoundValues(
            number=each.number,
            starts=self._starts(stage, each),
            ends=self._clock(self.forecast.rounds.get((stage.number, each.number))),
            published=each.published,
            closed=each.closed,
            pairs=tuple(self._pair(stage, pairing) for pairing in each.pairings),
            byes=each.byes,
            seen=tuple(pair.teams for pair in self.state.playable(each.pairings)),
            games=stage.games_of(each.number),
            shorter=shorter_lengths(stage, each.number),
        )

    def _starts(self, stage: Stage, each: Round) -> str:
        at = self.state.times.starts.get((stage.number, each.number))
        return "" if at is None else self.words.moment(at)

    def _clock(self, at: datetime | None) -> str:
        return "" if at is None else self.words.clock(at.astimezone())

    def _pair(self, stage: Stage, pairing: Pairing) -> PairRow:
        outcome = outcome_of(pairing, self.outcomes)
        walkover = absent(self.state, pairing, self.outcomes)
        score = self._score(pairing)
        begun = bool(outcome.games) or pairing.number in self.playing
        running = begun and score is None and not walkover
        return PairRow(
            group=group_letter(stage, pairing.group),
            home=pairing.home,
            away=pairing.away,
            address=self._address(pairing),
            score=outcome.imp if running else score,
            running=running,
            decided=is_decided(self.state, pairing, self.outcomes),
            unconfirmed=outcome.unconfirmed,
            walkover=walkover,
            place=pairing.group,
            ends=self._clock(self.forecast.matches.get(pairing.number or 0)),
            cited=self._cited(outcome, score),
            imp=outcome.imp if outcome.games else None,
            ahead=self._ahead(pairing),
            **self._decision(stage, pairing),
        )

    def _cited(self, outcome: MatchOutcome, score: tuple[int, int] | None) -> str:
        """Return the name of the cell of the scoring table from which the score was read.

        The name is empty for a score that was not read from a scoring table, such as a score that
        the director ruled.
        """
        games = outcome.games // len(Room)
        if score is None or score != outcome.vp or games not in MATCH_LENGTHS:
            return ""
        cell = vp_cited(Imp(outcome.imp[0] - outcome.imp[1]), games)
        return vp_words(cell, self.words.gettext) if cell.points == PerTeam(*map(Vp, score)) else ""

    def _decision(self, stage: Stage, pairing: Pairing) -> dict[str, Any]:
        """Return the fields of PairRow that only a pair has, from `level` to `open`."""
        fields = ("level", "extra_missing", "extra_unconfirmed", "open")
        if stage.plan.kind is not ev.StageKind.PAIRS:
            return {**dict.fromkeys(fields, False), "extra": None, "winner": ""}
        extra = stage.extra.get(pairing.group)
        more = NOTHING_PLAYED if extra is None else self.outcomes.get(extra.number, NOTHING_PLAYED)
        order = pair_order(self.state, stage, pairing.group, self.outcomes)
        return {
            "level": is_level(stage, pairing, self.outcomes),
            "extra": self.addresses.get(extra.number) if extra is not None else None,
            "extra_missing": extra is not None and more.games < len(Room) * EXTRA_GAMES,
            "extra_unconfirmed": more.unconfirmed,
            "winner": order[0] if order is not None else "",
            "open": is_undecided_pair(self.state, stage, pairing, self.outcomes),
        }

    def _score(self, pairing: Pairing) -> tuple[int, int] | None:
        given = self.state.walkovers.get(pairing.number) if pairing.number is not None else None
        return outcome_of(pairing, self.outcomes).vp if given is None else given.ruled

    def _ahead(self, pairing: Pairing) -> int | None:
        """Return which team has won a match that is over, as in PairRow."""
        score, outcome = self._score(pairing), outcome_of(pairing, self.outcomes)
        if score is None:
            return None
        return compared(*(outcome.imp if score == outcome.vp else score))

    def _address(self, pairing: Pairing) -> MatchAddress | None:
        return None if pairing.number is None else self.addresses.get(pairing.number)


def group_letter(stage: Stage, number: int) -> str:
    """Return a group's letter (A, B and so on), or its number if there are more than 26 groups.

    Return an empty text for the only group of a stage, and for pairs.
    """
    if stage.plan.groups == 1 or stage.plan.kind is ev.StageKind.PAIRS:
        return ""
    return chr(ord("A") + number - 1) if number <= 26 else str(number)


def figure(value: Fraction, words: Words) -> str:
    """Return a number as the language writes it: at most two decimals, a typographic minus sign."""
    return format_decimal(float(value), "#,##0.##", locale=words.code).replace("-", "−")


def last_start_words(order: ev.LastStartSet | None, now: datetime, words: Words) -> str:
    """Return the notice that by the director's order no game starts between two times.

    Return an empty text if `order` is None or the second time has passed.
    """
    if order is None or now >= order.until:
        return ""
    named = {"at": words.moment(order.at), "until": words.moment(order.until)}
    return words.gettext(
        "No game starts between %(at)s and %(until)s. A game that has begun is played to the end "
        "in both rooms.",
        **named,
    )


@dataclass(frozen=True, slots=True)
class StartRow:
    """A round's announced start in words.

    `name` is the name of the stage and its round. `at` is the start. `published` is True if the
    pairs of the round are known. `stage` and `number` are the numbers of the
    stage and of the round.
    """

    name: str
    starts: str
    at: datetime
    published: bool
    stage: int
    number: int


def start_rows(state: TeamEventState, words: Words) -> list[StartRow]:
    """Return the announced starts of all rounds that are not closed, the earliest first."""
    rows = list[StartRow]()
    for (stage_number, number), at in sorted(state.times.starts.items(), key=lambda one: one[1]):
        stage = state.stages.get(stage_number)
        if stage is not None and number not in stage.closed:
            name = stage_name(stage.plan.name, words)
            if stage.plan.kind is not ev.StageKind.PAIRS:
                name = words.gettext("%(stage)s, round %(number)s", stage=name, number=number)
            rows.append(
                StartRow(
                    name=name,
                    starts=words.moment(at),
                    at=at,
                    published=number in stage.published,
                    stage=stage_number,
                    number=number,
                )
            )
    return rows
