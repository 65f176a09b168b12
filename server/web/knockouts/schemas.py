"""A tournament's knockouts as the API tells them."""

from pydantic import BaseModel

from rules.formats.format import PointOutcomes
from rules.formats.knockout.bracket import BracketMatch
from rules.formats.knockout.state import Knockout, placings, winner_of
from rules.identities import PersonId
from server.persons.naming import Names


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
