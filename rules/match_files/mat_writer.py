"""Writes .mat files in the form GNU Backgammon writes and every reader accepts.

Left column White, right column Red, which starts at column 33; one from/to a die, the bar 25, off
0, a star on a hit. A condoned illegal play is kept as a Snowie position line (see snowie), without
which a reader would lose the game from there on; a game's own start as a comment (see
set_position). The Crawford game is not written: readers infer it, and a match without it says so in
a header.
"""

from rules.match_files.record import (
    Double,
    Drop,
    GameRecord,
    MatchRecord,
    Resignation,
    Take,
    Throw,
)
from rules.match_files.set_position import set_position
from rules.match_files.snowie import snowie_line
from rules.notation import write_steps
from rules.side import Side

_HEADERS = ("Site", "Event", "Round", "EventDate", "Variation", "Transcriber")
"""Written first, in this order; others follow as they come."""


def write_mat(match: MatchRecord) -> str:
    """The text of a .mat file, lines ended by LF."""
    lines = [*_header_lines(match), f" {match.length} point match", ""]
    for game in match.games:
        lines += [f" Game {game.number}", _score_line(match, game)]
        if game.set_up is not None:
            lines.append(set_position(game.set_up))
        lines += [*_sheet(match, game), ""]
    return "\n".join(lines) + "\n"


def _header_lines(match: MatchRecord) -> list[str]:
    headers = dict(match.headers)
    if not match.crawford:
        headers["Crawford"] = "Off"
    keys = [key for key in _HEADERS if key in headers]
    keys += [key for key in headers if key not in _HEADERS]
    lines = [f'; [{_clean(key)} "{_clean(headers[key])}"]' for key in keys]
    return [*lines, ""] if lines else []


def _score_line(match: MatchRecord, game: GameRecord) -> str:
    left = f"{_name(match.white)} : {game.score.white}"
    return f" {left:<31}{_name(match.red)} : {game.score.red}"


def _sheet(match: MatchRecord, game: GameRecord) -> list[str]:
    sheet = _Sheet()
    cube: _CubeInForce = (game.set_up.cube, game.set_up.owner) if game.set_up else (1, None)
    proposed = cube[0]
    for action in game.actions:
        match action:
            case Throw():
                sheet.add(action.side, _thrown(match, game, action, cube))
            case Double():
                sheet.add(action.side, _doubled(action))
                cube = (proposed, action.side) if action.beaver else cube
                proposed = action.value
            case Take():
                sheet.add(action.side, " Takes")
                cube = (proposed, action.side)
            case Drop():
                sheet.add(action.side, " Drops")
            case Resignation():
                pass
    if game.winner is not None:
        sheet.result(game.winner, game.points)
    return sheet.lines


_CubeInForce = tuple[int, Side | None]


def _doubled(double: Double) -> str:
    return f" {'Beavers' if double.beaver else 'Doubles'} => {double.value}"


def _thrown(match: MatchRecord, game: GameRecord, throw: Throw, cube: _CubeInForce) -> str:
    dice = f"{throw.roll.first}{throw.roll.second}: "
    if throw.play is None:
        return dice + "???"
    if throw.after is None:
        return dice + write_steps(throw.play)
    names = (_name(match.white), _name(match.red))
    line = snowie_line(throw.after, throw.side.opponent, names, game.score, cube)
    return f"{dice}Illegal play ({line})"


class _Sheet:
    """Fills the two columns in the order of play."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._open = False
        self._number = 0

    def add(self, side: Side, cell: str) -> None:
        if side is Side.RED and self._open:
            self.lines[-1] = f"{self.lines[-1]:<32} {cell}".rstrip()
            self._open = False
            return
        self._number += 1
        start = f"{self._number:3d})"
        line = f"{start} {cell}" if side is Side.WHITE else f"{start:<32} {cell}"
        self.lines.append(line.rstrip())
        self._open = side is Side.WHITE

    def result(self, winner: Side, points: int) -> None:
        text = f" Wins {points} point{'s' * (points != 1)}"
        if winner is Side.RED and self._open:
            self.add(winner, text)
        else:
            self.lines.append(" " * (5 if winner is Side.WHITE else 33) + text)


def _name(name: str) -> str:
    """A player's name a reader can tell from the score and the fields around it."""
    return " ".join(name.replace(":", " ").replace(";", " ").split()) or "?"


def _clean(text: str) -> str:
    return " ".join(text.replace('"', "'").split())
