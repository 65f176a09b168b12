"""A match in a few words for lists: its opponents, score and round.

These words are made only from the match's public snapshot, or from what is stored of a finished
match.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType

from babel.dates import format_date

from rules.directing.finality import ResultStep
from rules.events import AnyScheduled, MatchPlayScheduled, MatchScheduled
from rules.formats.knockout.deciding import KNOCKOUT
from rules.games.known_games import INFOS
from rules.identities import MatchAddress, TournamentId
from rules.scoring.teams import PerTeam
from server.live.snapshot import PublicPhase, PublicSnapshot, public_protocol
from server.tournaments.tournament_state import PublicState
from server.values.finished_match import FinishedMatch, steps_kept
from server.values.match_ending import FinalSums, final_sums, won_words
from server.values.naming import Names
from server.values.scored_match import compared, final_score, sums
from server.views.knockouts.values import round_name
from server.views.match.public import finished_words, status_words, waiting_words
from server.views.tournament.words import stage_name
from server.words.translation import Words

Events = Mapping[TournamentId, PublicState]
"""The state of each tournament, with its planned and published rounds, keyed by id."""
NO_EVENTS: Events = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRow:
    """A match in a list.

    `home_sum` and `away_sum`, in `unit`, count the games that are over in both rooms. `home_team`
    and `away_team` are the names of the teams whose pages can be opened; they are empty in a match
    at one table, which is played without teams. `status` is the progress in a word or two. `trial`
    is True if the match counts in no standings. `vp` are the victory points of a match that is
    over, else None. `won` is 1 if the match is over and home is ahead, even if the VP are 15–15, -1
    if away is, else 0, and `result` then says in words who won.
    `event` is the title of its tournament, or of its event if it belongs to no round; `round` names
    the stage and round. `begins` is the announced start of a match that has not begun, None if
    there is none, and `time` its time of day. `day` is the day of the start, or of the results of a
    match that is over; `ends` is the approximate end of a match under way. Each of these words is
    empty if there is none. `waiting` says that only the closed room still plays a game.
    """

    address: MatchAddress
    home: str
    away: str
    home_team: str
    away_team: str
    home_sum: int
    away_sum: int
    unit: str
    status: str
    trial: bool
    playing: bool = False
    over: bool = False
    vp: tuple[int, int] | None = None
    won: int = 0
    result: str = ""
    event: str = ""
    round: str = ""
    begins: datetime | None = None
    day: str = ""
    time: str = ""
    ends: str = ""
    waiting: str = ""

    @property
    def ahead(self) -> int:
        """1 if home has won or leads, -1 if away has won or leads, else 0."""
        return compared(self.home_sum, self.away_sum) if self.playing else self.won

    @property
    def winner_first(self) -> "MatchRow":
        """The same match with its winner on the left, as lists of results have it."""
        if self.won >= 0:
            return self
        return replace(
            self,
            home=self.away,
            away=self.home,
            home_team=self.away_team,
            away_team=self.home_team,
            home_sum=self.away_sum,
            away_sum=self.home_sum,
            vp=self.vp and self.vp[::-1],
            won=1,
        )

    @property
    def by_imp(self) -> int:
        """The IMP by which a match with equal VP was won; 0 if the VP or nothing decided it."""
        equal = self.vp is not None and self.vp[0] == self.vp[1]
        return abs(self.home_sum - self.away_sum) if equal else 0

    @property
    def figures(self) -> tuple[int, int]:
        """The score that counts for most: the victory points if there are any, else the sums."""
        return self.vp or (self.home_sum, self.away_sum)


def match_row(
    now: PublicSnapshot,
    words: Words,
    names: Names,
    events: Events,
    posted: Sequence[ResultStep] = (),
    ends: datetime | None = None,
) -> MatchRow:
    """Return the row of a match as the public knows it.

    `posted` says when the results of a match that is over were posted and changed. `ends` is the
    approximate end of a match under way, or None.
    """
    scheduled, over = now.scheduled, now.phase is PublicPhase.OVER
    protocol = public_protocol(now)
    home_sum, away_sum = sums(protocol)
    teams = PerTeam(names.by(now.opponents.home), names.by(now.opponents.away))
    of_round = _Round(scheduled, events, words)
    begins = of_round.begins if now.phase is PublicPhase.PLANNED else None
    return MatchRow(
        address=names.match(scheduled.match_id),
        home=teams.home,
        away=teams.away,
        home_team=_team(scheduled, now.opponents.home),
        away_team=_team(scheduled, now.opponents.away),
        home_sum=home_sum,
        away_sum=away_sum,
        unit=unit_of(scheduled, words),
        status=status_words(now, words),
        trial=scheduled.trial,
        playing=is_playing(now),
        over=over,
        vp=final_score(protocol) if over and _in_tables(scheduled) else None,
        won=compared(home_sum, away_sum) if over else 0,
        result=won_words(final_sums(protocol), teams, words) if over else "",
        ends=words.clock(ends.astimezone()) if ends is not None and not over else "",
        event=of_round.event,
        round=of_round.name,
        begins=begins,
        day=_day_of(now, begins, posted, words),
        time="" if begins is None else words.clock(begins.astimezone()),
        waiting=waiting_words(now, words) if now.phase is PublicPhase.OPEN_GAME_OVER else "",
    )


def _day_of(
    now: PublicSnapshot, begins: datetime | None, posted: Sequence[ResultStep], words: Words
) -> str:
    if now.phase is PublicPhase.OVER:
        return day_words(posted[0].at, words) if posted else ""
    return "" if begins is None else words.weekday(begins)


def finished_row(finished: FinishedMatch, words: Words, names: Names, events: Events) -> MatchRow:
    """Return the row of a finished match."""
    scheduled, (home, away) = finished.scheduled, finished.teams
    home_sum, away_sum = finished.sums
    posted, of_round = steps_kept(finished), _Round(scheduled, events, words)
    return MatchRow(
        address=names.match(finished.match_id),
        home=names.by(home),
        away=names.by(away),
        home_team=_team(scheduled, home),
        away_team=_team(scheduled, away),
        home_sum=home_sum,
        away_sum=away_sum,
        unit=unit_of(scheduled, words),
        status=finished_words(words),
        trial=scheduled.trial,
        over=True,
        vp=finished.final_score if _in_tables(scheduled) else None,
        won=compared(home_sum, away_sum),
        result=won_words(sums_of(finished), PerTeam(names.by(home), names.by(away)), words),
        event=of_round.event,
        round=of_round.name,
        day=day_words(posted[0].at, words) if posted else "",
    )


def sums_of(finished: FinishedMatch) -> FinalSums:
    """Return the sums of a finished match, and its victory points."""
    scheduled = finished.scheduled
    if isinstance(scheduled, MatchPlayScheduled):
        return FinalSums("points", finished.sums)
    if not _in_tables(scheduled):
        return FinalSums("tally", finished.sums)
    return FinalSums("imp", finished.sums, finished.final_score)


def event_called(scheduled: AnyScheduled, events: Events, words: Words) -> str:
    """Return the tournament, stage and round of a match in one line."""
    of_round = _Round(scheduled, events, words)
    return " – ".join(filter(None, (of_round.event, of_round.name)))


class _Round:
    """The tournament, stage and round of a match in words, as far as the round is published.

    `begins` is the announced start of the round, or None.
    """

    def __init__(self, scheduled: AnyScheduled, events: Events, words: Words) -> None:
        self.begins: datetime | None = None
        match_id = scheduled.match_id
        state = events.get(match_id.tournament)
        described = state.event.described if state is not None else None
        self.event = (described.title if described else "") or scheduled.event
        self.name = "" if state is None else _knockout_round(state, match_id.number, words)
        stage = state.event.stage_of(match_id.number) if state is not None else None
        if state is None or stage is None:
            return
        self.event = described.title if described else ""
        self.name = stage_name(stage.plan.name, words)
        for number, announced in stage.published.items():
            if any(pairing.number == match_id.number for pairing in announced.pairings):
                if len(stage.rounds) > 1:
                    named = {"stage": self.name, "number": number}
                    self.name = words.gettext("%(stage)s, round %(number)s", **named)
                self.begins = state.event.times.starts.get((stage.number, number))


def _knockout_round(state: PublicState, number: int, words: Words) -> str:
    """Return the round of a knockout's match and its place in the round, or an empty text."""
    knockout = state.of(KNOCKOUT).of_match(number)
    if knockout is None:
        return ""
    every = knockout.announced.items()
    round_, place = next(spot for spot, each in every if each.pairing.number == number)
    bracket = knockout.bracket({})
    name = round_name(round_, bracket.rounds_in_all, words)
    if len(bracket.rounds[round_ - 1]) == 1:
        return name
    return words.gettext("%(round)s, match %(number)s", round=name, number=place)


def soonest_first(planned: Iterable[MatchRow]) -> list[MatchRow]:
    """Return matches that have not begun by their starts, those without a known start last."""
    known, unknown = list[tuple[datetime, MatchRow]](), list[MatchRow]()
    for each in planned:
        if each.begins is None:
            unknown.append(each)
        else:
            known.append((each.begins, each))
    return [*(row for _, row in sorted(known, key=lambda one: one[0])), *unknown]


def day_words(when: datetime, words: Words) -> str:
    """Return the day of a time in the hall's time zone, in words."""
    return str(format_date(when.astimezone(), "d MMMM y", locale=words.code))


def unit_of(scheduled: AnyScheduled, words: Words) -> str:
    """Return the unit of a match's sums, which lists show beside both names."""
    if isinstance(scheduled, MatchPlayScheduled):
        return unit_terms(words)["points"].format(length=scheduled.length)
    return unit_terms(words)["tally" if INFOS[scheduled.game_name].scored.counted else "imp"]


def unit_terms(words: Words) -> dict[str, str]:
    """Return the texts of `unit_of`, keyed by the unit; `{length}` is a placeholder."""
    return {
        "imp": "IMP",
        "tally": words.gettext("trous"),
        "points": words.gettext("to %(points)s", points="{length}"),
    }


def is_playing(now: PublicSnapshot) -> bool:
    """Return True if a match has begun and is not over, as far as the public knows."""
    return now.phase not in (PublicPhase.PLANNED, PublicPhase.OVER)


def _in_tables(scheduled: AnyScheduled) -> bool:
    """Return True if the match is scored in IMP and VP by the printed scoring tables."""
    return isinstance(scheduled, MatchScheduled) and not INFOS[scheduled.game_name].scored.counted


def _team(scheduled: AnyScheduled, name: str) -> str:
    return "" if isinstance(scheduled, MatchPlayScheduled) else name
