"""The director's case book as its events tell it (rulings 23 and 32)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from rules import events as ev
from rules.commands.case_commands import CaseStage
from rules.room import Room


@dataclass(frozen=True, slots=True)
class Case:
    """A case as it stands; `ruled` is the ruling in force, `appeal` who appealed and why.

    `outcome` is what became of the appeal, `words` what everybody may read, empty for nothing.
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
        """Whether somebody has to rule, decide or close."""
        return self.stage is not CaseStage.CLOSED


@dataclass(frozen=True, slots=True)
class CaseBook:
    """All cases by their numbers."""

    cases: Mapping[int, Case] = field(default_factory=dict)

    @property
    def open_cases(self) -> tuple[Case, ...]:
        """Those that keep the event from being official."""
        return tuple(case for case in self.cases.values() if case.is_open)

    def after(self, events: Iterable[ev.Event]) -> "CaseBook":
        """The book once these events are in it."""
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


def teams_under_appeal(cases: Iterable[Case]) -> frozenset[str]:
    """Teams that a case concerns that is not closed: their lines in standings say so."""
    return frozenset(team for case in cases if case.is_open for team in case.teams)
