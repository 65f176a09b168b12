"""What a simulated table is doing, in words for the person who runs the demo."""

from collections.abc import Mapping

from board_drivers.wire import messages as wire
from board_drivers.wire.values import Awaited, CubeState, WireEnding, WireSide
from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.games.long_gammon import LONG_GAMMON
from rules.games.trictrac.as_game import TRICTRAC
from rules.position import Side
from simulator.connected_board import ConnectedBoard
from simulator.display import SIDE_OF

_AWAITED = {
    Awaited.SET: "players take their seats",
    Awaited.ROLL: "{side} to throw",
    Awaited.READY_OR_DOUBLE: "{side}: ready, or double",
    Awaited.MOVE: "{side} to play",
    Awaited.DOUBLE_ANSWER: "{side} is doubled: take or pass",
    Awaited.RESIGNATION_ANSWER: "{side} is offered a resignation",
    Awaited.RESULT_CONFIRMATION: "confirm the result",
    Awaited.OTHER_ROOM: "waits for the other room",
    Awaited.NEXT_GAME: "game over; waits for the other room",
    Awaited.MATCH_OVER: "all games played",
    Awaited.OPERATOR: "waits for the operator",
    Awaited.DICE_CONFIRMATION: "{side} confirms the dice",
    Awaited.CHOICE: "{side} answers a question",
    Awaited.HELD: "held by the director",
    Awaited.END_ANSWER: "{side} is asked whether the game is over",
}
Endings = Mapping[WireEnding, str]

_BACKGAMMON: Endings = {
    WireEnding.BEAROFF: "by bearing off",
    WireEnding.PASS: "by a pass",
    WireEnding.GAMMON: "a gammon",
    WireEnding.BACKGAMMON: "a backgammon",
    WireEnding.RESIGNED: "by resignation",
    WireEnding.RESIGNED_GAMMON: "a resigned gammon",
    WireEnding.RESIGNED_BACKGAMMON: "a resigned backgammon",
}
_LONG_GAMMON: Endings = {
    WireEnding.BEAROFF: "oin",
    WireEnding.GAMMON: "mars",
    WireEnding.RESIGNED: "by resignation",
    WireEnding.RESIGNED_GAMMON: "a resigned mars",
}
_TRICTRAC: Endings = {
    WireEnding.TROUS: "by twelve trous",
    WireEnding.RESIGNED: "by resignation",
}
ENDINGS = {
    BACKGAMMON.name: _BACKGAMMON,
    LONG_GAMMON.name: _LONG_GAMMON,
    TRICTRAC.name: _TRICTRAC,
}
"""How each game calls its endings, by the game's name."""


def doing(at: ConnectedBoard) -> str:
    """What the table waits for, or what is wrong with its connection."""
    if at.problem:
        return at.problem
    if at.board.needs_operator:
        return "refused again and again: call the operator"
    shown = at.board.display
    if shown.wait is None:
        return "waits for the match to start"
    if shown.over is not None and shown.wait.what is Awaited.ROLL:
        return f"{_side(shown.wait.side)} throws for the closed room"
    if shown.wait.side is WireSide.NONE and shown.wait.what is Awaited.ROLL:
        return "opening throw"
    if shown.wait.what is Awaited.CHOICE and shown.asks_which_play:
        return f"{_side(shown.wait.side)}: which play was it?"
    return _AWAITED[shown.wait.what].format(side=_side(shown.wait.side))


def _side(side: WireSide) -> str:
    return side.name.capitalize()


def turn(at: ConnectedBoard) -> str:
    """Whose turn it is and its number, such as "White 7"."""
    wait = at.board.display.wait
    if wait is None or wait.side is WireSide.NONE:
        return ""
    return f"{_side(at.board.display.on_turn)} {wait.turn}"


def dice(at: ConnectedBoard) -> str:
    """The dice on the display while they are being played."""
    shown = at.board.display
    if shown.dice is None or shown.wait is None or shown.wait.what is not Awaited.MOVE:
        return ""
    return str(Roll(shown.dice.die1, shown.dice.die2))


def cube(at: ConnectedBoard) -> str:
    """The cube's value and owner."""
    shown = at.board.display.cube
    if shown is None or shown.state is CubeState.ABSENT:
        return ""
    if shown.state is CubeState.CENTRED:
        return str(shown.cube)
    suffix = "?" if shown.state is CubeState.OFFERED else ""
    return f"{shown.cube}{suffix} {_side(shown.owner)}"


def pips(at: ConnectedBoard) -> str:
    """Both pip counts, White's first."""
    return " : ".join(str(at.board.position.pip_count(side)) for side in Side)


def standing(at: ConnectedBoard) -> str:
    """Trous of both sides with the points towards the next, White's first; else pip counts."""
    shown = at.board.display.score
    if shown is None:
        return pips(at)
    white = f"{shown.white_holes} ({shown.white_points})"
    return f"{white} : {shown.red_holes} ({shown.red_points})"


def result(over: wire.GameOver, where: str, white: str, red: str, endings: Endings) -> str:
    """A finished game in one line; `white` and `red` are who plays there, such as ", open room"."""
    place = f"Game {over.game}{where}"
    if over.side not in SIDE_OF:
        return f"{place}: cancelled"
    winner = white if SIDE_OF[over.side] is Side.WHITE else red
    left = "" if over.ending is not WireEnding.BEAROFF else f", {over.left} left"
    cube = f", cube {over.cube}" if WireEnding.PASS in endings else ""
    return f"{place}: {winner} wins {endings[over.ending]}{left}{cube}"
