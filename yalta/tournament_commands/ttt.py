"""The commands `yalta tournament ttt new|draw|results|show`, for a TTT (rulings 18 to 20)."""

import csv
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.console import Console
from rich.table import Table

from rules import commands as cmd
from rules import events as ev
from rules.errors import RulesError
from rules.formats.ttt.deciding import TTT
from rules.formats.ttt.state import TttState, points
from rules.identities import PersonId
from server.hall import Hall
from server.tournaments.tournament_process import TournamentProcess
from server.views.ttt.values import TttTable, TttView
from server.web.orders.typed_persons import TypedPersons, one_of
from server.words.languages import SOURCE_LANGUAGE
from server.words.translation import words_for
from yalta.command_settings import COMMAND_LINE, refuse
from yalta.inputs.stopped_hall import (
    short_name_or_exit,
    tournament_made,
    tournament_named,
    with_hall,
)

ttt = typer.Typer(
    help="A TTT: single games without a cube, everyone against everyone, at boards or elsewhere.",
    no_args_is_help=True,
)
_Name = Annotated[
    str, typer.Argument(metavar="NAME", help="The tournament's short name, such as club.")
]
_Data = Annotated[
    Path | None, typer.Option(help="Folder of the records.", show_default="yalta-data")
]
_COLUMNS = ("match", "inviter", "invited", "winner", "ended")
_FORFEITS = {each.value: each for each in ev.TttForfeit}
_ENDINGS = {each.value: each for each in ev.TttEnding}


class _Collected(NamedTuple):
    """A row of the file of results; `line` is its line number in the file."""

    line: int
    match: int
    inviter: str
    invited: str
    winner: str
    ended: str


@ttt.command()
def new(
    name: _Name,
    players: Annotated[
        Path | None, typer.Option(help="A text file with the players' names, one a line.")
    ] = None,
    title: Annotated[str, typer.Option(help="Its title in full, for every form.")] = "",
    cap: Annotated[str, typer.Option(help="Most that an adjudicated game is worth.")] = "2.7",
    removal: Annotated[
        int, typer.Option(min=1, max=1000, help="Time-outs that remove a player.")
    ] = 12,
    hours: Annotated[
        int, typer.Option(min=1, max=720, help="Hours within which players have to move.")
    ] = 12,
    data: _Data = None,
) -> None:
    """Set a TTT up: the tournament, its rules, its players.

    \b
      yalta tournament ttt new spring-ttt --players players.txt --title "Spring TTT"

    Stop a server that runs on the same records first.

    Exit status: 0 set up, 2 refused.
    """
    command = "yalta tournament ttt new"
    lines = _lines(command, players)
    rules = cmd.SetTttRules(cap=_tenths(command, cap), removal_at=removal, move_hours=hours)
    short_name = short_name_or_exit(command, name)

    async def work(hall: Hall) -> int:
        process = await tournament_made(hall, short_name, title)
        of = process.tournament
        await hall.commands.to_desk(of, rules, COMMAND_LINE)
        if lines:
            typed = TypedPersons(hall, (), "same")
            entered = cmd.EnterTttPlayers(players=typed.read(lines))
            await hall.commands.to_desk(of, entered, COMMAND_LINE, newcomers=typed.newcomers)
        return len(lines)

    count = with_hall(command, data, work, new_records=True)
    typer.echo(f"{name}: a TTT with {count} players")


@ttt.command()
def draw(
    name: _Name,
    groups: Annotated[int, typer.Option(min=1, max=50, help="How many groups.")] = 1,
    data: _Data = None,
) -> None:
    """Draw the groups of a TTT by lot; the seed is logged.

    Exit status: 0 drawn, 2 refused.
    """

    async def work(hall: Hall) -> None:
        process, names = tournament_named(hall, name), hall.names()
        order = cmd.DrawTtt(groups=groups, seen=len(process.state.of(TTT).players))
        (drawn,) = await hall.commands.to_desk(process.tournament, order, COMMAND_LINE)
        assert isinstance(drawn, ev.TttDrawn)
        for number, group in enumerate(drawn.groups, 1):
            typer.echo(f"{number}: {', '.join(map(names.of, group))}")
        typer.echo(f"seed {drawn.seed.hex()}")

    with_hall("yalta tournament ttt draw", data, work)


@ttt.command()
def results(
    name: _Name,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Collected results as CSV.")],
    reason: Annotated[str, typer.Option(help="Why, where a result is replaced.")] = "",
    data: _Data = None,
) -> None:
    """Enter results that were collected on the server where games are played.

    The file has the columns match, inviter, invited, winner, ended: the match's
    id on that server, both players, who won, and single, gammon, backgammon,
    time-out or resigned. Without winner and ended, the match is being played.
    Lines that say what is known already change nothing; a file that can be
    read is entered line by line, and a line that is refused is named.

    \b
      yalta tournament ttt results spring-ttt collected.csv

    Exit status: 0 all entered, 2 a line was refused.
    """
    command = "yalta tournament ttt results"
    lines = _collected(command, file)

    async def work(hall: Hall) -> tuple[int, list[str]]:
        process, entered, faults = tournament_named(hall, name), 0, list[str]()
        for each in lines:
            try:
                for order in _orders(hall, process, each, reason):
                    await hall.commands.to_desk(process.tournament, order, COMMAND_LINE)
                    entered += 1
            except RulesError as refused:
                faults.append(f"line {each.line}: {refused}")
        return entered, faults

    entered, faults = with_hall(command, data, work)
    typer.echo(f"{name}: {entered} entered")
    for fault in faults[:-1]:
        typer.echo(f"{command}: {fault}", err=True)
    if faults:
        refuse(command, faults[-1])


@ttt.command()
def show(name: _Name, data: _Data = None) -> None:
    """Print the standings of a TTT, and which games wait for an adjudication.

    Exit status: 0 printed, 2 there is no such tournament.
    """

    async def work(hall: Hall) -> None:
        print_ttt(hall, tournament_named(hall, name))

    with_hall("yalta tournament ttt show", data, work)


def print_ttt(hall: Hall, process: TournamentProcess) -> None:
    """Print the standings of a tournament's TTT, and the matches that wait for a decision.

    Print nothing if there is no TTT.
    """
    view = TttView(process.state.of(TTT), hall.names(), words_for(SOURCE_LANGUAGE))
    console = Console(highlight=False)
    for table in view.tables:
        console.print(_table(table))
        if table.first:
            typer.echo(table.first)
    for shown in view.matches:
        if shown.forfeit and not shown.figures:
            typer.echo(f"Match {shown.match.number}: {shown.result}; awaiting a decision")


def _table(table: TttTable) -> Table:
    made = Table(title=table.heading, box=None, padding=(0, 2, 0, 0))
    for heading in ("#", "Player", "Points", "P", "Won", "G + B", "Lost", "Time-outs"):
        made.add_column(heading, justify="left" if heading == "Player" else "right")
    for line in table.lines:
        row, (_, gammons, backgammons) = line.row, line.wins
        made.add_row(
            str(row.place or "–"),
            line.name,
            points(row.points),
            str(row.played),
            str(sum(line.wins)),
            f"{gammons} + {backgammons}",
            str(row.losses),
            str(row.forfeits),
        )
    return made


def _orders(
    hall: Hall, process: TournamentProcess, line: _Collected, reason: str
) -> Iterator[cmd.TttCommand]:
    """Yield commands for what a row of the file says and the records do not have yet."""
    state = process.state.of(TTT)
    inviter, invited = (_player(hall, state, each) for each in (line.inviter, line.invited))
    known = state.matches.get(line.match)
    if known is None:
        yield cmd.StartTttMatch(match=line.match, inviter=inviter, invited=invited)
    elif known.pair != {inviter, invited}:
        raise RulesError(f"match {line.match} is of two other players")
    if not line.ended:
        return
    winner = _player(hall, state, line.winner)
    loser = invited if winner == inviter else inviter
    was = None if known is None else known.known_as
    if line.ended in _FORFEITS:
        how = _FORFEITS[line.ended]
        before = known.decided if known else None
        if (getattr(before, "loser", None), getattr(before, "how", None)) != (loser, how):
            yield cmd.ForfeitTttGame(match=line.match, loser=loser, how=how, reason=reason, was=was)
    else:
        ending = _ENDINGS[line.ended]
        before = known.decided if known else None
        if (getattr(before, "winner", None), getattr(before, "ending", None)) != (winner, ending):
            yield cmd.EnterTttResult(
                match=line.match, winner=winner, ending=ending, reason=reason, was=was
            )


def _player(hall: Hall, state: TttState, typed: str) -> PersonId:
    """Return the person of this name or id.

    A name must belong to a player in the TTT, but an id may belong to any person in the records.
    Raises RulesError for any other text.
    """
    found = one_of(hall, state.players, typed)
    if found is None and typed in {each.text for each in hall.persons.persons}:
        return PersonId(typed)
    if found is None:
        raise RulesError(f"{typed!r} is no player of this TTT")
    return found


def _collected(command: str, file: Path) -> Sequence[_Collected]:
    lines, faults = list[_Collected](), list[str]()
    try:
        with file.open(encoding="utf-8-sig", newline="") as opened:
            for number, row in enumerate(csv.DictReader(opened), 2):
                try:
                    lines.append(_line(number, row))
                except ValueError as error:
                    faults.append(f"{file}: line {number}: {error}")
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        refuse(command, f"{file}: {error}")
    for fault in faults[:-1]:
        typer.echo(f"{command}: {fault}", err=True)
    if faults:
        refuse(command, faults[-1])
    return lines


def _line(number: int, row: dict[str, str | None]) -> _Collected:
    """Return a row of the file. Raises ValueError with the fault if the row is not valid."""
    texts = {name: (row.get(name) or "").strip() for name in _COLUMNS}
    missing = [name for name in _COLUMNS[:3] if not texts[name]]
    if missing:
        raise ValueError(f"{missing[0]} is missing; columns: {', '.join(_COLUMNS)}")
    if not texts["match"].isascii() or not texts["match"].isdecimal():
        raise ValueError(f"match {texts['match']!r} is no id: a whole number")
    ended = texts["ended"]
    if ended and ended not in {**_ENDINGS, **_FORFEITS}:
        allowed = ", ".join([*_ENDINGS, *_FORFEITS])
        raise ValueError(f"ended {ended!r}; allowed: {allowed}")
    if bool(ended) != bool(texts["winner"]):
        raise ValueError("winner and ended stand together, or neither")
    both = texts["inviter"], texts["invited"]
    return _Collected(number, int(texts["match"]), *both, texts["winner"], ended)


def _lines(command: str, players: Path | None) -> list[str]:
    if players is None:
        return []
    try:
        text = players.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        refuse(command, f"--players: {players}: {error}")
    return [line.strip() for line in text.splitlines() if line.strip()]


def _tenths(command: str, cap: str) -> int:
    try:
        tenths = Decimal(cap) * 10
    except InvalidOperation:
        refuse(command, f"--cap: {cap!r} is no number")
    if tenths != int(tenths):
        refuse(command, f"--cap: {cap!r}; allowed: tenths, such as 2.7")
    return int(tenths)
