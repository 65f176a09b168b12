"""The values on the form of a match to points: games, the score after each, and signatures.

Source: ruling 17; ruling 15 for signatures.
"""

from dataclasses import dataclass

from rules.dice import Roll
from rules.match_play.state import MatchScore, ScoredGame
from rules.position import Side
from rules.room import Ending
from rules.scoring.match_protocol import RecordState


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScore:
    """One game of a match to points: its winner, its points, and the score after it.

    `counts` is False if a side had won the match before this game. `crawford` is True if this was
    the Crawford game. `opening` has White's die first; it is None if it was not recorded.
    """

    game: int
    winner: Side
    ending: Ending
    cube: int
    points: int
    counts: bool
    crawford: bool
    white: int
    red: int
    opening: Roll | None = None

    @property
    def proposed(self) -> int | None:
        """The cube value that a refused double proposed, or None for any other ending."""
        return 2 * self.cube if self.ending is Ending.PASS else None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPlayProtocol:
    """The results of a match to points so far, as its form shows them.

    `score` is the score after all games. `complete` is True if a side has won the match.
    `confirmed` is True if no result has to be confirmed any more. `signed` are the players who have
    signed.
    """

    score: MatchScore
    games: tuple[GameScore, ...]
    complete: bool
    confirmed: bool
    signed: frozenset[Side] = frozenset()

    @property
    def winner(self) -> Side | None:
        """The winner of the match, or None until the match is complete."""
        return self.score.winner if self.complete else None

    @property
    def state(self) -> RecordState:
        """The state of the record.

        It is signed if the match is complete, its results are confirmed and both players have
        signed; otherwise it is provisional.
        """
        done = self.complete and self.confirmed and self.signed == frozenset(Side)
        return RecordState.SIGNED if done else RecordState.PROVISIONAL


def game_score(line: ScoredGame, opening: Roll | None = None) -> GameScore:
    """Return the row of the form for a game with a result.

    The row has nothing that only operators may know. `opening` is the opening throw, None if it was
    not recorded.
    """
    assert line.result.loser is not None
    return GameScore(
        game=line.game,
        winner=line.result.loser.opponent,
        ending=line.result.ending,
        cube=line.result.cube,
        points=line.points,
        counts=line.counts,
        crawford=line.before.crawford,
        white=line.after.white,
        red=line.after.red,
        opening=opening,
    )
