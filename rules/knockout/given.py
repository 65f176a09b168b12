"""What decisions about knockouts are given, and what they refuse alike."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.errors import MatchRefused
from rules.formats.given import check_among
from rules.identities import PersonId
from rules.knockout.bracket import Bracket, BracketMatch, KnockoutOutcome, NoPlayer
from rules.knockout.state import Knockout, Knockouts

IN_QUESTION = (
    "a match whose players are certain: decide first who goes on from match %(place)s of round "
    "%(round)s"
)


@dataclass(frozen=True, slots=True)
class Given:
    """What a decision about knockouts needs of elsewhere.

    `outcomes` is how matches stand by their numbers, `begun` are the numbers of those in which
    something was played. `next_number` is free, `seed` is for a draw.
    """

    outcomes: Mapping[int, KnockoutOutcome] = field(default_factory=dict)
    begun: frozenset[int] = frozenset()
    next_number: int = 1
    seed: bytes = b""


def knockout_of(state: Knockouts, number: int) -> Knockout:
    """The knockout of that number; raises MatchRefused for an unknown one."""
    check_among("knockout", number, state.by_number.keys())
    return state.by_number[number]


def undrawn_knockout(state: Knockouts, number: int) -> Knockout:
    """The knockout of that number, which is not drawn; raises MatchRefused for any other."""
    knockout = knockout_of(state, number)
    if knockout.drawn:
        raise MatchRefused("knockout", number, "a knockout that is not drawn yet")
    return knockout


def match_of(state: Knockouts, number: int, given: Given) -> tuple[Knockout, Bracket, BracketMatch]:
    """An announced match; raises MatchRefused for any other."""
    knockout = state.of_match(number)
    if knockout is None:
        raise MatchRefused("match", number, "a published match of a knockout")
    bracket = knockout.bracket(given.outcomes)
    match = bracket.of_number(number)
    assert match is not None
    return knockout, bracket, match


def check_certain(bracket: Bracket, matches: tuple[BracketMatch, ...]) -> None:
    """Raise MatchRefused where it is in question who plays one of these."""
    for question in bracket.questions:
        feeder = question.feeder
        if not {(each.round, each.place) for each in matches}.isdisjoint(bracket.path(feeder)):
            named = {"place": feeder.place, "round": feeder.round}
            raise MatchRefused("round", matches[0].round, IN_QUESTION, **named)


def winner_or_none(match: BracketMatch) -> PersonId | None:
    """Who goes on from a match, None while that is open or where nobody does."""
    return None if isinstance(match.winner, NoPlayer) else match.winner
