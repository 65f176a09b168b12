"""Orders about a tournament's knockouts, and the API that shows the knockouts.

The orders come from the API and from the forms of the director's page.
"""

from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused
from rules.formats.format import PointOutcomes
from rules.formats.knockout.bracket import BracketMatch
from rules.formats.knockout.deciding import KNOCKOUT
from rules.formats.knockout.draws import PRESETS
from rules.formats.knockout.state import Knockout, placings, winner_of
from rules.games.backgammon import BACKGAMMON
from rules.identities import PersonId
from rules.limits import MatchLength
from rules.position import Side
from rules.text import N_
from server.access import Action
from server.tournaments.tournament_process import TournamentProcess
from server.values.naming import Names
from server.views.director.seen_results import points_seen_by
from server.web.edge.authorization import Watching
from server.web.edge.public_services import PublicOutcomesDep
from server.web.edge.services import HallDep, TournamentDep
from server.web.orders.bodies import value_of
from server.web.orders.fields import Name, Number
from server.web.orders.order_list import Fields, OrderList, Sender, names_up_to, order, to_stages
from server.web.orders.order_routes import add_api_route


class KnockoutPlayerOut(BaseModel):
    """A side of a knockout's match. `person` is the player's id.

    `person` is null if the player is not known yet, or if the place stays empty because of a bye.
    `lucky` is true for a lucky loser.
    """

    person: str | None
    name: str
    points: int | None
    won: bool
    lucky: bool


class KnockoutMatchOut(BaseModel):
    """A match of a round; `number` is null before the match is published.

    `decision` is result, walkover, forfeit or adjudication; it is null for an undecided match and
    for a bye. `in_question` is true if the match before this one now has another winner than the
    player who plays here.
    """

    place: int
    number: int | None
    length: int
    white: KnockoutPlayerOut
    red: KnockoutPlayerOut
    decision: str | None
    decided: bool
    bye: bool
    in_question: bool


class KnockoutRoundOut(BaseModel):
    """A round with its matches. `seed` is the seed by which the round was drawn, in hexadecimal.

    `seed` is empty if the pairings follow from the round before.
    """

    round: int
    length: int
    seed: str
    matches: list[KnockoutMatchOut]


class KnockoutPlacingOut(BaseModel):
    """The persons who share the places from `first` to `last`."""

    first: int
    last: int
    persons: list[str]


class KnockoutOut(BaseModel):
    """A knockout as it stands now. `winner` is a person's id.

    `draw` is "bracket" if one draw decides the pairings of all rounds, or "each round" if each of
    the rounds is drawn anew.
    """

    knockout: int
    name: str
    game: str
    draw: str
    elsewhere: bool
    length: int
    rounds_in_all: int
    entrants: list[str]
    withdrawn: list[str]
    rounds: list[KnockoutRoundOut]
    placings: list[KnockoutPlacingOut]
    winner: str | None


def knockout_out(knockout: Knockout, outcomes: PointOutcomes, names: Names) -> KnockoutOut:
    """Return a knockout in the form of the API; `outcomes` are the results that decide matches."""
    plan, bracket = knockout.plan, knockout.bracket(outcomes)
    winner = winner_of(knockout, outcomes)
    return KnockoutOut(
        knockout=knockout.number,
        name=plan.name,
        game=plan.game_name,
        draw=plan.draw.value,
        elsewhere=plan.elsewhere,
        length=plan.length,
        rounds_in_all=bracket.rounds_in_all,
        entrants=[each.text for each in knockout.entrants],
        withdrawn=[each.text for each in knockout.withdrawn],
        rounds=[
            KnockoutRoundOut(
                round=number,
                length=knockout.length_of(number, bracket.rounds_in_all),
                seed=drawn.seed.hex() if (drawn := knockout.drawn.get(number)) else "",
                matches=[_match(each, names) for each in matches],
            )
            for number, matches in enumerate(bracket.rounds, 1)
        ],
        placings=[
            KnockoutPlacingOut(
                first=each.first, last=each.last, persons=[player.text for player in each.players]
            )
            for each in placings(knockout, outcomes)
        ],
        winner=None if winner is None else winner.text,
    )


def _match(match: BracketMatch, names: Names) -> KnockoutMatchOut:
    return KnockoutMatchOut(
        place=match.place,
        number=match.number,
        length=match.length,
        white=_player(match, 0, names),
        red=_player(match, 1, names),
        decision=None if match.decision is None else match.decision.value,
        decided=match.is_decided,
        bye=match.is_bye,
        in_question=bool(match.in_question),
    )


def _player(match: BracketMatch, side: int, names: Names) -> KnockoutPlayerOut:
    player = match.opponents[side]
    known = isinstance(player, PersonId)
    return KnockoutPlayerOut(
        person=player.text if isinstance(player, PersonId) else None,
        name=names.of(player) if isinstance(player, PersonId) else "",
        points=None if match.score is None else match.score[side],
        won=known and match.winner == player,
        lucky=player in match.lucky,
    )


Ruled = Annotated[dict[Number, Annotated[str, Field(max_length=120)]], Field(max_length=256)]
"""The director's rulings on matches, as the sender saw them, by match number.

A ruling is a text with the winner's id, the kind of decision and the score, as made by
`Knockout.ruled_as`. The order is refused if one of these matches now has another ruling or none.
"""
GOES_ON = "goes_on"
"""The form's field that names a match and the side that advances from it, such as "12:white"."""
_Points = Annotated[int, Field(ge=0, le=999)]
_RULED = (Ruled | None, None)


def _plan(body: Any, _: Sender) -> cmd.PlanKnockout:
    preset = PRESETS[body.preset]
    named = ("name", "last_lengths", "elsewhere", "clocks", "clock_minutes")
    return cmd.PlanKnockout(
        **{name: getattr(body, name) for name in named},
        draw=preset.draw,
        length=preset.length if body.length is None else body.length,
        game_name=body.game,
    )


def _with_lengths(fields: Fields) -> dict[str, object]:
    """Return the fields of a form, with `last_lengths` split at commas into a list.

    The list has the numbers of points to which the matches of the last rounds are played.
    """
    typed = fields.get("last_lengths", "").replace(";", ",").split(",")
    return {**fields, "last_lengths": [each.strip() for each in typed if each.strip()]}


def _result(body: Any, _: Sender) -> cmd.RuleKnockoutMatch:
    return cmd.RuleKnockoutMatch(
        number=body.number,
        decision=ev.KnockoutDecision.RESULT,
        winner=None,
        score=(body.white, body.red),
        reason=body.reason,
        later=body.later,
        was=_ruled_as(body),
    )


def _rule(body: Any, sender: Sender) -> cmd.RuleKnockoutMatch:
    return cmd.RuleKnockoutMatch(
        number=body.number,
        decision=ev.KnockoutDecision(body.decision),
        winner=_side(sender.tournament, body.number, body.winner),
        reason=body.reason,
        later=body.later,
        was=_ruled_as(body),
    )


def _lift(body: Any, _: Sender) -> cmd.LiftKnockoutRuling:
    return cmd.LiftKnockoutRuling(
        number=body.number, reason=body.reason, later=body.later, was=_ruled_as(body)
    )


def _ruled_as(body: Any) -> str | None:
    return None if body.was is None else body.was.get(body.number, "")


def _side(tournament: TournamentProcess, number: int, side: Side | None) -> PersonId | None:
    """Return the player of a side of a published match; None if no side is given.

    Raises MatchRefused if the match is not a published match of a knockout.
    """
    knockout = tournament.state.of(KNOCKOUT).of_match(number)
    announced = None if knockout is None else knockout.announced_as(number)
    if announced is None:
        raise MatchRefused("match", number, N_("a published match of a knockout"))
    if side is None:
        return None
    return announced.pairing.white if side is Side.WHITE else announced.pairing.red


def _who_goes_on(fields: Fields) -> dict[str, object]:
    """Return the fields of a form, with its match and side as `number` and `winner`.

    In the form they are one field, such as "12:white".
    """
    number, _, side = fields.get(GOES_ON, "").partition(":")
    plain = {name: value for name, value in fields.items() if name != GOES_ON}
    return {**plain, "number": number, "winner": side} if GOES_ON in fields else {**plain}


_order = partial(order, carry=to_stages, prefix="Knockout")
KNOCKOUT_ORDERS = OrderList(
    "/api/t/{tournament}/knockouts",
    "/hall/t/{tournament}/tournament/knockouts",
    Action.SCHEDULE,
    (
        _order(
            "plan",
            cmd.PlanKnockout,
            make=_plan,
            read=_with_lengths,
            without=("draw", "game_name"),
            length=(value_of(MatchLength | None), None),
            game=(Name, BACKGAMMON.name),
            preset=(Literal["single-elimination", "lucky-losers"], "single-elimination"),
        ),
        _order("remove", cmd.WithdrawKnockout),
        _order("enter", cmd.EnterKnockout, names={"players": names_up_to(256)}),
        _order("remove-entry", cmd.WithdrawKnockoutEntry),
        _order("draw", cmd.DrawKnockoutRound),
        _order("publish", cmd.PublishKnockoutMatches),
        _order("remove-round", cmd.WithdrawKnockoutRound),
        _order(
            "result",
            cmd.RuleKnockoutMatch,
            make=_result,
            without=("decision", "winner", "score"),
            white=(_Points, ...),
            red=(_Points, ...),
            was=_RULED,
        ),
        _order(
            "rule",
            cmd.RuleKnockoutMatch,
            make=_rule,
            read=_who_goes_on,
            without=("score",),
            decision=(Literal["walkover", "forfeit", "adjudication"], ...),
            winner=(value_of(Side | None), None),
            was=_RULED,
        ),
        _order("lift", cmd.LiftKnockoutRuling, make=_lift, was=_RULED),
        _order("withdraw-player", cmd.WithdrawKnockoutPlayer),
        _order("return-player", cmd.ReturnKnockoutPlayer),
        _order("resolve", cmd.ResolveKnockoutWinner),
    ),
    form="plan",
)


router = APIRouter(prefix="/api/t/{tournament}", tags=["operator"])


@router.get("/knockouts")
async def knockouts(
    visitor: Watching,
    tournament: TournamentDep,
    hall: HallDep,
    outcomes: PublicOutcomesDep,
) -> list[KnockoutOut]:
    """List the tournament's knockouts, with the results that the visitor is allowed to know."""
    known = points_seen_by(visitor, hall, outcomes, tournament.tournament)
    names = hall.names()
    every = tournament.state.of(KNOCKOUT).by_number.values()
    return [knockout_out(each, known, names) for each in every]


add_api_route(router, KNOCKOUT_ORDERS, "Plan, enter, draw, publish or rule; `order` says which.")
