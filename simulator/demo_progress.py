"""The progress of a demonstration in both rooms: a grid that is redrawn, or lines in a log.

The state of each simulated table is described in words for the person who runs the demonstration.
"""

from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from board_drivers.wire import messages as wire
from board_drivers.wire.values import Awaited, CubeState, WireEnding, WireSide
from protocol_forms.any_form import AnyView
from protocol_forms.match_play_form import MatchPlayView
from rules.dice import Roll
from rules.games.game import Game
from rules.games.known_games import INFOS
from rules.position import Side
from rules.room import Room
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


def endings_of(game: Game) -> Mapping[WireEnding, str]:
    """Return, for each ending of the game, the words that say how its winner won."""
    told = INFOS[game.name].endings.items()
    own = ((ending, words) for ending, words in told if ending in game.endings)
    return {WireEnding[ending.name]: words.wins for ending, words in own}


def doing(at: ConnectedBoard) -> str:
    """Return what the table is waiting for, or what is wrong with its connection."""
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
    """Return the table's side on turn and the turn's number, such as "White 7", or "" if none."""
    wait = at.board.display.wait
    if wait is None or wait.side is WireSide.NONE:
        return ""
    return f"{_side(at.board.display.on_turn)} {wait.turn}"


def dice(at: ConnectedBoard) -> str:
    """Return the dice that are being played at this table, or ""."""
    shown = at.board.display
    if shown.dice is None or shown.wait is None or shown.wait.what is not Awaited.MOVE:
        return ""
    return str(Roll(shown.dice.die1, shown.dice.die2))


def cube(at: ConnectedBoard) -> str:
    """Return the value and owner of this table's cube, or "" if there is no cube."""
    shown = at.board.display.cube
    if shown is None or shown.state is CubeState.ABSENT:
        return ""
    if shown.state is CubeState.CENTRED:
        return str(shown.cube)
    suffix = "?" if shown.state is CubeState.OFFERED else ""
    return f"{shown.cube}{suffix} {_side(shown.owner)}"


def pips(at: ConnectedBoard) -> str:
    """Return the pip counts of both sides at this table, White's first."""
    return " : ".join(str(at.board.position.pip_count(side)) for side in Side)


def standing(at: ConnectedBoard) -> str:
    """Return the trous of both sides at this table, each with the points towards the next trou.

    White's come first. In a game without trous, return the pip counts.
    """
    shown = at.board.display.score
    if shown is None:
        return pips(at)
    white = f"{shown.white_holes} ({shown.white_points})"
    return f"{white} : {shown.red_holes} ({shown.red_points})"


def result(
    over: wire.GameOver, where: str, white: str, red: str, endings: Mapping[WireEnding, str]
) -> str:
    """Return the result of a finished game as one line.

    `white` and `red` are the names of the players or teams in that room. `where` names the room,
    such as ", open room", and may be empty.
    """
    place = f"Game {over.game}{where}"
    if over.side not in SIDE_OF:
        return f"{place}: cancelled"
    winner = white if SIDE_OF[over.side] is Side.WHITE else red
    left = "" if over.ending is not WireEnding.BEAROFF else f", {over.left} left"
    cube = f", cube {over.cube}" if WireEnding.PASS in endings else ""
    return f"{place}: {winner} {endings[over.ending]}{left}{cube}"


REDRAWN = 8
"""Number of times per second that the grid of the progress is redrawn."""

_TONES = {Room.OPEN: "cyan", Room.CLOSED: "magenta"}


class Stillness:
    """A check that notices when the people of a demonstration have done nothing for a time.

    `patience` is that time in seconds. `log` is the server's log file, to which a complaint refers.
    """

    def __init__(self, patience: float, log: Path) -> None:
        self._patience, self._log = patience, log
        self._actions: int | None = None
        self._since = 0.0
        self._is_reported = False

    def complaint(self, actions: int, now: float) -> str:
        """Return a complaint if `actions` has not changed for `patience` seconds, else "".

        `actions` is the number of actions so far, and `now` the time in seconds. The complaint is
        returned once for each standstill.
        """
        if actions != self._actions:
            self._actions, self._since, self._is_reported = actions, now, False
        if self._is_reported or now - self._since < self._patience:
            return ""
        self._is_reported = True
        return (
            f"Nothing has moved for {self._patience:.0f} seconds. Why, the server's log may say:"
            f" {self._log}"
        )


class DemoProgress:
    """The display of a demonstration's progress, which is shown while its `with` block runs.

    Each result is printed once, above the grid of the progress. `home` and `away` are the teams'
    names; the home team has White in the open room and Red in the closed room. In a match at one
    board they are the players' names, and `length` is the number of points of the match.
    """

    def __init__(
        self,
        console: Console,
        boards: Mapping[Room, ConnectedBoard],
        heading: str,
        *,
        home: str,
        away: str,
        game: Game,
        games: int,
        length: int = 0,
    ) -> None:
        self._console, self._boards, self._heading = console, boards, heading
        self._home, self._away, self._games = home, away, games
        self._length = length
        self._words = endings_of(game)
        self._standing = "Trous W : R" if game.counted(Side.WHITE) is not None else "Pips W : R"
        self._score = ""
        self._printed: set[tuple[Room, int, int]] = set()
        self._live = Live(
            console=console,
            get_renderable=self._render,
            refresh_per_second=REDRAWN,
            transient=True,
        )

    def __enter__(self) -> "DemoProgress":
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._console.is_terminal:
            self._live.stop()

    def changed(self) -> None:
        """Print the result of each game that has newly finished.

        Call it after every command to a board and every message from it.
        """
        for room, at in self._boards.items():
            over = at.board.display.over
            if over is None or (room, over.game, over.attempt) in self._printed:
                continue
            self._printed.add((room, over.game, over.attempt))
            white, red = self._home, self._away
            if room is Room.CLOSED:
                white, red = red, white
            place = "" if self._length else f", {room.value} room"
            self.say(result(over, place, white, red, self._words), _TONES[room])

    @property
    def actions(self) -> int:
        """Number of actions of the people at all tables so far."""
        return sum(at.actions for at in self._boards.values())

    def say(self, sentence: str, style: str = "") -> None:
        """Print a sentence as a line."""
        self._console.print(Text(sentence, style=style), soft_wrap=True)

    def score(self, view: AnyView) -> None:
        """Show the score of the match from now on; `view` is the match's form, with the score."""
        if isinstance(view, MatchPlayView):
            score = f"{view.white} {view.score_white} : {view.score_red} {view.red}"
            self._score = f"{score}, match to {view.length}"
            return
        home, away = view.home, view.away
        sums = [team.imp if team.tally is None else team.tally for team in (home, away)]
        score = f"{home.name} {sums[0]} : {sums[1]} {away.name}"
        self._score = f"{score} {view.compared} so far"

    def _game(self, number: int) -> str:
        return str(number) if self._length else f"{number} of {self._games}"

    def _render(self) -> Group:
        table = Table(title=None, box=None, padding=(0, 2, 0, 0))
        for name in ("Room", "Game", "Turn", "Dice", "Cube", self._standing, "Now"):
            table.add_column(name, no_wrap=name != "Now")
        for room, at in self._boards.items():
            game = at.board.display.game
            table.add_row(
                f"{room.value}",
                self._game(game) if game else "",
                turn(at),
                dice(at),
                cube(at),
                standing(at),
                doing(at),
                style=_TONES[room],
            )
        return Group(Text(""), Text(self._heading, style="bold"), table, Text(self._score))
