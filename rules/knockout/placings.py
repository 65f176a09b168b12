"""Who has won a knockout, and who stands where behind.

Source: ruling 17 and the custom of match play (ours): no match is played for the third place. Who
lost in the same round share their places; a lucky loser stands by the match that he lost last.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.identities import PersonId
from rules.knockout.bracket import Bracket, BracketMatch, KnockoutOutcomes
from rules.knockout.state import Knockout

_PODIUM = 3


@dataclass(frozen=True, slots=True)
class Placing:
    """Players who share the places from `first` to `last`."""

    first: int
    last: int
    players: tuple[PersonId, ...]


def winner_of(knockout: Knockout, outcomes: KnockoutOutcomes) -> PersonId | None:
    """Who has won all of it; None while that is open, in question, or where nobody has."""
    bracket = knockout.bracket(outcomes)
    return _winner(knockout, bracket)


def _winner(knockout: Knockout, bracket: Bracket) -> PersonId | None:
    if not bracket.rounds or len(bracket.rounds) < bracket.rounds_in_all or bracket.questions:
        return None
    last = bracket.rounds[-1]
    if not all(each.is_decided for each in last):
        return None
    if len(last) == 1:
        winner = last[0].winner
        return winner if isinstance(winner, PersonId) else None
    return next(iter(knockout.going_on(last).values()), None)


def placings(knockout: Knockout, outcomes: KnockoutOutcomes) -> tuple[Placing, ...]:
    """The places of whoever is out since a round that is decided, and the winner's; best first."""
    bracket = knockout.bracket(outcomes)
    champion = _winner(knockout, bracket)
    placed = [] if champion is None else [Placing(1, 1, (champion,))]
    still_in = {player for each in bracket.rounds[:1] for match in each for player in match.players}
    out_of = dict[int, tuple[PersonId, ...]]()
    later = set[PersonId]()
    for number in range(len(bracket.rounds), 0, -1):
        matches = bracket.rounds[number - 1]
        out_of[number] = tuple(each for each in _out(matches) if each not in later)
        later.update(player for each in matches for player in each.players)
    still_in.difference_update(player for out in out_of.values() for player in out)
    better = len(still_in)
    for number in range(len(bracket.rounds), 0, -1):
        out = out_of[number]
        if out and _is_complete(bracket, number, champion):
            placed.append(Placing(better + 1, better + len(out), out))
        better += len(out)
    return tuple(placed)


def _is_complete(bracket: Bracket, number: int, champion: PersonId | None) -> bool:
    """Whether nobody else leaves by that round, or comes back from it as a lucky loser."""
    if number == len(bracket.rounds) and number < bracket.rounds_in_all:
        return False
    return champion is not None or all(each.is_decided for each in bracket.rounds[number - 1])


def _out(matches: Sequence[BracketMatch]) -> list[PersonId]:
    """Who goes on no more from these, in their order."""
    decided = (each for each in matches if each.is_decided)
    return [player for each in decided for player in each.players if player != each.winner]


def podium(knockout: Knockout, outcomes: KnockoutOutcomes) -> tuple[tuple[PersonId, ...], ...]:
    """The players of the first, second and third place; nobody before all is decided."""
    if winner_of(knockout, outcomes) is None:
        return ()
    placed = placings(knockout, outcomes)
    return tuple(each.players for each in placed if each.first <= _PODIUM)
