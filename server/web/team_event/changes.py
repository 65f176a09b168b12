"""The page of a round's walkovers and other changes: shortened, removed, opened again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fastapi import APIRouter
from starlette.responses import Response

from rules import events as ev
from rules.errors import MatchRefused
from rules.scoring.scales import HIGHEST
from server.views.team_event.values import RoundValues, StageValues
from server.web.shell.form_errors import NOTHING_REFUSED, Refused
from server.web.team_event.event_desk import EventDesk, EventDeskDep
from server.web.team_event.orders import seen_by_forms

router = APIRouter(
    prefix="/hall/t/{tournament}/tournament/rounds/{stage}/{number}/changes",
    include_in_schema=False,
)

CHANGES = frozenset({"withdraw-round", "shorten", "reopen", "walkover", "lift-walkover"})
"""The orders whose forms are on this page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesPage:
    """Values of the page; `seen` has the values that a form was made from, by the form's name.

    `walkovers` are those that stand, by match number; `highest` is the most VP of a match.
    """

    tournament: str
    tournaments: Sequence[str]
    stage: StageValues
    round: RoundValues
    seen: Mapping[str, str]
    walkovers: Mapping[int, ev.WalkoverGiven]
    highest: int
    may_direct: bool
    refused: Refused


@router.get("")
async def changes(stage: int, number: int, desk: EventDeskDep) -> Response:
    """Show a round's matches, and the forms for what is rarely done to a round.

    Raises MatchRefused if it is not a published round.
    """
    shown = changes_page(desk, stage, number)
    if shown is None:
        raise MatchRefused("number", number, "a published round")
    return shown


def changes_page(
    desk: EventDesk, stage: int, number: int, why: Refused = NOTHING_REFUSED
) -> Response | None:
    """Return the page, or None if the round is not published; `why` is a refusal's reason."""
    known = desk.state.stages.get(stage)
    shown = None if known is None else desk.page(desk.outcomes()).stage(known, drafts=False)
    rounds = () if shown is None else shown.rounds
    named = next((each for each in rounds if each.number == number), None)
    if shown is None or named is None:
        return None
    values = ChangesPage(
        tournament=str(desk.tournament.name),
        tournaments=desk.tournaments,
        stage=shown,
        round=named,
        seen=seen_by_forms(desk.state),
        walkovers=desk.state.walkovers,
        highest=HIGHEST,
        may_direct=desk.may_direct,
        refused=why,
    )
    return desk.shell.page(desk.request, "team_event/changes.html", values, status=why.page_status)


def round_meant(desk: EventDesk, fields: Mapping[str, str]) -> tuple[int, int]:
    """Return the numbers of the stage and the round that a form is about, 0 if it names none.

    A form about a walkover names the match only.
    """
    match = _number(fields.get("number", ""))
    for stage in desk.state.stages.values():
        for each in stage.rounds if match else ():
            if any(pair.number == match for pair in each.pairings):
                return stage.number, each.number
    return _number(fields.get("stage", "")), _number(fields.get("round", ""))


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else 0
