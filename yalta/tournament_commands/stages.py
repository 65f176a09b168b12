"""The commands `yalta tournament new|show|draw|publish|result|correct|standings`.

They run events of teams.
"""

from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.table import Table

from rules import commands as cmd
from rules import events as ev
from rules.formats.team_event.planning import PRESETS
from rules.formats.team_event.stages import TeamEventState
from rules.formats.team_event.standings import Meeting, TeamStanding, meetings, standings
from rules.scoring.match_protocol import GameResult
from server.hall import Hall
from server.matches.sheets import EnterSheet
from server.tournaments.tournament_finality import tournament_finality
from server.tournaments.tournament_process import TournamentProcess
from server.views.team_event.values import group_letter
from server.views.tournament.words import missing_words, status_shown
from server.web.teams.entry_table import TypedPlayer, TypedTeam
from server.web.teams.orders import enter_teams
from server.words.languages import SOURCE_LANGUAGE
from server.words.translation import words_for
from yalta.command_settings import COMMAND_LINE, refuse
from yalta.inputs.event_file import EventFile, EventFileRefused, TeamTable, read_event_file
from yalta.inputs.match_sheet import (
    corrected,
    entered_rows,
    hand_in_line_ups,
    seats_of,
    sheet_or_exit,
)
from yalta.inputs.stopped_hall import (
    short_name_or_exit,
    tournament_made,
    tournament_named,
    with_hall,
)
from yalta.tournament_commands.formats import FORMAT_COMMANDS

_Name = Annotated[
    str, typer.Argument(metavar="NAME", help="The tournament's short name, such as club.")
]
_Match = Annotated[str, typer.Argument(metavar="MATCH", help="A match, such as club/3.")]
_Stage = Annotated[
    int, typer.Argument(min=1, help="The stage's number, as yalta tournament show prints it.")
]
_Data = Annotated[
    Path | None, typer.Option(help="Folder of the records.", show_default="yalta-data")
]
_Sheet = Annotated[
    Path, typer.Argument(metavar="SHEET", help="Results as CSV, as yalta score reads them.")
]


_From = Annotated[
    Path | None, typer.Option("--from", help="A TOML file with the event and its teams.")
]
_Title = Annotated[str, typer.Option(help="Its title in full, for every form.")]
_Preset = Annotated[
    Literal["yalta-2008", "round-robin", "groups-and-finals"],
    typer.Option(help="How it is played."),
]
_Groups = Annotated[
    int | None,
    typer.Option(min=1, max=32, help="How many groups, if not the usual number."),
]


def new(
    name: _Name,
    file: _From = None,
    title: _Title = "",
    preset: _Preset = "yalta-2008",
    groups: _Groups = None,
    data: _Data = None,
) -> None:
    """Set up an event of teams: the tournament, its stages, its teams.

    For single players there are yalta tournament knockout new and yalta tournament ttt new.

    One file describes it all. If a line is wrong, nothing is set up and every
    fault is named.

    \b
      \\[event]
      title = "Harbour Cup"
      place = "Odesa"
      dates = "1–5 October"
      preset = "yalta-2008"

      \\[\\[team]]
      name = "Compass"
      players = ["Robin Brook", "Alex Fields", "Sam Hill", "Kim Moss"]
      club = "Fort"
      pot = 1
      due = 1500
      paid = "500.50"
      players-backgammon = ["Robin Brook", "Alex Fields"]
      players-long-gammon = ["Sam Hill", "Kim Moss"]

    Club, pot, fee and who plays which game may be left out.

    \b
      yalta tournament new harbour-cup --from tournament.toml
      yalta tournament new club --title "Club evening" --preset round-robin

    Stop a server that runs on the same records first.

    Exit status: 0 set up, 2 refused.
    """
    command = "yalta tournament new"
    described = _described(command, file, title or name, preset, groups)
    short_name = short_name_or_exit(command, name)

    async def work(hall: Hall) -> TournamentProcess:
        process = await tournament_made(hall, short_name)
        await _set_up(hall, process, described)
        return process

    process = with_hall(command, data, work, new_records=True)
    typer.echo(f"{name}: {len(process.teams)} teams, {len(process.state.event.stages)} stages")


def _described(
    command: str, file: Path | None, title: str, preset: str, groups: int | None
) -> EventFile:
    if file is None:
        return EventFile.model_validate(
            {"event": {"title": title, "preset": preset, "groups": groups}}
        )
    try:
        return read_event_file(file.read_bytes())
    except OSError as error:
        refuse(command, f"--from: {file}: {error.strerror}")
    except EventFileRefused as refused:
        for fault in refused.faults[:-1]:
            typer.echo(f"{command}: {file}: {fault}", err=True)
        refuse(command, f"{file}: {refused.faults[-1]}")


async def _set_up(hall: Hall, process: TournamentProcess, described: EventFile) -> None:
    event, tournament = described.event, process.tournament
    teams = [_typed(number, team) for number, team in enumerate(described.team, 1)]
    first = process.state.event.last_stage + 1
    stages = PRESETS[event.preset].planned(first, str, event.groups)
    if teams:
        await enter_teams(hall, process, teams, COMMAND_LINE)
    was = process.state.event.described_as
    for command in (
        cmd.DescribeEvent(title=event.title, place=event.place, dates=event.dates, was=was),
        cmd.PlanStages(stages),
    ):
        await hall.commands.to_stages(tournament, command, COMMAND_LINE)


def _typed(number: int, team: TeamTable) -> TypedTeam:
    form = cmd.EntryForm(club=team.club, pot=team.pot, due=team.due, paid=team.paid)
    players = [TypedPlayer(name, 0) for name in team.players]
    return TypedTeam(number, team.name, players, form, rosters=team.rosters)


def show(name: _Name, data: _Data = None) -> None:
    """Show an event: its teams, stages and rounds, with the results that are in.

    Stop a server that runs on the same records first.

    Exit status: 0 shown, 2 there is no such tournament.
    """

    async def work(hall: Hall) -> None:
        process = tournament_named(hall, name)
        state, outcomes = process.state.event, hall.outcomes.of(process.tournament)
        typer.echo(process.title)
        typer.echo(_status(hall, process))
        typer.echo(f"Teams: {', '.join(process.teams) or 'none yet'}")
        for of_format in FORMAT_COMMANDS:
            of_format.print_parts(hall, process)
        for stage in state.stages.values():
            plan = stage.plan
            typer.echo(f"\n{stage.number}. {plan.name}: {plan.game_name}, {plan.games} games")
            if stage.drawn is None:
                typer.echo("   not drawn yet")
            starts = _starts(state, stage.number)
            met = {
                each.pairing: each
                for group in range(1, len(stage.groups) + 1)
                for each in meetings(state, stage, group, outcomes)
            }
            for each in stage.rounds:
                how = "published" if each.published else "draft"
                how = "closed" if each.closed else how
                typer.echo(f"   round {each.number}, {how}{starts.pop(each.number, '')}")
                for pair in each.pairings:
                    number = f"{pair.number}" if pair.number is not None else ""
                    score, how = _score(met[pair])
                    typer.echo(f"   {number:>5}  {pair.home} {score} {pair.away}{how}")
            for round_number, starts_at in starts.items():
                typer.echo(f"   round {round_number}{starts_at}")

    with_hall("yalta tournament show", data, work)


def _score(met: Meeting) -> tuple[str, str]:
    """Return the VP of a match of two teams as text, and a remark if it was not played."""
    how = ", walkover" if met.walkover else ", annulled" if met.annulled else ""
    if met.points is None:
        return "–", how
    home, away = (f"{float(each):.4g}" for each in met.points)
    return f"{home}–{away}", how


def _status(hall: Hall, process: TournamentProcess) -> str:
    """Return lines with the event's status and what it is waiting for (ruling 32)."""
    outcomes = hall.outcomes.of(process.tournament)
    steps = hall.result_steps.of(process.tournament)
    to_points = hall.to_points(process.tournament)
    final = tournament_finality(
        process.state, process.times, steps, outcomes, to_points, hall.now()
    )
    words = words_for(SOURCE_LANGUAGE)
    shown = status_shown(final.status, words, hall.now())
    if not shown.text:
        return "Status: nothing is announced yet"
    return "\n   ".join([f"Status: {shown.text}", *missing_words(final.missing, words)])


def _starts(state: TeamEventState, stage: int) -> dict[int, str]:
    """Return the announced start of each round of a stage, as text to print after the round."""
    return {
        number: f", starts {at.astimezone():%Y-%m-%d %H:%M}"
        for (of_stage, number), at in sorted(state.times.starts.items())
        if of_stage == stage
    }


def draw(
    name: _Name,
    stage: _Stage,
    absent: Annotated[
        list[str] | None, typer.Option(help="A team that is left out; may be given several times.")
    ] = None,
    data: _Data = None,
) -> None:
    """Draw a stage's teams, or fill it with the teams that have qualified.

    The seed is logged: anyone can repeat the draw with sha256sum.

    Exit status: 0 drawn, 2 refused.
    """

    async def work(hall: Hall) -> None:
        process = tournament_named(hall, name)
        order = cmd.DrawStage(stage=stage, absent=tuple(absent or ()))
        (drawn,) = await hall.commands.to_stages(process.tournament, order, COMMAND_LINE)
        assert isinstance(drawn, ev.StageDrawn)
        for number, group in enumerate(drawn.groups, 1):
            typer.echo(f"{number}: {', '.join(group)}")
        if drawn.seed:
            typer.echo(f"seed {drawn.seed.hex()}")

    with_hall("yalta tournament draw", data, work)


def publish(name: _Name, stage: _Stage, data: _Data = None) -> None:
    """Publish the next round of a stage and set up its matches.

    Exit status: 0 published, 2 refused.
    """

    async def work(hall: Hall) -> None:
        process = tournament_named(hall, name)
        planned = process.state.event.stages.get(stage)
        number = planned.next_round if planned is not None else None
        seen: tuple[tuple[str, str], ...] = ()
        if planned is not None and number is not None:
            pairs = planned.rounds[number - 1].pairings
            seen = tuple(each.teams for each in process.state.event.playable(pairs))
        order = cmd.PublishRound(stage=stage, round=number or 1, seen=seen)
        (announced,) = await hall.commands.to_stages(process.tournament, order, COMMAND_LINE)
        assert isinstance(announced, ev.RoundPublished)
        for each in announced.pairings:
            typer.echo(f"{name}/{each.number}  {each.home} – {each.away}")

    with_hall("yalta tournament publish", data, work)


def result(
    match: _Match,
    sheet: _Sheet,
    line_up: Annotated[
        list[str] | None,
        typer.Option(help="TEAM=OPEN,CLOSED: who played where; else the first two of a team."),
    ] = None,
    data: _Data = None,
) -> None:
    """Enter the whole sheet of a match that was recorded by hand.

    The file has the columns of yalta score: game, room, opening, winner,
    ended, left, cube, owner. All rows are entered, or none. Another account
    confirms them on the match's page.

    \b
      yalta tournament result club/3 sheet.csv --line-up "Compass=Brook,Fields"

    Exit status: 0 entered, 2 refused.
    """
    command = "yalta tournament result"
    seats = dict(seats_of(command, each) for each in line_up or ())

    async def work(hall: Hall) -> None:
        match_id = hall.names().match_meant(match)
        async with hall.registry.in_memory(match_id):
            await hand_in_line_ups(hall, match_id, seats)
            record = hall.match(match_id).record
            protocol = sheet_or_exit(command, sheet, record)
            rows = entered_rows(protocol)
            await hall.commands.to_match(match_id, EnterSheet(rows), COMMAND_LINE)
            typer.echo(f"{match}: {len(rows)} results entered")

    with_hall(command, data, work)


def correct(
    match: _Match,
    sheet: _Sheet,
    reason: Annotated[str, typer.Option(help="Why, kept in the log and printed on the form.")],
    data: _Data = None,
) -> None:
    """Correct a match's results: every row that differs from the sheet is corrected.

    Signatures become void with the first change. Where a stage was filled from the
    standings that changed, it is in question until the director decides.

    Exit status: 0 corrected, or nothing differed; 2 refused.
    """
    command = "yalta tournament correct"

    async def work(hall: Hall) -> None:
        match_id = hall.names().match_meant(match)
        async with hall.registry.in_memory(match_id):
            record, changed = hall.match(match_id).record, 0
            for each in sheet_or_exit(command, sheet, record).results:
                assert isinstance(each, GameResult)
                changed += await corrected(hall, match_id, each, reason)
            typer.echo(f"{match}: {changed} results corrected")

    with_hall(command, data, work)


def standings_(name: _Name, data: _Data = None) -> None:
    """Print the standings of a tournament, from the results of both rooms.

    Exit status: 0 printed, 2 there is no such tournament.
    """

    async def work(hall: Hall) -> None:
        process, console = tournament_named(hall, name), Console(highlight=False)
        state, outcomes = process.state.event, hall.outcomes.of(process.tournament)
        for stage in state.stages.values():
            if stage.plan.kind is ev.StageKind.PAIRS:
                continue
            for group in range(1, len(stage.groups) + 1):
                lines = standings(state, stage, group, outcomes)
                title = ", ".join(filter(None, (stage.plan.name, group_letter(stage, group))))
                console.print(_table(title, lines))
        for of_format in FORMAT_COMMANDS:
            of_format.print_tables(hall, process)
        typer.echo(_status(hall, process))

    with_hall("yalta tournament standings", data, work)


def _table(title: str, lines: tuple[TeamStanding, ...]) -> Table:
    table = Table(title=title, box=None, padding=(0, 2, 0, 0))
    for heading in ("#", "Team", "VP", "P", "IMP", "SMP"):
        table.add_column(heading, justify="left" if heading == "Team" else "right")
    for line in lines:
        place = f"{line.place}{'=' if line.shared else ''}"
        vp = f"{float(line.vp):.2f}".rstrip("0").rstrip(".")
        sums = [f"{own}–{theirs}" for own, theirs in (line.imp, line.smp)]
        table.add_row(place, line.team, vp, str(line.played), *sums)
    return table
