"""Places of a round, drawn by lots that anybody can draw again (rules.formats.draw).

Sources: ruling 21 for lucky losers and a new draw each round; a bracket drawn once is ours. A
player's lot is made from the seed and the player's id.

A bracket has places for a power of two: the smallest lots take the numbers 1, 2, 3 and so on of a
bracket in which 1 and 2 can only meet in its final, 1 to 4 in its semi-finals. A player whose
opponent has no number has a bye: so byes are as far apart as possible, and no two of them meet.

In a draw of one round the smaller half of the lots is White of its matches in that order, the
others are Red in theirs, then the lucky losers, then byes: so two lucky losers never meet, and none
of them has a bye.

Presets are ways to play a knockout that a director picks (rulings 17 and 21; usage of match play).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.events import KnockoutDraw, KnockoutPlace
from rules.formats.draw import lot
from rules.identities import PersonId
from rules.text import N_

BYE = KnockoutPlace()


def power_of_two(least: int) -> int:
    """Return the smallest power of two that is not below `least`, 1 at least."""
    return 1 << max(least - 1, 0).bit_length()


def in_lot_order(seed: bytes, players: Sequence[PersonId]) -> list[PersonId]:
    """Return players by their lots, the smallest first."""
    return sorted(players, key=lambda player: lot(seed, player.text))


def bracket_places(seed: bytes, players: Sequence[PersonId]) -> tuple[KnockoutPlace, ...]:
    """Return the first round's places of a bracket drawn once."""
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
    """Return the places of a first round whose winners are drawn anew.

    With an odd number one player has a bye.
    """
    order = [KnockoutPlace(player=player) for player in in_lot_order(seed, players)]
    return _paired(order, (len(order) + 1) // 2)


def next_round_places(
    seed: bytes, winners: Mapping[int, PersonId], losers: Sequence[PersonId] = ()
) -> tuple[KnockoutPlace, ...]:
    """Draw the next round and return its places.

    `winners` (at least two) are keyed by their places in the round before. Free places up to a
    power of two go to lucky losers drawn from `losers`, then to byes.
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
    """A way to play a knockout: `name` in addresses and commands, `label` for people.

    `length` is proposed. `by_messages`: players enter and report by messages (rulings 21 to 23).
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
