"""The sheet of a match: a file of results, which are entered or compared with stored results."""

from pathlib import Path
from typing import Any

import typer

from rules import commands as cmd
from rules.checks import check_among
from rules.identities import MatchId, PersonId
from rules.room import RoomResult
from rules.scoring.match_protocol import GameResult, MatchProtocol
from rules.scoring.teams import PerTeam, side_of
from rules.scoring.terms import TERMS
from rules.scoring.written_results import WrittenResultsRefused, read_results
from rules.tables import readings as rd
from server.hall import Hall
from server.matches.match_record import MatchRecord
from yalta.command_settings import COMMAND_LINE, refuse
from yalta.exit_status import REFUSED


def seats_of(command: str, text: str) -> tuple[str, tuple[str, str]]:
    """Return a team and its players in the open and in the closed room, given as TEAM=OPEN,CLOSED.

    End the command if the text has another form; `command` is the command's name in the message.
    """
    team, _, players = text.partition("=")
    first, _, second = players.partition(",")
    if not (team and first.strip() and second.strip()):
        refuse(command, f"--line-up: {text!r}; allowed: TEAM=OPEN,CLOSED")
    return team, (first.strip(), second.strip())


async def hand_in_line_ups(
    hall: Hall, match_id: MatchId, seats: dict[str, tuple[str, str]]
) -> None:
    """Hand in the line-ups that a match lacks, so that its results can be entered.

    `seats` has the players of the open and closed room by team; without them, the first two players
    of a team are taken. Raises MatchRefused if a team is not in the match or a player not in the
    team.
    """
    record, names = hall.match(match_id).record, hall.names()
    for team in seats:
        check_among("--line-up", team, record.teams)
    for team in record.teams:
        if team in record.line_ups:
            continue
        players = hall.tournaments.of(match_id).players_of(team, record.game.name)
        by_name: dict[str, PersonId] = {names.of(player): player for player in players}
        first, second = seats.get(team, tuple(by_name)[:2])
        for typed in (first, second):
            check_among("--line-up", typed, by_name.keys())
        command = cmd.SubmitLineUp(
            team=team, open_player=by_name[first], closed_player=by_name[second]
        )
        await hall.commands.to_match(match_id, command, COMMAND_LINE)


def sheet_or_exit(command: str, sheet: Path, record: MatchRecord) -> MatchProtocol:
    """Return the results in the file `sheet`.

    If the file has faults, print each with its line, and end the command.
    """
    try:
        teams = PerTeam(*record.teams)
        return read_results(sheet.read_bytes(), teams, TERMS[record.game.name])
    except OSError as error:
        refuse(command, f"{sheet}: {error.strerror}")
    except WrittenResultsRefused as refused:
        for fault in refused.faults:
            text = f"{fault.column}: {fault.value!r} is not possible; allowed: {fault.allowed}"
            typer.echo(f"{command}: {sheet}, line {fault.line}: {text}", err=True)
        raise typer.Exit(REFUSED) from None


def _values(each: GameResult) -> dict[str, Any]:
    """Return the values of the RoomResult that a GameResult stands for, by field name.

    A GameResult names teams, a RoomResult sides.
    """
    loser = side_of(each.winner.opponent, each.room)
    passed = each.proposed is not None
    owner = side_of(each.owner, each.room) if each.owner is not None else None
    return {
        "loser": loser,
        "ending": each.ending,
        "left": each.left,
        "cube": each.cube,
        "owner": None if passed else owner,
        "proposer": loser.opponent if passed else None,
        "opening": each.opening,
    }


async def corrected(hall: Hall, match_id: MatchId, each: GameResult, reason: str) -> bool:
    """Correct a stored result if it differs from the sheet's result `each`; return True if so."""
    state = hall.match(match_id).record.state
    was = state.results.get((each.game, each.room)) if state is not None else None
    values = _values(each)
    opening = values.pop("opening")
    if was is not None and _same(was, values):
        return False
    order = rd.CorrectResult(
        game=each.game,
        attempt=state.attempts.get(each.game, 1) if state is not None else 1,
        room=each.room,
        reason=reason,
        was=was,
        opening=opening if state is not None and each.game in state.hand_openings else None,
        **values,
    )
    await hall.commands.to_match(match_id, order, COMMAND_LINE)
    return True


def _same(was: RoomResult, values: dict[str, Any]) -> bool:
    return all(getattr(was, name) == value for name, value in values.items())


def entered_rows(protocol: MatchProtocol) -> tuple[rd.EnterResult, ...]:
    """Return the orders that enter a sheet's results, one per result, sorted by game and room."""
    rows = [
        rd.EnterResult(game=each.game, attempt=1, room=each.room, **_values(each))
        for each in protocol.results
        if isinstance(each, GameResult)
    ]
    return tuple(sorted(rows, key=lambda row: (row.game, row.room.value)))
