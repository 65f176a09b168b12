"""What a game's results are called and what they are scored by.

Backgammon has the tables of Fair Backgammon Duplicated Team Tournament (Garal, 2008). Long gammon
has none there: it is scored by the same table, mars taking row 15, Triple never coming up and the
cube being off; its forms say "house table" (ruling 14, ours). Trictrac's trous are compared without
a table, which its forms call a house rule (rules.scoring.tallies, ours).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.games.backgammon import BACKGAMMON
from rules.games.game_info import IMP, GameInfo
from rules.games.known_games import INFOS
from rules.room import Ending
from rules.scoring.scales import CUBES, MATCH_LENGTHS, TABLE_TITLE
from rules.scoring.tallies import COUNTED_LENGTHS


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
    compared: str = IMP
    lengths: tuple[int, ...] = MATCH_LENGTHS

    @property
    def counted(self) -> bool:
        """A match compares what its games count, without SMP, IMP or VP."""
        return self.compared != IMP

    def word(self, ending: Ending) -> str:
        """What a clerk writes for an ending this game has; others by their backgammon name."""
        return next((word for word, meant in self.endings.items() if meant is ending), ending.value)


def terms_of(info: GameInfo) -> ScoringTerms:
    """How that game is scored here."""
    scored = info.scored
    played = [ending for ending in Ending if ending in info.rules.endings]
    own = sorted(played, key=lambda ending: bool(info.endings[ending].resigns))
    return ScoringTerms(
        game=info.name,
        endings={scored.words.get(ending, ending.value): ending for ending in own},
        cubes=CUBES if scored.cube else CUBES[:1],
        table_title=scored.table_title or TABLE_TITLE,
        notes=scored.notes,
        marks=scored.marks,
        marked=scored.marked,
        compared=scored.compared,
        lengths=COUNTED_LENGTHS if scored.counted else MATCH_LENGTHS,
    )


TERMS: Mapping[str, ScoringTerms] = {info.name: terms_of(info) for info in INFOS.values()}
"""By the game's name."""
BACKGAMMON_TERMS = TERMS[BACKGAMMON.name]
