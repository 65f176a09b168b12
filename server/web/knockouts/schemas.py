"""What is asked of a tournament's knockouts, and how they are told.

A knockout as the API tells it.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

from pydantic import BaseModel, Field

from rules.events import LEAST_MINUTES, MINUTES_A_GAME, MOST_MINUTES, Clocks
from rules.formats.format import PointOutcomes
from rules.formats.knockout.bracket import BracketMatch
from rules.formats.knockout.state import Knockout, placings, winner_of
from rules.games.backgammon import BACKGAMMON
from rules.identities import PersonId
from server.persons.naming import Names
from server.web.schemas.fields import Body, Name, NewName, Number, PersonText, Reason, SideName

Length = Annotated[int, Field(ge=1, le=64)]
LaterIn = Literal["keep", "void"]
Ruled = Annotated[dict[Number, Annotated[str, Field(max_length=120)]], Field(max_length=256)]
"""Decisions that stood when an order was made, by match: who goes on, how, by which score.

Where the match has another decision by now, or none, the order is refused.
"""
Persons = Annotated[tuple[PersonText, ...], Field(max_length=256)]


class KnockoutPlanIn(Body):
    """A knockout; `preset` says how it is drawn, `length` to how many points its matches go.

    `last_lengths` are those of the last rounds where they are others, the final's last.
    `elsewhere`: its matches are not played at tables of this hall; their results are entered.
    """

    order: Literal["plan"]
    name: NewName
    preset: Literal["single-elimination", "lucky-losers"] = "single-elimination"
    length: Length | None = None
    last_lengths: Annotated[tuple[Length, ...], Field(max_length=8)] = ()
    game: Name = BACKGAMMON.name
    elsewhere: bool = False
    clocks: Clocks = Clocks.OFF
    clock_minutes: Annotated[int, Field(ge=LEAST_MINUTES, le=MOST_MINUTES)] = MINUTES_A_GAME


class RemoveIn(Body):
    """A knockout that was planned by mistake and is not drawn."""

    order: Literal["remove"]
    knockout: Number
    reason: Reason


class EnterIn(Body):
    """Players to enter; a name that somebody bears means that person, an id always does."""

    order: Literal["enter"]
    knockout: Number
    players: Annotated[tuple[NewName, ...], Field(min_length=1, max_length=256)]


class RemoveEntryIn(Body):
    """Take a player's entry back before the draw."""

    order: Literal["remove-entry"]
    knockout: Number
    player: PersonText


class KnockoutDrawIn(Body):
    """Draw the bracket, or the next round; `seen` are the players entered, as they were seen."""

    order: Literal["draw"]
    knockout: Number
    round: Number = 1
    seen: Persons | None = None


class KnockoutPublishIn(Body):
    """Publish every match of a round whose players are known; `seen` are those pairs."""

    order: Literal["publish"]
    knockout: Number
    round: Number
    seen: Annotated[tuple[tuple[PersonText, PersonText], ...], Field(max_length=128)] | None = None


class RemoveRoundIn(Body):
    """Take back the last round, of which nothing was played."""

    order: Literal["remove-round"]
    knockout: Number
    round: Number
    reason: Reason


class ResultIn(Body):
    """The result of a match, entered by hand; White's points first."""

    order: Literal["result"]
    number: Number
    white: Annotated[int, Field(ge=0, le=999)]
    red: Annotated[int, Field(ge=0, le=999)]
    reason: Reason
    later: LaterIn | None = None
    was: Ruled | None = None


class RuleIn(Body):
    """Who goes on from a match without a result of its own, `winner` None for nobody.

    `later` says what becomes of later matches, where another player has gone on already.
    """

    order: Literal["rule"]
    number: Number
    decision: Literal["walkover", "forfeit", "adjudication"]
    winner: SideName | None = None
    reason: Reason
    later: LaterIn | None = None
    was: Ruled | None = None


class KnockoutLiftIn(Body):
    """Take a decision back."""

    order: Literal["lift"]
    number: Number
    reason: Reason
    later: LaterIn | None = None
    was: Ruled | None = None


class WithdrawPlayerIn(Body):
    """A player plays no more."""

    order: Literal["withdraw-player"]
    knockout: Number
    player: PersonText
    reason: Reason


class ReturnPlayerIn(Body):
    """A player who withdrew plays again."""

    order: Literal["return-player"]
    knockout: Number
    player: PersonText
    reason: Reason


class ResolveIn(Body):
    """Another player has won match `place` of a round than the one who went on from it.

    `later` keeps who went on, or makes the later matches void. `seen` is who has won it by now.
    """

    order: Literal["resolve"]
    knockout: Number
    round: Number
    place: Number
    later: LaterIn
    reason: Reason
    seen: PersonText | None = None


KnockoutOrderIn = Annotated[
    KnockoutPlanIn
    | RemoveIn
    | EnterIn
    | RemoveEntryIn
    | KnockoutDrawIn
    | KnockoutPublishIn
    | RemoveRoundIn
    | ResultIn
    | RuleIn
    | KnockoutLiftIn
    | WithdrawPlayerIn
    | ReturnPlayerIn
    | ResolveIn,
    Field(discriminator="order"),
]
"""An order about a tournament's knockouts, told apart by `order`."""

KNOCKOUT_ORDERS: Mapping[str, type[Body]] = {
    get_args(each.model_fields["order"].annotation)[0]: each
    for each in get_args(get_args(KnockoutOrderIn)[0])
}
"""The bodies by their `order`."""


class KnockoutPlayerOut(BaseModel):
    """A side of a match; `person` is None where nobody is known yet, or nobody will come.

    `lucky`: a lucky loser.
    """

    person: str | None
    name: str
    points: int | None
    won: bool
    lucky: bool


class KnockoutMatchOut(BaseModel):
    """A match of a round; `number` is None before it is published.

    `decision` is result, walkover, forfeit or adjudication, None while it is open and for a bye.
    `in_question`: another player has won the match before it than the one who plays.
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
    """A round that has places; `seed` is that of its draw, empty where it follows from another."""

    round: int
    length: int
    seed: str
    matches: list[KnockoutMatchOut]


class KnockoutPlacingOut(BaseModel):
    """Persons who share the places from `first` to `last`."""

    first: int
    last: int
    persons: list[str]


class KnockoutOut(BaseModel):
    """A knockout as it stands; `draw` is bracket or each round, `winner` a person's id."""

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
    """A knockout by these outcomes."""
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
