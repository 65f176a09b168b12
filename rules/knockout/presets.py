"""Ways to play a knockout that a director picks (rulings 17 and 21; usage of match play)."""

from dataclasses import dataclass

from rules.events import KnockoutDraw


@dataclass(frozen=True, slots=True)
class KnockoutPreset:
    """`name` in addresses and on the command line, `label` for people; `length` is proposed."""

    name: str
    label: str
    draw: KnockoutDraw
    length: int


PRESETS = {
    preset.name: preset
    for preset in (
        KnockoutPreset(
            "single-elimination",
            "Single elimination: a bracket drawn once, byes in its first round",
            KnockoutDraw.BRACKET,
            5,
        ),
        KnockoutPreset(
            "lucky-losers",
            "A new draw each round; lucky losers fill the second round",
            KnockoutDraw.EACH_ROUND,
            5,
        ),
    )
}
