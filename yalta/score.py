"""The command `yalta score`, which scores results that were written by hand.

If a file has a fault, nothing in it is scored.
"""

import csv
import json
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console

from protocol_forms.match_protocol import match_protocol_view
from protocol_forms.protocol_view import ProtocolHeading
from protocol_forms.terminal_form import match_protocol_table
from rules.games.backgammon import BACKGAMMON
from rules.scoring.match_protocol import GameResult, MatchProtocol
from rules.scoring.teams import PerTeam
from rules.scoring.terms import SCORED, TERMS, ScoringTerms
from rules.scoring.written_results import WrittenFault, WrittenResultsRefused, read_results
from yalta.exit_status import REFUSED

_LONGEST_SHOWN = 60

Played = Enum("Played", {name: name for name in SCORED}, type=str)  # type: ignore[misc]
_USUAL = Played(BACKGAMMON.name)


def score(
    file: Annotated[
        Path, typer.Argument(metavar="FILE.csv", help="Results, one row a game and room.")
    ],
    teams: Annotated[
        str,
        typer.Option(metavar="A,B", help="Both teams; A is White in the open room."),
    ],
    game: Annotated[Played, typer.Option(help="What was played.")] = _USUAL,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Score a duplicate match from results written by hand.

    The file is comma-separated text with these columns:

    \b
      game     1, 2, … for a match of 4, 5, 6, 7, 8, 10 or 12 games
      room     open or closed; every game has one row for each
      opening  White's die : Red's die, as 4:3, the same in both rooms
      winner   one of the teams
      ended    bearoff, pass, gammon, backgammon, resigned, resigned-gammon
               or resigned-backgammon
      left     the loser's checkers not borne off, 1 to 15
      cube     value in force: 1, 2, 4, … 64; for a pass, before the double
      owner    optional: the team that owned the cube or proposed it

    Long gammon: ended is oin, mars, resigned or resigned-mars, cube is 1;
    it has no table of its own and is scored by this one as house table.

    Example:

    \b
      game,room,opening,winner,ended,left,cube,owner
      1,open,4:3,Moscow,bearoff,9,2,Kharkov
      1,closed,4:3,Moscow,gammon,15,2,Kharkov
      2,open,2:6,Moscow,pass,15,2,
      …

    \b
      yalta score final.csv --teams Kharkov,Moscow

    With a wrong row nothing is scored: every fault is listed with line,
    column, value and what is allowed, and the exit status is 2.
    """
    names = _team_names(teams)
    terms = TERMS[game.value]
    protocol = _protocol(file, names, terms)
    if as_json:
        typer.echo(json.dumps(_as_json(protocol, names), ensure_ascii=False, indent=2))
        return
    view = match_protocol_view(protocol, ProtocolHeading(teams=names), terms)
    Console(highlight=False).print(match_protocol_table(view))


def _team_names(teams: str) -> PerTeam[str]:
    names = [name.strip() for name in next(csv.reader([teams]), [])]
    if len(names) != 2 or not all(names) or names[0] == names[1]:
        _refuse(
            [f"--teams: {_quoted(teams)} is not possible; allowed: two different names, as A,B"]
        )
    return PerTeam(*names)


def _protocol(file: Path, teams: PerTeam[str], terms: ScoringTerms) -> MatchProtocol:
    try:
        return read_results(file.read_bytes(), teams, terms)
    except OSError as error:
        _refuse([f"{file}: cannot be read: {error.strerror}"])
    except WrittenResultsRefused as refused:
        faults = [_sentence(file, fault) for fault in refused.faults]
        _refuse([*faults, "Nothing was scored."])


def _sentence(file: Path, fault: WrittenFault) -> str:
    place = f"{file}, line {fault.line}, column {fault.column}"
    return f"{place}: {_quoted(fault.value)} is not possible; allowed: {fault.allowed}"


def _quoted(value: str) -> str:
    """Return the value in quotes, with control characters escaped and a long end cut off."""
    short = value if len(value) <= _LONGEST_SHOWN else value[: _LONGEST_SHOWN - 1] + "…"
    return repr(short)


def _refuse(sentences: list[str]) -> NoReturn:
    for sentence in sentences:
        typer.echo(sentence, err=True)
    raise typer.Exit(REFUSED)


def _as_json(protocol: MatchProtocol, teams: PerTeam[str]) -> dict[str, Any]:
    played = [result for result in protocol.results if isinstance(result, GameResult)]
    return {
        "teams": [teams.home, teams.away],
        "games": [
            {
                "game": result.game,
                "room": result.room.value,
                "winner": teams.of(result.winner),
                "smp": result.smp.of(result.winner),
                "imp": result.imp.of(result.winner),
            }
            for result in played
        ],
        "imp": _by_name(teams, protocol.imp),
        "difference": protocol.difference,
        "results": len(played),
        "vp": None if protocol.vp is None else _by_name(teams, protocol.vp),
    }


def _by_name(teams: PerTeam[str], values: PerTeam[Any]) -> dict[str, Any]:
    return {teams.home: values.home, teams.away: values.away}
