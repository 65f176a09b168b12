"""Ways to play a knockout that a director picks (rulings 17 and 21; usage of match play)."""

from dataclasses import dataclass

from rules.events import KnockoutDraw


@dataclass(frozen=True, slots=True)
class KnockoutPreset:
    """`name` in addresses and on the command line, `label` for people; `length` is proposed.

    `by_messages`: players enter and report by messages (rulings 21 to 23).
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
            "Knockout with a bracket drawn once, byes in its first round",
            KnockoutDraw.BRACKET,
            5,
        ),
        KnockoutPreset(
            "lucky-losers",
            "Knockout with a new draw each round; lucky losers fill the second round",
            KnockoutDraw.EACH_ROUND,
            5,
        ),
        KnockoutPreset(
            "by-messages",
            "Knockout by messages: played turn by turn on another server, a new draw each round",
            KnockoutDraw.EACH_ROUND,
            10,
            by_messages=True,
        ),
    )
}
