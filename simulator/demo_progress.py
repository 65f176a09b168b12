"""The demo's live account of both rooms: a table that redraws itself, or plain lines in a log."""

from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from protocol_forms.any_form import AnyView
from protocol_forms.match_play_form import MatchPlayView
from rules.games.game import Game
from rules.position import Side
from rules.room import Room
from simulator import table_words as words
from simulator.connected_board import ConnectedBoard

REDRAWN = 8
"""Times a second."""

_TONES = {Room.OPEN: "cyan", Room.CLOSED: "magenta"}


class Stillness:
    """Notices that nothing moves for `patience` seconds; `log` is the server's, to look into."""

    def __init__(self, patience: float, log: Path) -> None:
        self._patience, self._log = patience, log
        self._actions: int | None = None
        self._since = 0.0
        self._is_reported = False

    def complaint(self, actions: int, now: float) -> str:
        """What to say when people have done so much by now; empty while all is well.

        It is said once for each time that nothing moves.
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
    """Shown while it is entered; results are printed once each, above the live table.

    `home` and `away` name the teams: home has White in the open, Red in the closed room. With one
    board they are its players, who play to `length` points.
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
        self._words = words.ENDINGS[game.name]
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
        """A board heard or said something: say each finished game once."""
        for room, at in self._boards.items():
            over = at.board.display.over
            if over is None or (room, over.game, over.attempt) in self._printed:
                continue
            self._printed.add((room, over.game, over.attempt))
            white, red = self._home, self._away
            if room is Room.CLOSED:
                white, red = red, white
            place = "" if self._length else f", {room.value} room"
            self.say(words.result(over, place, white, red, self._words), _TONES[room])

    @property
    def actions(self) -> int:
        """What people at both tables have done so far."""
        return sum(at.actions for at in self._boards.values())

    def say(self, sentence: str, style: str = "") -> None:
        """A line of its own."""
        self._console.print(Text(sentence, style=style), soft_wrap=True)

    def score(self, view: AnyView) -> None:
        """The running score to show."""
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
                words.turn(at),
                words.dice(at),
                words.cube(at),
                words.standing(at),
                words.doing(at),
                style=_TONES[room],
            )
        return Group(Text(""), Text(self._heading, style="bold"), table, Text(self._score))
