"""Cases over HTTP: orders as commands, and what a visitor may see of the case book."""

from typing import assert_never

from rules import commands as cmd
from rules.directing.cases import Case
from rules.errors import MatchRefused
from rules.events import CaseRuling
from rules.room import Room
from rules.text import N_
from server.persons.naming import Names
from server.web.schemas import cases as body


def case_command(order: body.CaseOrderIn) -> cmd.CaseCommand:
    """The command of a body; raises MatchRefused for a penalty that says nothing of itself."""
    match order:
        case body.OpenCaseIn():
            room = None if order.room is None else Room(order.room)
            return cmd.OpenCase(
                teams=order.teams, facts=order.facts, number=order.number, room=room
            )
        case body.AmendCaseIn():
            return cmd.AmendCase(
                case=order.case, teams=order.teams, facts=order.facts, was=order.was
            )
        case body.RuleCaseIn():
            return _rule(order)
        case body.AppealIn():
            return cmd.LodgeAppeal(
                case=order.case, team=order.team, text=order.text, seen=order.seen
            )
        case body.AppealOutcomeIn():
            return cmd.DecideAppeal(case=order.case, text=order.text, seen=order.seen)
        case body.CloseCaseIn():
            return cmd.CloseCase(case=order.case, seen=order.seen)
        case body.ReopenCaseIn():
            return cmd.ReopenCase(case=order.case, reason=order.reason, seen=order.seen)
        case body.PublishCaseIn():
            return cmd.PublishCase(case=order.case, words=order.words, was=order.was)
        case body.ConcealCaseIn():
            return cmd.ConcealCase(case=order.case, was=order.was)
        case _:
            assert_never(order)


def _rule(order: body.RuleCaseIn) -> cmd.RuleCase:
    penalty = None
    if order.ruling is CaseRuling.PENALTY:
        if order.stage is None:
            raise MatchRefused("stage", "", N_("a stage that is drawn"))
        if order.team is None:
            raise MatchRefused("team", "", "a team of the stage")
        penalty = cmd.GivePenalty(
            stage=order.stage, team=order.team, reason=order.text, vp=order.vp, imp=order.imp
        )
    adjusted = order.number if order.ruling is CaseRuling.ADJUSTED else 0
    return cmd.RuleCase(
        case=order.case,
        ruling=order.ruling,
        text=order.text,
        appeal_minutes=order.appeal_minutes,
        penalty=penalty,
        number=adjusted,
        seen=order.seen,
        was=order.was,
    )


def case_out(case: Case, names: Names) -> body.CaseOut:
    """A case as the API tells it."""
    ruled, appeal = case.ruled, case.appeal
    return body.CaseOut(
        case=case.case,
        number=case.number,
        room=None if case.room is None else case.room.value,
        teams=list(case.teams),
        facts=case.facts,
        by=names.by(case.by),
        stage=case.stage,
        ruling=ruled.ruling if ruled else None,
        text=ruled.text if ruled else "",
        penalty=ruled.penalty if ruled else 0,
        adjusted=ruled.number if ruled else 0,
        appeal_until=ruled.appeal_until if ruled else None,
        appeal=appeal.text if appeal else "",
        appeal_by=appeal.team if appeal else "",
        outcome=case.outcome,
        words=case.words,
    )
