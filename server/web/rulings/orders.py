"""Orders about queries of results and about cases, and the API that lists both (rulings 23 and 32).

The orders come from the API and from the forms of the director's page.
"""

from datetime import datetime
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends
from pydantic import BaseModel

from rules import commands as cmd
from rules.commands import CaseStage
from rules.directing.cases import Case
from rules.errors import MatchRefused
from rules.events import CaseRuling
from rules.limits import FromNought, Number
from rules.text import N_
from server.access import Action, Visitor
from server.values.naming import Names
from server.views.director.seen_results import hidden_cases
from server.web.edge.authorization import Directing, needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.public_services import MatchIdDep
from server.web.edge.services import HallDep, TournamentDep
from server.web.orders.bodies import value_of
from server.web.orders.fields import MatchQueryIn, Name
from server.web.orders.order_list import (
    EffectOut,
    Fields,
    OrderList,
    Sender,
    effect_of,
    order,
    to_desk,
)
from server.web.orders.order_routes import add_api_route


class CaseOut(BaseModel):
    """A case as it stands now. `number` is the number of its match, 0 for none.

    `penalty` is the number of the penalty that the ruling gave, `adjusted` the number of the match
    whose result it adjusted; both are 0 for none. `words` is the text that everybody may read; it
    is empty while the case is not published.
    """

    case: int
    number: int
    room: str | None
    teams: list[str]
    facts: str
    by: str
    stage: CaseStage
    ruling: CaseRuling | None
    text: str
    penalty: int
    adjusted: int
    appeal_until: datetime | None
    appeal: str
    appeal_by: str
    outcome: str
    words: str


class QueryOut(BaseModel):
    """A query of a result. `answer` is null while the query is open.

    `team` is empty if the query was not made for a team.
    """

    query: int
    number: int
    team: Name | Literal[""]
    by: str
    text: str
    answer: str | None


class RulingsOut(BaseModel):
    """The queries and cases of a tournament.

    Results become final when they have been posted for `minutes` minutes without a query.
    """

    minutes: int
    queries: list[QueryOut]
    cases: list[CaseOut]


def case_out(case: Case, names: Names) -> CaseOut:
    """Return a case in the form of the API."""
    ruled, appeal = case.ruled, case.appeal
    return CaseOut(
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


_TEAM = "team-"


def _with_teams(fields: Fields) -> dict[str, object]:
    """Return the fields of a form, with `team-1`, `team-2` … collected as the list `teams`.

    The list has the teams that a case concerns.
    """
    teams = [value for name, value in fields.items() if name.startswith(_TEAM) and value]
    plain = {name: value for name, value in fields.items() if not name.startswith(_TEAM)}
    return {**plain, "teams": teams}


def _ruling(body: Any, _: Sender) -> cmd.RuleCase:
    """Return the command that rules on a case.

    Raises MatchRefused if the ruling is a penalty and the body names no stage or no team for it.
    """
    penalty = None
    if body.ruling is CaseRuling.PENALTY:
        if body.stage is None:
            raise MatchRefused("stage", "", N_("a stage that is drawn"))
        if body.team is None:
            raise MatchRefused("team", "", "a team of the stage")
        penalty = cmd.GivePenalty(
            stage=body.stage, team=body.team, reason=body.text, vp=body.vp, imp=body.imp
        )
    named = ("case", "ruling", "text", "appeal_minutes", "seen", "was")
    return cmd.RuleCase(
        **{name: getattr(body, name) for name in named},
        penalty=penalty,
        number=body.number if body.ruling is CaseRuling.ADJUSTED else 0,
    )


_order = partial(order, carry=to_desk)
_TAKEN = (value_of(FromNought), 0)
RULING_ORDERS = OrderList(
    "/api/t/{tournament}/cases",
    "/hall/t/{tournament}/tournament/cases",
    Action.SCHEDULE,
    (
        _order("query", cmd.RaiseQuery, without=("team",)),
        _order("answer-query", cmd.AnswerQuery),
        _order("query-period", cmd.SetQueryPeriod),
        _order("open-case", cmd.OpenCase, read=_with_teams),
        _order("amend-case", cmd.AmendCase, read=_with_teams),
        _order(
            "rule-case",
            cmd.RuleCase,
            make=_ruling,
            without=("penalty",),
            stage=(value_of(Number | None), None),
            team=(Name | None, None),
            vp=_TAKEN,
            imp=_TAKEN,
        ),
        _order("appeal", cmd.LodgeAppeal),
        _order("appeal-outcome", cmd.DecideAppeal),
        _order("close-case", cmd.CloseCase),
        _order("reopen-case", cmd.ReopenCase),
        _order("publish-case", cmd.PublishCase),
        _order("conceal-case", cmd.ConcealCase),
    ),
    form="query",
    shared_form=True,
)

router = APIRouter(prefix="/api/t/{tournament}", tags=["operator"])


@router.get("/cases")
async def cases(
    visitor: Directing,
    tournament: TournamentDep,
    hall: HallDep,
) -> RulingsOut:
    """List the tournament's queries and cases.

    Cases about a match in which the visitor plays are left out.
    """
    hidden = hidden_cases(hall, tournament, visitor)
    book, names = tournament.state.rulings.queries, hall.names(in_full=True)
    return RulingsOut(
        minutes=book.minutes,
        queries=[
            QueryOut(
                query=each.query,
                number=each.number,
                team=each.team,
                by=names.by(each.by),
                text=each.text,
                answer=each.answer,
            )
            for each in book.queries.values()
        ],
        cases=[
            case_out(each, names)
            for number, each in tournament.state.rulings.cases.cases.items()
            if number not in hidden
        ],
    )


add_api_route(
    router,
    RULING_ORDERS,
    "Query a result, answer a query, open a case, rule on it …; `order` says which.",
)


@router.post("/matches/{number}/queries")
async def query(
    query: MatchQueryIn,
    match_id: MatchIdDep,
    visitor: Annotated[Visitor, Depends(needs(Action.QUERY, place_follows=True))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Query the result of a match that is over.

    A captain may query the result of their own match only.
    """
    command = cmd.RaiseQuery(number=match_id.number, text=query.text)
    commands, tournament = hall.commands, match_id.tournament
    return effect_of(await commands.to_desk(tournament, command, visitor, command_id))
