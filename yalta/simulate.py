"""The command `yalta simulate`, which plays trial matches of a running server."""

import asyncio
import secrets
import tempfile
from pathlib import Path
from typing import Annotated

import httpx
import typer
from rich.console import Console

from simulator.demo import first_of
from simulator.platform_support import cancel_by_signals
from simulator.trial_run import MOST_MATCHES, TrialPlan, run_trial
from yalta.command_settings import USUAL_GAME, PlayedGame, refuse
from yalta.exit_status import INTERRUPTED
from yalta.inputs.match_file_input import refusal_text

HUMAN = 3.0
"""Seconds that simulated people take for an action at a board."""


_Matches = Annotated[
    int,
    typer.Option(
        min=0,
        max=MOST_MATCHES,
        help="How many trial matches are needed; missing ones are set up.",
    ),
]


def _answering(context: typer.Context, url: str) -> str:
    """Return the address. End the command if nothing answers there, before a name is asked for."""
    if context.resilient_parsing:
        return url
    try:
        httpx.get(url, timeout=_ANSWERS_WITHIN)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        refuse("yalta simulate", f"--url: {url} does not answer: {error}")
    return url


_ANSWERS_WITHIN = 10.0
"""Seconds to wait for a server at the address."""
_Url = Annotated[
    str, typer.Option(help="Address of the server.", callback=_answering, is_eager=True)
]
_Name = Annotated[str, typer.Option(prompt=True, help="Who signs in: a director or an operator.")]
_Passphrase = Annotated[
    str,
    typer.Option(
        prompt=True,
        hide_input=True,
        envvar="YALTA_PASSPHRASE",
        help="That account's passphrase; asked for if it is not given.",
    ),
]
_Game = Annotated[
    PlayedGame,
    typer.Option(help="What is played in matches that are set up."),
]
_Games = Annotated[int, typer.Option(min=1, max=12, help="Games in each room of these.")]
_Fast = Annotated[bool, typer.Option("--fast", help="As fast as the server goes.")]
_Seed = Annotated[int | None, typer.Option(help="Repeats dice and play; drawn if not given.")]
_Rehearse = Annotated[
    bool,
    typer.Option(
        "--rehearse",
        help="Let things go wrong for the people who run the hall to deal with.",
    ),
]
_Minutes = Annotated[float, typer.Option(min=1, max=600, help="How long a rehearsal takes.")]


def simulate(
    matches: _Matches = 1,
    url: _Url = "http://127.0.0.1:8000",
    name: _Name = "",
    passphrase: _Passphrase = "",
    game: _Game = USUAL_GAME,
    games: _Games = 4,
    fast: _Fast = False,
    seed: _Seed = None,
    rehearse: _Rehearse = False,
    minutes: _Minutes = 60.0,
) -> None:
    """Play trial matches with simulated boards on a server that runs.

    A trial match does not count in any standings. Every match that is marked as a trial
    is played here: at each of its tables at which no board is connected a
    simulated one with two people takes place, so that you can sit at one table
    with a phone and have the other one played for you. Missing line-ups are
    handed in, missing matches are set up in a tournament named trial.

    First start the server in another terminal (yalta serve --data records) and
    become its director at the address it prints. Then look at /hall while

        yalta simulate --matches 2

    plays. With --rehearse an hour is played in which a board is lost, dice are
    keyed wrongly and the power fails; at the end it says what was done when.
    """
    plan = TrialPlan(
        address=url.rstrip("/"),
        name=name,
        passphrase=passphrase,
        matches=matches,
        games=games,
        game=game.value,
        pace=0.0 if fast else HUMAN,
        seed=secrets.randbelow(1_000_000) if seed is None else seed,
        folder=Path(tempfile.mkdtemp(prefix="yalta-simulate-")),
        rehearsed=minutes if rehearse else 0.0,
    )
    _play(plan)


def _play(plan: TrialPlan) -> None:
    """Play the trial matches until they are over or stopped.

    End the command if the server refuses a request or does not answer.
    """
    try:
        asyncio.run(_until_stopped(plan))
    except (KeyboardInterrupt, asyncio.CancelledError):
        typer.echo("Stopped; the matches stay as they are.")
        raise typer.Exit(INTERRUPTED) from None
    except httpx.HTTPStatusError as error:
        refuse("yalta simulate", f"the server refuses: {refusal_text(error.response)}")
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        refuse("yalta simulate", f"--url: {plan.address} does not answer: {error}")


async def _until_stopped(plan: TrialPlan) -> None:
    cancel_by_signals()
    try:
        await run_trial(plan, Console(highlight=False))
    except* httpx.HTTPError as stopped:
        raise first_of(stopped) from None
