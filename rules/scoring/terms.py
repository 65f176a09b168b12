"""Terms of scoring of each game: words for its results, and the tables used.

Backgammon has the tables of Fair Backgammon Duplicated Team Tournament (Garal, 2008). Long gammon
has none there: it is scored by the same table, mars taking row 15, Triple never occurring and the
cube not being used; its forms say "house table" (ruling 14, ours). Trictrac's trous are compared
without a table, which its forms call a house rule (rules.scoring.tallies, ours).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.games.backgammon import BACKGAMMON
from rules.games.game_info import GameInfo, Scored
from rules.games.known_games import INFOS
from rules.room import Ending
from rules.scoring.scales import CUBES, MATCH_LENGTHS, SCORING_TABLES_TITLE
from rules.scoring.tallies import COUNTED_LENGTHS


@dataclass(frozen=True, slots=True)
class ScoringTerms:
    """The way results of one game are written and scored.

    `scored`: the game's record of it. `endings`: the words a clerk writes, with their meaning.
    `cubes`: values that can be in force. `scoring_tables_title`: the tables' name on forms.
    `lengths`: games per room that a match may have.
    """

    scored: Scored
    endings: Mapping[str, Ending]
    cubes: tuple[int, ...]
    scoring_tables_title: str
    lengths: tuple[int, ...]

    def word(self, ending: Ending) -> str:
        """Return the clerk's word for an ending of this game; for others the backgammon name."""
        return next((word for word, meant in self.endings.items() if meant is ending), ending.value)


def terms_of(info: GameInfo) -> ScoringTerms:
    """Return the scoring terms of that game."""
    scored = info.scored
    played = [ending for ending in Ending if ending in info.rules.endings]
    own = sorted(played, key=lambda ending: bool(info.endings[ending].resigns))
    return ScoringTerms(
        scored=scored,
        endings={scored.words.get(ending, ending.value): ending for ending in own},
        cubes=CUBES if scored.cube else CUBES[:1],
        scoring_tables_title=scored.scoring_tables_title or SCORING_TABLES_TITLE,
        lengths=COUNTED_LENGTHS if scored.counted else MATCH_LENGTHS,
    )


TERMS: Mapping[str, ScoringTerms] = {info.name: terms_of(info) for info in INFOS.values()}
"""Scoring terms by the game's name."""
SCORED = tuple(name for name, info in INFOS.items() if not info.scored.counted)
"""Games whose matches give victory points, by which a stage is ranked."""
BACKGAMMON_TERMS = TERMS[BACKGAMMON.name]
