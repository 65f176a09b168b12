"""What a game's results are called and what they are scored by.

Backgammon has the tables of Fair Backgammon Duplicated Team Tournament (Garal, 2008). Long gammon
has none there: it is scored by the same table, mars taking row 15, Triple never coming up and the
cube being off; its forms say "house table" (ruling 14, ours). Trictrac's trous are compared without
a table, which its forms call a house rule (rules.scoring.tallies, ours).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.games.backgammon import BACKGAMMON
from rules.games.long_gammon import LONG_GAMMON
from rules.games.trictrac.as_game import TRICTRAC
from rules.room import Ending
from rules.scoring.scales import CUBES, MATCH_LENGTHS, TABLE_TITLE
from rules.scoring.tallies import COUNTED_LENGTHS
from rules.text import N_


@dataclass(frozen=True, slots=True)
class ScoringTerms:
    """How results of one game are written and scored.

    `endings`: the words a clerk writes, with what they mean. `cubes`: values that can be in force.
    `table_title`: what a form calls its tables. `notes`: what a form says about them besides.
    `marks`: signs a form puts beside results that end so, explained by `marked`. `compared`: what
    the two teams' sums are of, and decides the match. `lengths`: games a room a match may have.
    """

    game: str
    endings: Mapping[str, Ending]
    cubes: tuple[int, ...]
    table_title: str
    notes: tuple[str, ...] = ()
    marks: Mapping[Ending, str] = field(default_factory=dict)
    marked: str = ""
    compared: str = "IMP"
    lengths: tuple[int, ...] = MATCH_LENGTHS

    @property
    def counted(self) -> bool:
        """A match compares what its games count, without SMP, IMP or VP."""
        return self.compared != "IMP"

    def word(self, ending: Ending) -> str:
        """What a clerk writes for an ending this game has; others by their backgammon name."""
        return next((word for word, meant in self.endings.items() if meant is ending), ending.value)


BACKGAMMON_TERMS = ScoringTerms(
    game=BACKGAMMON.name,
    endings={ending.value: ending for ending in Ending if ending in BACKGAMMON.endings},
    cubes=CUBES,
    table_title=TABLE_TITLE,
)

LONG_GAMMON_TERMS = ScoringTerms(
    game=LONG_GAMMON.name,
    endings={
        "oin": Ending.BEAROFF,
        "mars": Ending.GAMMON,
        "resigned": Ending.RESIGNED,
        "resigned-mars": Ending.RESIGNED_GAMMON,
    },
    cubes=CUBES[:1],
    table_title=N_("house table (tables: Garal, backgammon, 2005–2009)"),
    notes=(N_("Long gammon, house table: oin scores the checkers left, mars row 15; no cube."),),
    marks={Ending.GAMMON: "†", Ending.RESIGNED_GAMMON: "†"},
    marked=N_("† Mars."),
)

TRICTRAC_TERMS = ScoringTerms(
    game=TRICTRAC.name,
    endings={"trous": Ending.TROUS, "resigned": Ending.RESIGNED},
    cubes=CUBES[:1],
    table_title=N_("Trous compared: house rule"),
    marks={Ending.RESIGNED: "†"},
    marked=N_("† Resigned: the other side has its twelve trous."),
    compared="trous",
    lengths=COUNTED_LENGTHS,
)

TERMS: Mapping[str, ScoringTerms] = {
    terms.game: terms for terms in (BACKGAMMON_TERMS, LONG_GAMMON_TERMS, TRICTRAC_TERMS)
}
"""By the game's name."""
