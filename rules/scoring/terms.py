"""The scoring terms of each game: the words for its results, and the scoring tables used.

Backgammon uses the scoring tables of Fair Backgammon Duplicated Team Tournament (Garal, 2008),
which has none for long gammon. Long gammon is scored by the backgammon tables: a mars takes row 15,
Triple does not occur, and there is no cube. Forms of long gammon say "house table" (ruling 14, our
choice). In Trictrac, trous are compared without a scoring table; forms of Trictrac call this a
house rule (rules.scoring.tallies, our choice).
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
    """How results of one game are written and scored.

    `scored` is the part of the game's GameInfo about scoring. `endings` has the words for endings
    in files of results that people write by hand, each with the ending that it means. `cubes` are
    the possible values of the cube. `scoring_tables_title` is the name of the scoring tables on
    forms. `lengths` are the possible games per room of a match.
    """

    scored: Scored
    endings: Mapping[str, Ending]
    cubes: tuple[int, ...]
    scoring_tables_title: str
    lengths: tuple[int, ...]

    def word(self, ending: Ending) -> str:
        """Return the word for an ending in files of results; without one, the ending's value."""
        return next((word for word, meant in self.endings.items() if meant is ending), ending.value)


def terms_of(info: GameInfo) -> ScoringTerms:
    """Return the scoring terms of a game."""
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
"""The scoring terms of each game by its name."""
SCORED = tuple(name for name, info in INFOS.items() if not info.scored.counted)
"""The names of the games whose matches give VP, by which the teams of a stage are ranked."""
BACKGAMMON_TERMS = TERMS[BACKGAMMON.name]
