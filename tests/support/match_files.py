"""Match files for tests: short ones written in place, and what a record says apart from order."""

from rules.games.backgammon import BACKGAMMON
from rules.match_files.mat_reader import read_mat
from rules.match_files.record import Findings, GameRecord, MatchRecord, Throw
from rules.match_files.replay import replay
from rules.position import Position, Side

ActionLine = tuple[Side, str, Position | None]


def sheet(*lines: str, length: int = 5, header: str = " Ann : 0    Bob : 0") -> str:
    """A .mat text with one game of the lines given, numbered."""
    numbered = [line if line[:1] == " " else f" {line}" for line in lines]
    return "\n".join([f" {length} point match", "", " Game 1", header, *numbered, ""])


def findings(text: str) -> Findings:
    """What verifying the text finds."""
    return replay(read_mat(text))


def actions_of(record: MatchRecord) -> list[list[ActionLine]]:
    """Each game's actions as side, roll or word, and the position after: equal for equal games."""
    return [_game(game) for game in record.games]


def _game(game: GameRecord) -> list[ActionLine]:
    position = game.set_up.position if game.set_up else BACKGAMMON.start()
    lines = list[ActionLine]()
    for action in game.actions:
        if not isinstance(action, Throw):
            value = getattr(action, "value", "")
            lines.append((action.side, f"{type(action).__name__} {value}", None))
            continue
        if action.play is None:
            lines.append((action.side, f"{action.roll} unplayed", None))
            continue
        if action.after is not None:
            position = action.after
        else:
            position = BACKGAMMON.apply(position, action.side, action.play)
        position = action.put_right or position
        lines.append((action.side, str(action.roll), position))
    return lines
