"""Orders about a tournament's stages, and the API that shows the stages and standings.

The orders come from the API and from the forms of the director's page.
"""

import re
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends
from pydantic import Field

from rules import commands as cmd
from rules.errors import MatchRefused
from rules.events import StageKind
from rules.formats.team_event.planning import PRESETS, TWO_PLACES
from rules.formats.team_event.ruling import order_in_force, penalties_in_force
from rules.formats.team_event.stages import TeamEventState
from rules.games.backgammon import BACKGAMMON
from rules.text import N_
from server.access import Action
from server.views.director.seen_results import directors_finality, outcomes_seen_by
from server.views.seen_values import seen_values
from server.web.edge.authorization import SeeingBothRooms, needs
from server.web.edge.public_services import PublicOutcomesDep
from server.web.edge.services import HallDep, TournamentDep
from server.web.orders.bodies import body_of
from server.web.orders.fields import Body, Name
from server.web.orders.order_list import Fields, Order, OrderList, Sender, order, to_stages
from server.web.orders.order_routes import add_api_route
from server.web.team_event.draw_values import MOST_PAIRS
from server.web.team_event.schemas import EventOut, event_out

_ABSENT, _PLACE, _RANKED = "absent-", "place-", "team-"
_RULED = ("ruled-home", "ruled-away")
_SLOT = re.compile(r"([1-9][0-9]{0,2})-([1-9][0-9]?)-([1-9][0-9]?)")


class PresetIn(Body):
    """Plan all stages of an event; `groups` is the number of groups, if not the usual one."""

    order: Literal["preset"]
    preset: Literal["yalta-2008", "round-robin", "groups-and-finals"]
    groups: Annotated[int, Field(ge=1, le=32)] | None = None


class ClubIn(Body):
    """A team and its club. The draw keeps two teams of one club apart."""

    team: Name
    club: Name


def _preset(body: Any, sender: Sender) -> cmd.PlanStages:
    first = sender.tournament.state.event.last_stage + 1
    return cmd.PlanStages(PRESETS[body.preset].planned(first, sender.say, body.groups))


_StageIn = body_of(
    cmd.StagePlan,
    "StageIn",
    "stage",
    without=("game_name", "tail_drawn"),
    game=(Name, BACKGAMMON.name),
    tail=(Literal["thrown", "drawn"], "thrown"),
)


def _stage(body: Any, _: Sender) -> cmd.PlanStages:
    plan = body.model_dump(exclude={"order", "game", "tail", "slots"})
    stage = cmd.StagePlan(
        **plan, slots=body.slots, game_name=body.game, tail_drawn=body.tail == "drawn"
    )
    return cmd.PlanStages((stage,))


def _with_slots(fields: Fields) -> dict[str, object]:
    """Return the fields of a new stage's form, with `slots` as a list if the stage is of pairs.

    A slot is a final place in a group of an earlier stage, whose team qualifies. The list has two
    slots for each pair of teams that meet, the home team's first. For other kinds of stages these
    fields are left out. Raises MatchRefused if only one place of a pair was chosen, or if a stage
    of pairs has none.
    """
    plain: dict[str, object] = _without(fields, _PLACE)
    if fields.get("kind") != StageKind.PAIRS.value:
        return plain
    slots = list[dict[str, int]]()
    for number in range(1, MOST_PAIRS + 1):
        pair = [fields.get(f"{_PLACE}{number}-{side}", "") for side in ("home", "away")]
        chosen = [_SLOT.fullmatch(each) for each in pair if each]
        for known in chosen:
            if known is None or len(chosen) == 1:
                raise MatchRefused("slots", " – ".join(pair), TWO_PLACES)
            stage, group, place = map(int, known.groups())
            slots.append({"stage": stage, "group": group, "place": place})
    if not slots:
        raise MatchRefused("slots", "", TWO_PLACES)
    return {**plain, "slots": slots, "groups": len(slots) // 2}


def _with_absent(fields: Fields) -> dict[str, object]:
    """Return the fields with `absent-1`, `absent-2` … collected as the list `absent` of teams.

    These are teams left out of a draw, or teams that did not come to a match. The fields
    `ruled-home` and `ruled-away` become the pair `ruled` of points that the director awards.
    """
    absent = [value for name, value in fields.items() if name.startswith(_ABSENT) and value]
    ruled = [fields.get(name, "") for name in _RULED]
    plain = {**_without(fields, _ABSENT, *_RULED), "absent": absent}
    return {**plain, "ruled": ruled} if any(ruled) else plain


def _in_order(fields: Fields) -> dict[str, object]:
    """Return the fields with the teams as a list, in the order of the places typed beside them.

    Raises MatchRefused if a place was given to two teams.
    """
    placed = {
        name.removeprefix(_RANKED): value
        for name, value in fields.items()
        if name.startswith(_RANKED) and value.strip()
    }
    if len(set(placed.values())) < len(placed):
        raise MatchRefused("teams", ", ".join(sorted(placed.values())), N_("each place once"))
    teams = sorted(placed, key=lambda team: placed[team].rjust(9))
    return {**_without(fields, _RANKED), "teams": teams}


def _without(fields: Fields, *prefixes: str) -> dict[str, object]:
    return {name: value for name, value in fields.items() if not name.startswith(prefixes)}


def _clubs(body: Any, _: Sender) -> cmd.DrawStage:
    clubs = tuple((each.team, each.club) for each in body.clubs)
    return cmd.DrawStage(stage=body.stage, absent=body.absent, pots=body.pots, clubs=clubs)


_order = partial(order, carry=to_stages)
STAGE_ORDERS = OrderList(
    "/api/t/{tournament}/event",
    "/hall/t/{tournament}/tournament",
    Action.SCHEDULE,
    (
        _order("describe", cmd.DescribeEvent),
        _order("places", cmd.SetRoomPlaces),
        Order("preset", PresetIn, to_stages, _preset, command=cmd.PlanStages),
        Order("stage", _StageIn, to_stages, _stage, _with_slots, command=cmd.PlanStages),
        _order("withdraw-stage", cmd.WithdrawStage),
        _order(
            "draw",
            cmd.DrawStage,
            make=_clubs,
            read=_with_absent,
            clubs=Annotated[tuple[ClubIn, ...], Field(max_length=256)],
        ),
        _order("withdraw-draw", cmd.WithdrawDraw),
        _order("publish", cmd.PublishRound),
        _order("withdraw-round", cmd.WithdrawRound),
        _order("close", cmd.CloseRound),
        _order("reopen", cmd.ReopenRound),
        _order("extra-games", cmd.SetExtraGames),
        _order("walkover", cmd.GiveWalkover, read=_with_absent),
        _order("lift-walkover", cmd.LiftWalkover),
        _order("withdraw-team", cmd.WithdrawTeam),
        _order("return-team", cmd.ReturnTeam),
        _order("penalty", cmd.GivePenalty),
        _order("lift-penalty", cmd.LiftPenalty),
        _order("decide-order", cmd.DecideOrder, read=_in_order),
        _order("keep-qualified", cmd.KeepQualified),
        _order("join", cmd.JoinStage),
        _order("shorten", cmd.ShortenRound),
    ),
    form="event",
)


def seen_by_forms(state: TeamEventState) -> dict[str, str]:
    """Return, by form, the values that a form of the director's page is made from, as JSON.

    The form sends them back, so that an order is refused if they have changed since.
    """
    places = state.places.open_room, state.places.closed_room
    seen: dict[str, object] = {"describe": state.described_as, "places": places}
    for stage in state.stages.values():
        seen[f"undraw-{stage.number}"] = stage.groups
        seen[f"penalty-{stage.number}"] = penalties_in_force(state, stage.number)
        for group in range(1, len(stage.groups) + 1):
            seen[f"order-{stage.number}-{group}"] = order_in_force(stage, group)
        for announced in stage.published.values():
            numbers = tuple(each.number for each in announced.pairings)
            seen[f"withdraw-{stage.number}-{announced.round}"] = numbers
    return {form: seen_values(value) for form, value in seen.items()}


router = APIRouter(prefix="/api/t/{tournament}", tags=["operator"])


@router.get("/event")
async def event(
    visitor: SeeingBothRooms,
    tournament: TournamentDep,
    hall: HallDep,
    public: PublicOutcomesDep,
) -> EventOut:
    """Return every stage, with unpublished rounds too, and the standings so far.

    The standings are computed from the results of both rooms.
    """
    outcomes = outcomes_seen_by(visitor, hall, public, tournament.tournament)
    final = directors_finality(hall, public, tournament.tournament, outcomes)
    foreseen = public.forecast(hall, tournament.tournament, outcomes)
    return event_out(tournament.state.event, outcomes, final.status, foreseen, drafts=True)


add_api_route(router, STAGE_ORDERS, "Plan, draw, publish, close or rule; `order` says which.")


@router.get("/standings", dependencies=[Depends(needs(Action.WATCH))])
async def standings(
    tournament: TournamentDep, hall: HallDep, outcomes: PublicOutcomesDep
) -> EventOut:
    """Return the published rounds, and the standings as computed from the public results."""
    known = outcomes.of(tournament.tournament)
    status = outcomes.finality(hall, tournament.tournament, known).status
    foreseen = outcomes.forecast(hall, tournament.tournament, known)
    return event_out(tournament.state.event, known, status, foreseen, drafts=False)
