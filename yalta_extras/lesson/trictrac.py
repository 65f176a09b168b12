"""The command `yalta trictrac`: Grand Trictrac at the terminal, to learn to mark it."""

import secrets
import sys
from io import TextIOWrapper
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.highlighter import RegexHighlighter
from rich.theme import Theme

from rules.position import Side
from yalta_extras.lesson.dialogue import answer, begin, farewell, prompt
from yalta_extras.lesson.lesson import Lesson, Reply

_INTERRUPTED = 130
_LARGEST_SEED = 10**6
"""The largest seed that is drawn, so that a seed is short enough to be typed again."""


class _TableColours(RegexHighlighter):
    """Colours for the drawn table; its sides can also be told apart by shape alone."""

    base_style = "trictrac."
    highlights = (r"(?P<red>●)", r"(?P<white>○)", r"(?P<token>▲)", r"(?P<peg>▮)")


_THEME = Theme(
    {
        "trictrac.red": "red",
        "trictrac.white": "bold",
        "trictrac.token": "yellow",
        "trictrac.peg": "yellow",
    }
)


def trictrac(
    school: Annotated[
        bool,
        typer.Option("--school/--automatic", help="Points are claimed, or marked for the players."),
    ] = True,
    seed: Annotated[
        int | None, typer.Option(help="Repeats the dice and the opponent; drawn if not given.")
    ] = None,
    side: Annotated[Literal["white", "red"], typer.Option(help="The side you play.")] = "white",
    errs: Annotated[
        int,
        typer.Option(min=0, max=100, help="How many of 100 counts the opponent gets wrong."),
    ] = 20,
    plain: Annotated[
        bool, typer.Option("--plain", help="Positions in words, no drawing: for screen readers.")
    ] = False,
) -> None:
    """Play Grand Trictrac against the simulated player, to twelve trous.

    In school mode you claim the points of your throw before you play, and
    those of the opponent's throw before yours; the opponent does the same, sometimes
    wrongly.
    A wrong claim can be taken as an école, whole or not at all. Each mark is
    then explained. Type ? at any question to see what can be typed.

    Answers are read line by line, so a script can play too:

    \b
      yalta trictrac --seed 4
      yalta trictrac --automatic --plain < answers.txt
    """
    number = secrets.randbelow(_LARGEST_SEED) if seed is None else seed
    console = Console(theme=_THEME, highlighter=_TableColours(), markup=False, emoji=False)
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    reply = begin(number, Side(side), school=school, errs=errs, plain=plain)
    lesson = _printed(console, reply)
    try:
        while not lesson.is_over:
            lesson = _printed(console, _asked(lesson))
    except KeyboardInterrupt:
        typer.echo()
        _printed(console, farewell(lesson))
        raise typer.Exit(_INTERRUPTED) from None


def _asked(lesson: Lesson) -> Reply:
    typer.echo(prompt(lesson), nl=False)
    line = sys.stdin.readline()
    if not sys.stdin.isatty() or not line:
        # A terminal shows what is typed; a script's lines, and an end without one, are shown here.
        typer.echo(line.rstrip("\n"))
    return answer(lesson, line) if line else farewell(lesson)


def _printed(console: Console, reply: Reply) -> Lesson:
    for line in reply.lines:
        console.print(line, soft_wrap=True)
    return reply.lesson
