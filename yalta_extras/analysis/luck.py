"""The command `yalta luck`: the luck of finished matches, worked out in advance."""

from pathlib import Path
from typing import Annotated

import typer

from players.gnubg_nets import nets_installed
from rules.identities import MatchId
from server.hall import Hall
from server.live.hub import LiveHub
from yalta.command_settings import check_has_records, refuse, settings_or_exit
from yalta.inputs.stopped_hall import with_hall_and_hub
from yalta_extras.analysis.luck_sums import JudgingStep
from yalta_extras.analysis.match_luck import MatchLuck, luck_folder

_COMMAND = "yalta luck"


def luck(
    records: Annotated[Path, typer.Argument(metavar="RECORDS", help="A server's folder.")],
    again: Annotated[
        bool, typer.Option(help="Work out anew what is kept already, as after a new engine.")
    ] = False,
) -> None:
    """Work out the luck of every finished match of backgammon.

    A server does so by itself once a match is over, or when its page is asked
    for. What it keeps is in the folder luck of its records, follows from the
    event log and the engine, and can be made again at any time. The server must
    be stopped. GNU Backgammon's nets must be there: pipx inject yalta gnubg-nn.

    \b
      yalta luck yalta-data
      yalta luck yalta-data --again

    Exit status: 0 every match was judged, 1 some could not be and are named, 2
    the records cannot be used or there is no engine.
    """
    if not nets_installed():
        refuse(_COMMAND, "engine: none is installed; allowed: pipx inject yalta gnubg-nn")
    settings = settings_or_exit(_COMMAND, data_folder=records)
    check_has_records(_COMMAND, settings, "RECORDS")

    async def work(hall: Hall, hub: LiveHub) -> tuple[int, list[str]]:
        judging = MatchLuck(hall, hub, luck_folder(settings))
        if again:
            _forget(judging, luck_folder(settings))
        return await _judged(hall, judging)

    judged, failed = with_hall_and_hub(_COMMAND, records, work)
    typer.echo("1 match is judged." if judged == 1 else f"{judged} matches are judged.")
    for sentence in failed:
        typer.echo(sentence, err=True)
    if failed:
        raise typer.Exit(1)


def _forget(judging: MatchLuck, folder: Path) -> None:
    """Delete all stored luck; if that is impossible, end the command with an error.

    `folder` is the server's folder, for the error's text.
    """
    try:
        judging.forget()
    except OSError as error:
        refuse(_COMMAND, f"--again: {str(folder)!r} cannot be cleared: {error.strerror}")


async def _judged(hall: Hall, judging: MatchLuck) -> tuple[int, list[str]]:
    """Judge all finished matches of the hall that have not been judged.

    Return the number of matches whose luck is known now, and a sentence for each that failed.
    """
    judged, failed, names = 0, list[str](), hall.names()
    finished: list[MatchId] = list(hall.registry.finished.ids)
    with typer.progressbar(finished, label="Judging matches", show_pos=True) as shown:
        for match_id in shown:
            async with hall.registry.in_memory(match_id):
                await judging.known(match_id)
                await judging.judge_asked()
                known = await judging.known(match_id)
            if known is not None and known.judged is not None:
                judged += 1
            elif known is not None and known.progress is not None:
                assert known.progress.step is JudgingStep.FAILED
                failed.append(f"Match {names.match(match_id)} could not be judged.")
    for match_id, why in hall.registry.damaged.items():
        failed.append(f"Match {names.match(match_id)} is damaged and was not judged: {why}")
    return judged, failed
