"""Transcribed matches as sensors of each kind see them, play by play."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from board_drivers.interpreter.sensors import Sensors, ThrownTurn, plays_shown
from rules.games.backgammon import BACKGAMMON
from rules.match_files.mat_reader import decoded, read_mat
from rules.match_files.record import Throw
from rules.match_files.replay import replay
from rules.position import Position, Side

FIVE = 5
"""Sensors of a triangle of a BEZMA board."""
TRAYS = 1 << 0
DEAD = 1 << 6 | 1 << 13
"""White's 6-point and midpoint: hardly a play goes by that does not concern one of them."""

HALF_DEAD = "exact, half of the points dead"

KINDS: Mapping[str, Sensors] = {
    "exact": Sensors(BACKGAMMON),
    "saturating at five": Sensors(BACKGAMMON, point_limit=FIVE),
    "colour-blind": Sensors(BACKGAMMON, colour=False),
    "colour-blind, saturating": Sensors(BACKGAMMON, point_limit=FIVE, colour=False),
    "the same without trays": Sensors(BACKGAMMON, point_limit=FIVE, colour=False, masked=TRAYS),
    "the same, two dead points": Sensors(
        BACKGAMMON, point_limit=FIVE, colour=False, masked=TRAYS | DEAD
    ),
    "exact, two dead points": Sensors(BACKGAMMON, masked=DEAD),
    "colour-blind, two dead points": Sensors(BACKGAMMON, colour=False, masked=DEAD),
    HALF_DEAD: Sensors(BACKGAMMON, masked=sum(1 << point for point in range(1, 13))),
}


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A transcribed turn and where the checkers lay after it."""

    turn: ThrownTurn
    after: Position


@dataclass(frozen=True, slots=True)
class Share:
    """How many plays there were, how many left a question, and how many candidates at most."""

    plays: int
    asked: int
    candidates: int

    def __str__(self) -> str:
        return (
            f"{self.asked} of {self.plays} plays asked ({self.asked / self.plays:.2%}), "
            f"at most {self.candidates} candidates"
        )


class NotReproduced(AssertionError):
    """The sensors did not show the play that was made."""


def games_of(folder: Path) -> Iterator[tuple[PlayedTurn, ...]]:
    """Each game of the files in that folder that was played by the rules throughout."""
    for path in sorted(each for each in folder.iterdir() if each.is_file()):
        record = replay(read_mat(decoded(path.read_bytes()))).record
        for game in record.games:
            start = game.set_up.position if game.set_up else BACKGAMMON.start()
            throws = [each for each in game.actions if isinstance(each, Throw)]
            yield tuple(_turns(start, throws))


def _turns(position: Position, throws: list[Throw]) -> Iterator[PlayedTurn]:
    numbers = dict.fromkeys(Side, 0)
    for throw in throws:
        numbers[throw.side] += 1
        if throw.play is None:
            continue
        turn = ThrownTurn(position, throw.side, throw.roll, numbers[throw.side])
        position = BACKGAMMON.apply(position, throw.side, throw.play)
        yield PlayedTurn(turn, position)


def sensed(game: tuple[PlayedTurn, ...], sensors: Sensors) -> Share:
    """A game through such sensors, each position inferred from the one inferred before.

    Where several plays are left the players name theirs. Raises NotReproduced.
    """
    lying, asked, most = game[0].turn.before, 0, 1
    for played in game:
        seen = played.turn
        turn = ThrownTurn(lying, seen.side, seen.dice, seen.number)
        plays = plays_shown(sensors, turn, sensors.sense(played.after))
        positions = [BACKGAMMON.apply(lying, turn.side, play) for play in plays]
        if played.after not in positions:
            raise NotReproduced(f"{turn}: {positions} instead of {played.after}")
        asked, most = asked + (len(plays) > 1), max(most, len(plays))
        lying = played.after if len(plays) > 1 else positions[0]
    return Share(len(game), asked, most)


def share(games: list[tuple[PlayedTurn, ...]], sensors: Sensors) -> Share:
    """All games through such sensors; raises NotReproduced."""
    shares = [sensed(game, sensors) for game in games if game]
    return Share(
        sum(each.plays for each in shares),
        sum(each.asked for each in shares),
        max(each.candidates for each in shares),
    )
