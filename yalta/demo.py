"""The command `yalta demo`, a demonstration match that simulated boards play."""

import asyncio
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal, NoReturn

import httpx
import typer
from rich.console import Console

from players.gnubg_nets import NetsUnavailable
from rules.games.backgammon import BACKGAMMON
from rules.games.game_info import GameInfo
from rules.games.known_games import GAMES, INFOS
from rules.match_files.mat_reader import GameRolls, decoded, rolls_of
from rules.match_files.mat_text import MatchUnreadable
from rules.position import Side
from rules.room import Room
from simulator.demo import USUAL_SEED, DemoPlan, first_of, run_demo
from simulator.display import SensorKind, SensorSet
from simulator.people import PlayerKind
from simulator.platform_support import cancel_by_signals
from simulator.server_process import ServerDied
from simulator.tournament_demo import TournamentPlan, run_tournament_demo
from yalta.command_settings import USUAL_GAME, PlayedGame, make_records_folder
from yalta.exit_status import INTERRUPTED, REFUSED
from yalta.inputs.match_file_input import NoMatchFile, read_match_file, refusal_text

WATCHABLE = 0.5
"""Seconds that people take for an action, so that an onlooker can follow."""


_Game = Annotated[PlayedGame, typer.Option(help="What is played.")]
_Games = Annotated[
    int | None,
    typer.Option(
        help="Games a room: 4, 5, 6, 7, 8, 10 or 12, six if not given; trictrac 1 to 12, one.",
    ),
]
_MatchTo = Annotated[
    int,
    typer.Option(
        min=0, help="Points of a match of two players at one board, with Crawford; 0 for none."
    ),
]
_Event = Annotated[
    bool,
    typer.Option("--event", help="A whole event: three teams, both games, all rounds, the final."),
]
_Seed = Annotated[int, typer.Option(help="Repeats a run exactly; another number is another match.")]
_Dice = Annotated[
    Path | None,
    typer.Option(
        help="A transcribed match (.mat) whose dice are thrown, side by side: backgammon only."
    ),
]
_Fast = Annotated[bool, typer.Option("--fast", help="As fast as the server goes.")]
_Leave = Annotated[
    bool, typer.Option("--exit", help="End when the protocol is printed; else Ctrl-C.")
]
_Data = Annotated[
    Path | None, typer.Option(help="New or empty folder of the records; else a temporary one.")
]
_Port = Annotated[
    int, typer.Option(min=0, max=65535, help="TCP port of the pages; 0 takes a free one.")
]
_Tail = Annotated[
    Literal["thrown", "drawn"],
    typer.Option(help="The closed room's last rolls: thrown by players or drawn by seed."),
]
_Players = Annotated[
    PlayerKind,
    typer.Option(
        help="How the four players judge: gnubg by GNU Backgammon's nets (extra bots), home"
        " being the better team; auto takes them if installed, else sensible."
    ),
]
_Sensors = Annotated[
    SensorKind,
    typer.Option(
        help="What the boards sense: every checker, five a point, no colour; bezma: both."
    ),
]
_DiceOnly = Annotated[
    Literal["open", "closed", "both"] | None,
    typer.Option(
        help="Rooms whose tables do not record positions: people there play a set of wood and"
        " say when plays are finished and how games end."
    ),
]


def demo(
    game: _Game = USUAL_GAME,
    games: _Games = None,
    match_to: _MatchTo = 0,
    event: _Event = False,
    seed: _Seed = USUAL_SEED,
    dice: _Dice = None,
    fast: _Fast = False,
    leave: _Leave = False,
    data: _Data = None,
    port: _Port = 0,
    tail: _Tail = "thrown",
    players: _Players = PlayerKind.AUTO,
    sensors: _Sensors = SensorKind.EXACT,
    dice_only: _DiceOnly = None,
) -> None:
    """Play a duplicate match with simulated boards and watch it.

    The real server runs on this machine and two boards play on it: the open
    room's over a serial line, the closed room's over a websocket. The closed
    room gets the open room's dice, and never too early.

    Open the printed address to see what spectators see. At the end the match
    protocol is printed and its PDF written; the server stays up until Ctrl-C.
    /sign-in takes the printed name and passphrase to the operator's side.

    With --match-to 5 two players play to 5 points at one board instead. With
    --event three teams play the event of 2008, four boards at a time.

    Try: yalta demo, or without waiting: yalta demo --fast --exit
    """
    info = INFOS[game.value]
    if event:
        _check_event(info, sensors, others=(games, match_to or None, dice))
    if dice is not None and not info.nets:
        _refuse(
            f"yalta demo: --dice: a match file's dice are of backgammon, not of --game {info.name}"
        )
    _check_dice_only(dice_only, info.name, event=event, match_to=match_to)
    if match_to and games is not None:
        _refuse(f"yalta demo: --games: {games} cannot be asked for with --match-to {match_to}")
    pace = 0.0 if fast else WATCHABLE
    if event:
        _play(TournamentPlan(_folder(data), seed, pace, port, not leave, players))
        return
    plan = DemoPlan(
        folder=_folder(data),
        seed=seed,
        games=games or (1 if info.scored.counted else 6),
        pace=pace,
        port=port,
        tail=tail,
        transcribed=None if dice is None else (dice.name, _rolls(dice)),
        stay=not leave,
        players=players,
        game=info.rules,
        match_to=match_to,
        sensors=SensorSet(sensors),
        dice_only=_rooms(dice_only),
    )
    _play(plan)


def _check_event(info: GameInfo, sensors: SensorKind, others: Iterable[object]) -> None:
    """End the command if --event is given together with options that it excludes.

    `others` are the values of the options for games, length and dice, None if not given.
    """
    if info.rules is not BACKGAMMON or any(other is not None for other in others):
        _refuse("yalta demo: --event: the event has games, lengths and dice of its own")
    if sensors is not SensorKind.EXACT:
        _refuse(f"yalta demo: --sensors: {sensors.value} cannot be asked for with --event")


def _check_dice_only(dice_only: str | None, game: str, *, event: bool, match_to: int) -> None:
    if dice_only is None:
        return
    asked = f"yalta demo: --dice-only: {dice_only} cannot be asked for with"
    if event:
        _refuse(f"{asked} --event")
    if GAMES[game].counted(Side.WHITE) is not None:
        _refuse(f"{asked} --game {game}, which is counted from positions")
    if match_to and dice_only != Room.OPEN.value:
        _refuse(f"{asked} --match-to {match_to}, played at one board; allowed: open")


def _rooms(named: str | None) -> frozenset[Room]:
    if named is None:
        return frozenset()
    return frozenset(Room) if named == "both" else frozenset({Room(named)})


def _play(plan: DemoPlan | TournamentPlan) -> None:
    """Run the demonstration; if it is stopped or fails, print why and exit with a status."""
    try:
        asyncio.run(_until_stopped(plan))
    except (KeyboardInterrupt, asyncio.CancelledError):
        typer.echo(f"Stopped; the records are kept in {plan.folder}.")
        raise typer.Exit(INTERRUPTED) from None
    except NetsUnavailable as missing:
        _refuse(f"yalta demo: --players: {missing}; or choose --players sensible")
    except ServerDied as died:
        _refuse(f"yalta demo: {died}", 1)
    except httpx.HTTPStatusError as error:
        status = REFUSED if error.response.is_client_error else 1
        _refuse(f"yalta demo: the server refuses: {refusal_text(error.response)}", status)
    except httpx.HTTPError as error:
        _refuse(f"yalta demo: the server does not answer: {error}", 1)


async def _until_stopped(plan: DemoPlan | TournamentPlan) -> None:
    cancel_by_signals()
    try:
        console = Console(highlight=False)
        if isinstance(plan, TournamentPlan):
            await run_tournament_demo(plan, console)
        else:
            await run_demo(plan, console)
    except* NetsUnavailable as stopped:
        first = first_of(stopped)
    else:
        return
    raise first


def _folder(data: Path | None) -> Path:
    if data is None:
        return Path(tempfile.mkdtemp(prefix="yalta-demo-"))
    make_records_folder("yalta demo", data)
    if any(data.iterdir()):
        _refuse(f"yalta demo: --data: {str(data)!r} is not empty; allowed: a new or empty folder")
    return data


def _rolls(file: Path) -> list[GameRolls]:
    try:
        return rolls_of(decoded(read_match_file(file)))
    except OSError as error:
        _refuse(f"yalta demo: --dice: {file} cannot be read: {error.strerror}")
    except NoMatchFile as refused:
        _refuse(f"yalta demo: --dice: {file}: {refused}")
    except MatchUnreadable as error:
        _refuse(f"yalta demo: --dice: {file}: {error}")


def _refuse(sentence: str, status: int = REFUSED) -> NoReturn:
    typer.echo(sentence, err=True)
    raise typer.Exit(status)
