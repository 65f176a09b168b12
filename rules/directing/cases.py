"""The director's case book: its state, and the events of its commands (rulings 23 and 32).

Whether the sender has the right to a command is checked elsewhere.

An appeal is refused once its time is over, and a case can be closed once nobody can appeal any
more. If a ruling adjusts a result, the result itself is corrected elsewhere; the case only names
the match.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import assert_never

from rules import events as ev
from rules.checks import check_among, check_between, check_seen, is_seen
from rules.commands import case_commands as cmd
from rules.commands.case_commands import CaseStage
from rules.directing.finality import NOT_POSTED, MatchFinality
from rules.errors import MatchRefused, ValuesChanged
from rules.formats.format import FormatGiven, MatchOutcome
from rules.formats.team_event.ruling import penalties_in_force, ruled
from rules.formats.team_event.stages import TeamEventState
from rules.room import Room
from rules.text import N_


@dataclass(frozen=True, slots=True)
class Case:
    """A case of the director, as it is after some event.

    `number` is the number of the match that the case is about, 0 for no match. `ruled` is the
    ruling in force. `appeal` is the team's appeal with its reason, and `outcome` the decision on
    it. `words` is the published text, or empty.
    """

    case: int
    number: int
    room: Room | None
    teams: tuple[str, ...]
    facts: str
    by: str
    stage: CaseStage = CaseStage.OPEN
    ruled: ev.CaseRuled | None = None
    appeal: ev.AppealLodged | None = None
    outcome: str = ""
    words: str = ""

    @property
    def is_open(self) -> bool:
        """True if the case still needs a ruling, a decision on its appeal, or closing."""
        return self.stage is not CaseStage.CLOSED


@dataclass(frozen=True, slots=True)
class CaseBook:
    """All cases by their numbers."""

    cases: Mapping[int, Case] = field(default_factory=dict)

    @property
    def open_cases(self) -> tuple[Case, ...]:
        """The open cases; as long as there are any, the event cannot become official."""
        return tuple(case for case in self.cases.values() if case.is_open)

    def after(self, events: Iterable[ev.Event]) -> "CaseBook":
        """Return the case book after these events."""
        book = self
        for event in events:
            book = book._after_one(event)
        return book

    def _after_one(self, event: ev.Event) -> "CaseBook":
        match event:
            case ev.CaseOpened():
                opened = Case(
                    event.case, event.number, event.room, event.teams, event.facts, event.by
                )
                return CaseBook({**self.cases, event.case: opened})
            case ev.TeamChanged() if event.name != event.team:
                return self._renamed(event.team, event.name)
            case _ if isinstance(event, ev.CaseEvent):
                case = _stepped(self.cases[event.case], event)
                return CaseBook({**self.cases, event.case: case})
            case _:
                return self

    def _renamed(self, team: str, name: str) -> "CaseBook":
        return CaseBook(
            {
                number: replace(
                    each, teams=tuple(name if known == team else known for known in each.teams)
                )
                for number, each in self.cases.items()
            }
        )


def _stepped(case: Case, event: ev.CaseEvent) -> Case:
    match event:
        case ev.CaseAmended():
            return replace(case, teams=event.teams, facts=event.facts)
        case ev.CaseRuled():
            return replace(case, stage=CaseStage.RULED, ruled=event, appeal=None, outcome="")
        case ev.AppealLodged():
            return replace(case, stage=CaseStage.APPEALED, appeal=event)
        case ev.AppealDecided():
            return replace(case, stage=CaseStage.DECIDED, outcome=event.text)
        case ev.CaseClosed():
            return replace(case, stage=CaseStage.CLOSED)
        case ev.CaseReopened():
            return replace(case, stage=CaseStage.OPEN)
        case ev.CaseMadePublic():
            return replace(case, words=event.words)
        case ev.CaseMadePrivate():
            return replace(case, words="")
        case _:
            return case


def teams_in_open_cases(cases: Iterable[Case]) -> frozenset[str]:
    """Return the teams of all open cases, whether a team has appealed or not.

    The lines of these teams in the standings are marked.
    """
    return frozenset(team for case in cases if case.is_open for team in case.teams)


LONGEST_APPEAL = 10_080
"""The most minutes that a ruling may allow for an appeal: a week."""
CASE_CHANGED = N_("case %(case)s has changed in the meantime")
FACTS_CHANGED = N_("the text of case %(case)s has changed")
RULING_CHANGED = N_("the ruling on case %(case)s has changed")
WORDS_CHANGED = N_("the public text of case %(case)s has changed")
_NEXT: Mapping[type[ev.CaseEvent], tuple[CaseStage, ...]] = {
    ev.CaseRuled: (CaseStage.OPEN, CaseStage.RULED, CaseStage.DECIDED),
    ev.AppealLodged: (CaseStage.RULED,),
    ev.AppealDecided: (CaseStage.APPEALED,),
    ev.CaseClosed: (CaseStage.RULED, CaseStage.DECIDED),
    ev.CaseReopened: (CaseStage.CLOSED,),
}
"""For each event of a case, the stages of the case in which the event is possible."""
_NOT_NOW: Mapping[type[ev.CaseEvent], str] = {
    ev.CaseRuled: N_("a case that is not closed, and of which no appeal is open"),
    ev.AppealLodged: N_("a case that is ruled on, without an appeal"),
    ev.AppealDecided: N_("a case with an appeal that is not decided"),
    ev.CaseClosed: N_("a case that is ruled on, its appeal decided"),
    ev.CaseReopened: N_("a case that is closed"),
}
_IN_TIME = N_("a case that may still be appealed")
_APPEALED_YET = N_("a case whose time for an appeal has passed")
_PUBLIC = N_("a match of a round, whose games are all over")


@dataclass(frozen=True, slots=True)
class CaseFacts:
    """The values that decisions about cases need in addition to the case book.

    They are the present time, the entered teams, the outcomes of matches, the finality of the
    results, and the state of the stages.
    """

    now: datetime
    teams: Sequence[str] = ()
    outcomes: Mapping[int, MatchOutcome] = field(default_factory=dict)
    finality: Mapping[int, MatchFinality] = field(default_factory=dict)
    event: TeamEventState = field(default_factory=TeamEventState)


def decide(
    book: CaseBook, command: cmd.CaseCommand, facts: CaseFacts, by: str
) -> tuple[ev.Event, ...]:
    """Return the events by which a command about a case takes effect. `by` is the id of the sender.

    `book` are the cases so far. Raises MatchRefused naming the wrong field, and ValuesChanged if
    the case has changed since the sender saw it.
    """
    if isinstance(command, cmd.OpenCase):
        return (_opened(book, command, facts, by),)
    check_among("case", command.case, book.cases.keys())
    case = book.cases[command.case]
    match command:
        case cmd.AmendCase():
            return (_amended(case, command, facts, by),)
        case cmd.PublishCase():
            posted = facts.finality.get(case.number, NOT_POSTED).posted
            if case.number and posted is None:
                raise MatchRefused("number", case.number, _PUBLIC)
            _check_words(case, command)
            return (ev.CaseMadePublic(case=case.case, words=command.words, by=by),)
        case cmd.ConcealCase():
            _check_words(case, command)
            return (ev.CaseMadePrivate(case=case.case, by=by),)
        case _:
            return _next_step(case, command, facts, by)


def _check_words(case: Case, command: cmd.PublishCase | cmd.ConcealCase) -> None:
    check_seen("was", WORDS_CHANGED, command.was, case.words, case=case.case)


def _amended(case: Case, command: cmd.AmendCase, facts: CaseFacts, by: str) -> ev.CaseAmended:
    _check_teams(command.teams, facts.teams)
    now = (*case.teams, case.facts)
    check_seen("was", FACTS_CHANGED, command.was, now, case=case.case)
    return ev.CaseAmended(case=case.case, teams=command.teams, facts=command.facts, by=by)


def _next_step(
    case: Case,
    command: cmd.RuleCase | cmd.LodgeAppeal | cmd.DecideAppeal | cmd.CloseCase | cmd.ReopenCase,
    facts: CaseFacts,
    by: str,
) -> tuple[ev.Event, ...]:
    check_seen("seen", CASE_CHANGED, command.seen, case.stage, case=case.case)
    number = case.case
    match command:
        case cmd.RuleCase():
            _check_stage(case, ev.CaseRuled)
            _check_ruling(case, command)
            return _ruled(command, facts, by)
        case cmd.LodgeAppeal():
            _check_stage(case, ev.AppealLodged)
            check_among("team", command.team, facts.teams)
            if not _may_be_appealed(case, facts.now):
                raise MatchRefused("case", case.case, _IN_TIME)
            return (ev.AppealLodged(case=number, team=command.team, text=command.text, by=by),)
        case cmd.DecideAppeal():
            _check_stage(case, ev.AppealDecided)
            return (ev.AppealDecided(case=number, text=command.text, by=by),)
        case cmd.CloseCase():
            _check_stage(case, ev.CaseClosed)
            if case.stage is CaseStage.RULED and _may_be_appealed(case, facts.now):
                raise MatchRefused("case", case.case, _APPEALED_YET)
            return (ev.CaseClosed(case=number, by=by),)
        case cmd.ReopenCase():
            _check_stage(case, ev.CaseReopened)
            return (ev.CaseReopened(case=number, reason=command.reason, by=by),)
        case _:
            assert_never(command)


def _check_ruling(case: Case, command: cmd.RuleCase) -> None:
    """Raise ValuesChanged if the ruling in force is not the one that the sender saw.

    The error shows only the texts of the two rulings.
    """
    now = ruling_seen(case)
    if not is_seen(command.was, now):
        was = command.was or ()
        raise ValuesChanged("was", RULING_CHANGED, was[-1:], now[-1:], case=case.case)


def ruling_seen(case: Case) -> tuple[str, ...]:
    """Return the kind and the text of the ruling in force; empty if there is no ruling."""
    return () if case.ruled is None else (case.ruled.ruling.value, case.ruled.text)


def _opened(book: CaseBook, command: cmd.OpenCase, facts: CaseFacts, by: str) -> ev.CaseOpened:
    _check_teams(command.teams, facts.teams)
    if command.number:
        check_among("number", command.number, facts.outcomes.keys())
    return ev.CaseOpened(
        case=len(book.cases) + 1,
        number=command.number,
        room=command.room,
        teams=command.teams,
        facts=command.facts,
        by=by,
    )


def _check_teams(teams: Sequence[str], entered: Collection[str]) -> None:
    for team in teams:
        check_among("teams", team, entered)


def _check_stage(case: Case, step: type[ev.CaseEvent]) -> None:
    if case.stage not in _NEXT[step]:
        raise MatchRefused("case", case.case, _NOT_NOW[step])


def _may_be_appealed(case: Case, now: datetime) -> bool:
    until = case.ruled.appeal_until if case.ruled is not None else None
    return until is not None and now <= until


def _ruled(command: cmd.RuleCase, facts: CaseFacts, by: str) -> tuple[ev.Event, ...]:
    """Return the events of a ruling: first a penalty, if the command has one, then the ruling."""
    check_between("appeal_minutes", command.appeal_minutes, 0, LONGEST_APPEAL)
    if command.number:
        check_among("number", command.number, facts.outcomes.keys())
    given: tuple[ev.Event, ...] = ()
    number = 0
    if command.penalty is not None:
        # `was` is about the case: a director who rules on it has looked at no other penalty.
        seen = penalties_in_force(facts.event, command.penalty.stage)
        give = replace(command.penalty, seen=seen)
        penalty = ruled(facts.event, give, FormatGiven(teams=facts.teams))
        assert isinstance(penalty, ev.PenaltyGiven)
        given, number = (penalty,), penalty.penalty
    until = facts.now.replace(microsecond=0) + timedelta(minutes=command.appeal_minutes)
    case_ruled = ev.CaseRuled(
        case=command.case,
        ruling=command.ruling,
        text=command.text,
        by=by,
        penalty=number,
        number=command.number,
        appeal_until=until if command.appeal_minutes else None,
    )
    return (*given, case_ruled)
