"""The commands `yalta tournament knockout new|draw|publish|result|show`, for single players."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.table import Table

from rules import commands as cmd
from rules import events as ev
from rules.commands.pbem_commands import OpenPbem
from rules.formats.format import PointOutcomes
from rules.formats.knockout.bracket import Bracket
from rules.formats.knockout.deciding import KNOCKOUT
from rules.formats.knockout.draws import PRESETS
from rules.formats.knockout.ruling import knockout_of
from server.hall import Hall
from server.tournaments.tournament_process import TournamentProcess
from server.views.knockouts.values import BracketPage, BracketRoundShown, KnockoutShown
from server.web.orders.typed_persons import TypedPersons
from server.words.languages import SOURCE_LANGUAGE
from server.words.translation import words_for
from yalta.command_settings import COMMAND_LINE, refuse
from yalta.inputs.stopped_hall import (
    short_name_or_exit,
    tournament_made,
    tournament_named,
    with_hall,
)

knockout = typer.Typer(
    help="A knockout of single players: matches to points, whoever loses is out.",
    no_args_is_help=True,
)
_Name = Annotated[
    str, typer.Argument(metavar="NAME", help="The tournament's short name, such as club.")
]
_Knockout = Annotated[
    int, typer.Option("--knockout", min=1, help="The knockout's number, as show prints it.")
]
_Data = Annotated[
    Path | None, typer.Option(help="Folder of the records.", show_default="yalta-data")
]


@knockout.callback()
def _group() -> None:
    """The commands about knockouts."""


_Players = Annotated[
    Path | None, typer.Option(help="A text file with a player's name on each line.")
]
_Title = Annotated[str, typer.Option(help="The tournament's title in full, for every form.")]
_Called = Annotated[
    str, typer.Option("--knockout-name", help="What this knockout of the tournament is called.")
]
_Preset = Annotated[
    Literal["single-elimination", "lucky-losers", "by-messages"],
    typer.Option(
        help="How it is played: a bracket drawn once; a new draw each round, with lucky losers;"
        " or that, to 10, with entries and results by messages (PBeM)."
    ),
]
_Length = Annotated[int | None, typer.Option(min=1, max=64, help="Points that win a match.")]
_Elsewhere = Annotated[
    bool, typer.Option("--elsewhere", help="Set up no tables: results are entered by hand.")
]


@knockout.command()
def new(
    name: _Name,
    players: _Players = None,
    title: _Title = "",
    called: _Called = "Main",
    preset: _Preset = "single-elimination",
    length: _Length = None,
    elsewhere: _Elsewhere = False,
    data: _Data = None,
) -> None:
    """Plan a knockout and enter its players; a tournament of that name is made if there is none.

    \b
      yalta tournament knockout new cup --title "Spring cup" --players players.txt --length 7
      yalta tournament knockout new club --preset by-messages

    Stop a server that runs on the same records first.

    Exit status: 0 planned, 2 refused.
    """
    command = "yalta tournament knockout new"
    chosen = PRESETS[preset]
    if players is None and not chosen.by_messages:
        refuse(command, "--players: nobody is named; allowed: a text file, or --preset by-messages")
    lines = [] if players is None else _lines(command, players)
    short_name = short_name_or_exit(command, name)
    plan = cmd.PlanKnockout(
        name=called,
        draw=chosen.draw,
        length=chosen.length if length is None else length,
        elsewhere=elsewhere or chosen.by_messages,
    )

    async def work(hall: Hall) -> tuple[int, int]:
        process = await tournament_made(hall, short_name, title)
        return await _planned(hall, process, plan, lines, by_messages=chosen.by_messages)

    number, count = with_hall(command, data, work, new_records=True)
    typer.echo(f"{name}: knockout {number}, {count} players")


async def _planned(
    hall: Hall,
    process: TournamentProcess,
    plan: cmd.PlanKnockout,
    lines: Iterable[str],
    *,
    by_messages: bool,
) -> tuple[int, int]:
    """Plan a knockout and enter the players in `lines`.

    Return the knockout's number and the number of players.
    """
    typed = TypedPersons(hall, (), "same")
    entered = typed.read([line for line in lines if line])
    (planned,) = await hall.commands.to_stages(process.tournament, plan, COMMAND_LINE)
    assert isinstance(planned, ev.KnockoutPlanned)
    if by_messages:
        await process.handle(OpenPbem(knockout=planned.knockout), COMMAND_LINE)
    if entered:
        enter = cmd.EnterKnockout(knockout=planned.knockout, players=entered)
        await hall.commands.to_stages(
            process.tournament, enter, COMMAND_LINE, newcomers=typed.newcomers
        )
    return planned.knockout, len(entered)


def _lines(command: str, players: Path) -> list[str]:
    try:
        return [line.strip() for line in players.read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        refuse(command, f"--players: {players}: {error}")


@knockout.command()
def draw(name: _Name, number: _Knockout = 1, data: _Data = None) -> None:
    """Draw the bracket, or the next round where each has a draw of its own.

    The seed is logged: anyone can repeat the draw with sha256sum.

    Exit status: 0 drawn, 2 refused.
    """

    async def work(hall: Hall) -> None:
        process = tournament_named(hall, name)
        known = process.state.of(KNOCKOUT).by_number.get(number)
        drawn = len(known.drawn) if known is not None else 0
        seen = known.entrants if known is not None and not drawn else None
        order = cmd.DrawKnockoutRound(knockout=number, round=drawn + 1, seen=seen)
        (event,) = await hall.commands.to_stages(process.tournament, order, COMMAND_LINE)
        assert isinstance(event, ev.KnockoutRoundDrawn)
        _print_rounds(_shown(hall, name, number), {event.round})
        typer.echo(f"seed {event.seed.hex()}")

    with_hall("yalta tournament knockout draw", data, work)


@knockout.command()
def publish(name: _Name, number: _Knockout = 1, data: _Data = None) -> None:
    """Publish every match whose players are known, and set up its table.

    Exit status: 0 published, 2 refused.
    """

    async def work(hall: Hall) -> None:
        process = tournament_named(hall, name)
        known = process.state.of(KNOCKOUT).by_number.get(number)
        bracket = Bracket() if known is None else known.bracket(_outcomes(hall, name))
        rounds = range(1, len(bracket.rounds) + 1)
        first = next((round_ for round_ in rounds if bracket.pairs_ready(round_)), 1)
        seen = bracket.pairs_ready(first)
        order = cmd.PublishKnockoutMatches(knockout=number, round=first, seen=seen)
        (event,) = await hall.commands.to_stages(process.tournament, order, COMMAND_LINE)
        assert isinstance(event, ev.KnockoutMatchesPublished)
        names = hall.names()
        for each in event.pairings:
            typer.echo(f"{name}/{each.number}  {names.of(each.white)} – {names.of(each.red)}")

    with_hall("yalta tournament knockout publish", data, work)


@knockout.command()
def result(
    match: Annotated[str, typer.Argument(metavar="MATCH", help="A match, such as club/3.")],
    white: Annotated[int, typer.Argument(min=0, help="Points of the player named first.")],
    red: Annotated[int, typer.Argument(min=0, help="Points of the player named second.")],
    reason: Annotated[str, typer.Option(help="Kept in the log.")] = "entered by hand",
    later: Annotated[
        Literal["keep", "void"] | None,
        typer.Option(help="What becomes of later matches if another player has gone on."),
    ] = None,
    data: _Data = None,
) -> None:
    """Enter the result of a match that was not played at a table of this hall.

    \b
      yalta tournament knockout result club/3 7 4

    Exit status: 0 entered, 2 refused.
    """

    async def work(hall: Hall) -> None:
        match_id = hall.names().match_meant(match)
        knockouts = hall.tournaments.of(match_id).state.of(KNOCKOUT)
        order = cmd.RuleKnockoutMatch(
            number=match_id.number,
            decision=ev.KnockoutDecision.RESULT,
            winner=None,
            score=(white, red),
            reason=reason,
            later=None if later is None else cmd.Later(later),
            was=knockouts.ruled_as(match_id.number),
        )
        ruled, *_ = await hall.commands.to_stages(match_id.tournament, order, COMMAND_LINE)
        assert isinstance(ruled, ev.KnockoutMatchRuled)
        assert ruled.winner is not None
        typer.echo(f"{match}: {white}–{red}, {hall.names().of(ruled.winner)} goes through")

    with_hall("yalta tournament knockout result", data, work)


@knockout.command()
def show(name: _Name, number: _Knockout = 1, data: _Data = None) -> None:
    """Show a knockout round by round, and who stands where.

    Exit status: 0 shown, 2 there is no such knockout.
    """
    command = "yalta tournament knockout show"

    async def work(hall: Hall) -> None:
        shown = _shown(hall, name, number)
        typer.echo(f"{shown.name}: {shown.game}, to {shown.length}, {shown.draw.lower()}")
        typer.echo(f"Players: {', '.join(each.name for each in shown.entrants) or 'none yet'}")
        _print_rounds(shown)
        for each in shown.placings:
            typer.echo(f"{each.places:>5}  {', '.join(player.name for player in each.players)}")

    with_hall(command, data, work)


def print_knockouts(_: Hall, process: TournamentProcess) -> None:
    """Print a line for each knockout of a tournament."""
    for each in process.state.of(KNOCKOUT).by_number.values():
        players = len(each.entrants)
        typer.echo(f"Knockout {each.number}: {each.plan.name}, {players} players")


def _outcomes(hall: Hall, name: str) -> PointOutcomes:
    return hall.to_points(tournament_named(hall, name).tournament)


def _shown(hall: Hall, name: str, number: int) -> KnockoutShown:
    process = tournament_named(hall, name)
    known = knockout_of(process.state.of(KNOCKOUT), number)
    words = words_for(SOURCE_LANGUAGE)
    addresses = hall.addresses(process.tournament)
    return BracketPage(_outcomes(hall, name), hall.names(), addresses, words).knockout(known)


def _print_rounds(shown: KnockoutShown, only: set[int] | None = None) -> None:
    for round_ in shown.rounds:
        if round_.matches and (only is None or round_.number in only):
            Console(highlight=False).print(_table(round_))


def _table(round_: BracketRoundShown) -> Table:
    title = f"{round_.name}, to {round_.length}"
    table = Table(title=title, box=None, padding=(0, 2, 0, 0), title_justify="left")
    for heading in ("Match", "White", "", "Red", "", "Goes through"):
        table.add_column(heading)
    for match in round_.matches:
        white, red = match.sides
        winner = next((each.name for each in match.sides if each.won), "")
        goes_on = ", ".join(filter(None, (winner, "" if match.bye else match.note)))
        cells = (white.name, white.points, red.name, red.points)
        table.add_row(match.label or "–", *cells, goes_on)
    return table
