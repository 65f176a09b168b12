"""Writer of .mat files in the form that GNU Backgammon writes and every reader accepts.

White is in the left column, Red in the right one, which begins at column 33. A play has one from/to
for each die; the bar is 25, off is 0, and a hit has a star. An illegal play that was condoned is
written as a Snowie position line (see snowie), because a reader could not follow the game without
it. If the director corrected the checkers after a play, a position line is written in place of the
play, and a comment above tells the play. Comments also give the start of a game that does not start
as usual (see set_position), and say that a result need not follow from the play because it was
recorded by hand or corrected. The Crawford game is not marked, because readers infer it; a match
without the Crawford rule has a header. Names are written in full in headers, and in the safe form
of mat_text on the lines where readers look for them (ruling 27).
"""

from rules.match_files.mat_lines import put_right_after, result_told
from rules.match_files.mat_text import PLAYER_HEADERS, quoted, short_name
from rules.match_files.record import (
    Double,
    Drop,
    GameRecord,
    MatchRecord,
    Resignation,
    ResultTold,
    Take,
    Throw,
)
from rules.match_files.snowie import set_position, snowie_line
from rules.position import Side, write_steps

_HEADERS = ("Site", "Event", "Round", "EventDate", "Variation", "Transcriber")
"""The headers that are written first, in this order; other headers follow."""
_RIGHT_COLUMN = 32
_GAP = "  "
"""The smallest gap after the left player's score, at which some readers split the line."""


def write_mat(match: MatchRecord) -> str:
    """Return the text of a .mat file; its lines end with LF."""
    lines = [*_header_lines(match), f" {match.length} point match", ""]
    for game in match.games:
        lines += [f" Game {game.number}", _score_line(match, game)]
        if game.set_up is not None:
            lines.append(set_position(game.set_up))
        lines += [*_sheet(match, game), ""]
    return "\n".join(lines) + "\n"


def _header_lines(match: MatchRecord) -> list[str]:
    headers = dict(zip(PLAYER_HEADERS, (match.white, match.red), strict=True))
    headers |= {key: text for key, text in _others(match).items() if key not in headers}
    if not match.crawford:
        headers["Crawford"] = "Off"
    keys = [key for key in _HEADERS if key in headers]
    keys += [key for key in headers if key not in _HEADERS]
    return [*(f'; [{_key(key)} "{quoted(headers[key])}"]' for key in keys), ""]


def _others(match: MatchRecord) -> dict[str, str]:
    """Return the record's headers as they are written in the file.

    If "Player 1" names Red, the numbers in the headers of the two players are exchanged, because
    White, in the left column, is "Player 1" in the file.
    """
    first, second = PLAYER_HEADERS
    crossed = match.headers.get(first) == match.red != match.white
    if not crossed:
        return match.headers
    return {_renumbered(key, first, second): text for key, text in match.headers.items()}


def _renumbered(key: str, first: str, second: str) -> str:
    if key.startswith(first):
        return second + key.removeprefix(first)
    return first + key.removeprefix(second) if key.startswith(second) else key


def _key(key: str) -> str:
    return " ".join("".join(letter for letter in key if letter not in '"[]').split())


def _score_line(match: MatchRecord, game: GameRecord) -> str:
    left = f" {short_name(match.white)} : {game.score.white}{_GAP}"
    return f"{left:<{_RIGHT_COLUMN}}{short_name(match.red)} : {game.score.red}"


def _sheet(match: MatchRecord, game: GameRecord) -> list[str]:
    sheet = _Sheet()
    cube: _CubeInForce = (game.set_up.cube, game.set_up.owner) if game.set_up else (1, None)
    proposed = cube[0]
    for action in game.actions:
        match action:
            case Throw():
                if action.put_right is not None:
                    sheet.remark(action.side, put_right_after(_played(action)))
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
        sheet.result(game.winner, game.points, game.told)
    return sheet.lines


_CubeInForce = tuple[int, Side | None]


def _doubled(double: Double) -> str:
    return f" {'Beavers' if double.beaver else 'Doubles'} => {double.value}"


def _thrown(match: MatchRecord, game: GameRecord, throw: Throw, cube: _CubeInForce) -> str:
    dice = _dice(throw)
    if throw.play is None:
        return dice + "???"
    lying = throw.after if throw.put_right is None else throw.put_right
    if lying is None:
        return dice + write_steps(throw.play)
    names = (short_name(match.white), short_name(match.red))
    line = snowie_line(lying, throw.side.opponent, names, game.score, cube)
    return f"{dice}Illegal play ({line})"


def _dice(throw: Throw) -> str:
    return f"{throw.roll.first}{throw.roll.second}: "


def _played(throw: Throw) -> str:
    if throw.after is not None:
        return _dice(throw) + "an illegal play"
    return _dice(throw) + (write_steps(throw.play) if throw.play else "no play")


class _Sheet:
    """The lines of play of one game, in two columns, which are filled in the order of play."""

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

    def remark(self, side: Side, text: str) -> None:
        """Add a comment about the side's next cell, above the line on which the cell will be."""
        self._above(side, f"; {side.value}: {text}")

    def _above(self, side: Side, comment: str) -> None:
        joins = self._open and side is Side.RED
        self.lines.insert(len(self.lines) - joins, comment)

    def result(self, winner: Side, points: int, told: ResultTold | None) -> None:
        text = f" Wins {points} point{'s' * (points != 1)}"
        if told is not None:
            self._above(winner, result_told(told))
        if winner is Side.RED and self._open:
            self.add(winner, text)
        else:
            self.lines.append(" " * (5 if winner is Side.WHITE else 33) + text)
