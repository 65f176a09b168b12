"""Writer of Smart Game Format for backgammon (GM[6]), the format that GNU Backgammon saves.

Source: the SGF specification of backgammon (red-bean.com). White is SGF's White, the first player.
Points are letters, counted from White for both sides: "a" is White's ace point, "x" White's 24
point, "y" the bar, "z" off. An illegal play that was condoned is written as a roll and a set-up of
the position after it. If the director corrected the checkers after a play, another set-up follows.
"""

from dataclasses import replace

from rules.match_files.mat_text import on_one_line
from rules.match_files.record import (
    Action,
    Double,
    Drop,
    GameRecord,
    MatchRecord,
    Resignation,
    Take,
    Throw,
)
from rules.position import BAR, OFF, Move, Position, Side
from rules.room import Ending

_LETTER = {Side.WHITE: "W", Side.RED: "B"}
_CUBE_OWNER = {Side.WHITE: "w", Side.RED: "b", None: "c"}
_RESIGNED = (Ending.RESIGNED, Ending.RESIGNED_GAMMON, Ending.RESIGNED_BACKGAMMON)
_HEADERS = {"Event": "EV", "Round": "RO", "Site": "PC", "Transcriber": "AN"}


def write_sgf(match: MatchRecord) -> str:
    """Return the match as the text of an SGF collection, with one game tree for each game.

    The lines end with LF.
    """
    return "".join(_tree(match, game, at) for at, game in enumerate(match.games))


def _tree(match: MatchRecord, game: GameRecord, at: int) -> str:
    nodes = [_root(match, game, at), *_start(game)]
    nodes += [node for action in game.actions if (node := _node(action))]
    return "(;" + "\n;".join(nodes) + ")\n"


def _root(match: MatchRecord, game: GameRecord, at: int) -> str:
    score = game.score
    root = "FF[4]GM[6]CA[UTF-8]AP[Yalta]"
    root += f"MI[length:{match.length}][game:{at}][ws:{score.white}][bs:{score.red}]"
    root += f"PW[{_text(match.white)}]PB[{_text(match.red)}]"
    for header, name in _HEADERS.items():
        if header in match.headers:
            root += f"{name}[{_text(match.headers[header])}]"
    if match.length and match.crawford:
        root += "RU[Crawford:CrawfordGame]" if score.crawford else "RU[Crawford]"
    if game.winner is not None:
        resigned = "R" * (game.ending in _RESIGNED)
        root += f"RE[{_LETTER[game.winner]}+{game.points}{resigned}]"
    return root


def _start(game: GameRecord) -> list[str]:
    if game.set_up is None:
        return []
    owner = _CUBE_OWNER[game.set_up.owner]
    return [_set_up(game.set_up.position), f"CV[{game.set_up.cube}]", f"CP[{owner}]"]


def _node(action: Action) -> str:
    player = _LETTER[action.side]
    match action:
        case Throw(put_right=Position() as put_right):
            played = _node(replace(action, put_right=None))
            return f"{played}\n;PL[{_LETTER[action.side.opponent]}]{_set_up(put_right)}"
        case Throw(play=None):
            return f"PL[{player}]DI[{_dice(action)}]"
        case Throw(after=Position() as after):
            return f"PL[{player}]DI[{_dice(action)}]\n;PL[{player}]{_set_up(after)}"
        case Throw():
            moves = "".join(_move(move, action.side) for move in action.play or ())
            return f"{player}[{_dice(action)}{moves}]"
        case Double(beaver=True):
            return f"{player}[beaver]"
        case Double():
            return f"{player}[double]"
        case Take():
            return f"{player}[take]"
        case Drop():
            return f"{player}[drop]"
        case Resignation():
            return ""


def _dice(throw: Throw) -> str:
    return f"{throw.roll.first}{throw.roll.second}"


def _move(move: Move, side: Side) -> str:
    return _place(move.origin, side) + ("z" if move.target == OFF else _place(move.target, side))


def _place(place: int, side: Side) -> str:
    if place == BAR:
        return "y"
    return chr(ord("a") + (place if side is Side.WHITE else BAR - place) - 1)


def _set_up(position: Position) -> str:
    text = "AE[a:y]"
    for side, name in ((Side.WHITE, "AW"), (Side.RED, "AB")):
        counts = position.of(side)
        stones = [f"[{_place(place, side)}]" * counts[place] for place in range(1, BAR + 1)]
        text += name + "".join(stones)
    return text


def _text(text: str) -> str:
    return on_one_line(text).replace("\\", "\\\\").replace("]", "\\]")
