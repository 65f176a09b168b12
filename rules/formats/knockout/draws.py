"""The places of a knockout's round, drawn by lots that anybody can draw again (rules.formats.draw).

Sources: ruling 21 for lucky losers and for a new draw each round; a bracket that is drawn once for
all rounds is our choice. A player's lot is made from the seed and the player's id.

The size of a bracket is a power of two. The players get the numbers 1, 2, 3 and so on, the smallest
lot first. In the bracket, numbers 1 and 2 cannot meet before the final, and numbers 1 to 4 cannot
meet before the semi-finals. A player whose opponent's number is not taken has a bye. So byes are as
far apart as possible, and no two byes meet.

In the draw of a single round, one half of the players, those with the smaller lots, play White in
the order of their lots. Their opponents are, in order, the players with the other lots, then the
lucky losers, then byes. So two lucky losers never meet, and no lucky loser has a bye.

A preset is a way to play a knockout; the director picks one of them (rulings 17 and 21; usage of
match play).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.events import KnockoutDraw, KnockoutPlace
from rules.formats.draw import lot
from rules.identities import PersonId
from rules.text import N_

BYE = KnockoutPlace()


def power_of_two(least: int) -> int:
    """Return the smallest power of two that is at least `least`; never less than 1."""
    return 1 << max(least - 1, 0).bit_length()


def in_lot_order(seed: bytes, players: Sequence[PersonId]) -> list[PersonId]:
    """Return the players sorted by lot, the smallest first."""
    return sorted(players, key=lambda player: lot(seed, player.text))


def bracket_places(seed: bytes, players: Sequence[PersonId]) -> tuple[KnockoutPlace, ...]:
    """Return the places of the first round, for a bracket that is drawn once for all rounds.

    There are two places for each match, White's first.
    """
    order = in_lot_order(seed, players)
    numbers = _bracket_numbers(power_of_two(len(order)))
    return tuple(
        KnockoutPlace(player=order[number - 1]) if number <= len(order) else BYE
        for number in numbers
    )


def _bracket_numbers(size: int) -> list[int]:
    numbers = [1]
    while len(numbers) < size:
        opponents = 2 * len(numbers) + 1
        numbers = [each for number in numbers for each in (number, opponents - number)]
    return numbers


def first_round_places(seed: bytes, players: Sequence[PersonId]) -> tuple[KnockoutPlace, ...]:
    """Return the places of the first round, for a knockout with a new draw each round.

    There are two places for each match, White's first. If the number of players is odd, one player
    has a bye.
    """
    order = [KnockoutPlace(player=player) for player in in_lot_order(seed, players)]
    return _paired(order, (len(order) + 1) // 2)


def next_round_places(
    seed: bytes, winners: Mapping[int, PersonId], losers: Sequence[PersonId] = ()
) -> tuple[KnockoutPlace, ...]:
    """Draw the next round and return its places, two for each match, White's first.

    `winners` are at least two players, by the positions of the matches that they won in the round
    before. The number of places is filled up to a power of two, first with lucky losers drawn from
    `losers`, then with byes.
    """
    size = power_of_two(len(winners))
    feeders = {player: feeder for feeder, player in winners.items()}
    order = in_lot_order(seed, list(feeders))
    lucky = in_lot_order(seed, losers)[: size - len(order)]
    places = [KnockoutPlace(feeder=feeders[player]) for player in order]
    places += [KnockoutPlace(player=player) for player in lucky]
    return _paired(places, size // 2)


def _paired(places: Sequence[KnockoutPlace], matches: int) -> tuple[KnockoutPlace, ...]:
    byes = [BYE] * (2 * matches - len(places))
    pairs = zip(places[:matches], [*places[matches:], *byes], strict=True)
    return tuple(place for pair in pairs for place in pair)


@dataclass(frozen=True, slots=True)
class KnockoutPreset:
    """A way to play a knockout that a director can pick.

    Addresses and commands use `name`, people read `label`. `length` is the number of points
    proposed for a match. If `by_messages` is True, it is a PBeM knockout: players enter and report
    results by e-mail (rulings 21 to 23).
    """

    name: str
    label: str
    draw: KnockoutDraw
    length: int
    by_messages: bool = False


PRESETS = {
    preset.name: preset
    for preset in (
        KnockoutPreset(
            "single-elimination",
            N_("Knockout with a bracket drawn once, byes in its first round"),
            KnockoutDraw.BRACKET,
            5,
        ),
        KnockoutPreset(
            "lucky-losers",
            N_("Knockout with a new draw each round; lucky losers fill the second round"),
            KnockoutDraw.EACH_ROUND,
            5,
        ),
        KnockoutPreset(
            "by-messages",
            N_(
                "Knockout by messages: played turn by turn on another server, a new draw each round"
            ),
            KnockoutDraw.EACH_ROUND,
            10,
            by_messages=True,
        ),
    )
}
