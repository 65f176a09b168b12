"""Every `yalta …` command line of the documents can be parsed, and those of users do run."""

import asyncio
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from io import StringIO
from itertools import pairwise
from pathlib import Path
from threading import Timer
from typing import Any, Final

import pytest
import typer
from typer.main import get_command

from rules.games.known_games import GAMES
from server.extras import extra_commands
from simulator.operator_desk import DIRECTOR, become_director, visitor_of
from simulator.server_process import LISTENING, start_server
from tests.support.commands import happen, register_team, schedule
from tests.support.documented_commands import (
    PAGES,
    DocumentedCommand,
    PreparedFolder,
    commands_of,
)
from tests.support.extra_walks import deleted_extras
from tests.support.golden_records import SHORT, TEAMS
from tests.support.needs import NETS
from tests.support.once_a_run import once_a_run
from tests.support.output import lines_until
from tests.support.played_matches import played_so_far, team_of
from tests.support.rooms import Rooms
from tests.support.served import opened
from yalta.cli import COMMANDS, GROUPS, OLDER, application
from yalta.exit_status import INTERRUPTED

OF_USERS: Final = (
    "README.md",
    "docs/access.md",
    "docs/hall-network.md",
    "docs/operator.md",
    "docs/running-the-server.md",
    "docs/tournament.md",
    "docs/what-yalta-can-do.md",
)
"""The pages, beside those of extras, whose commands are run as they are written."""
ALONE: Final = {
    f"yalta{command}" for command in ("", " demo", " extras", " serve", " simulate", " trictrac")
}
"""Commands that do their work without an argument; others without one are only named."""
NOT_RUN: Final = {
    "yalta board /dev/serial/by-id/usb-… --server https://yalta.example.org --room closed": (
        "it needs a board on a cable, and a server with TLS"
    ),
    "/opt/yalta/bin/yalta board /dev/serial/by-id/usb-FTDI_1-if00-port0"
    " --server https://yalta.example.org --room closed --store /var/lib/yalta-board": (
        "it needs a board on a cable, and a server with TLS"
    ),
}
"""Commands of these pages that are not run, ten at most, with the reason."""
GO_ON: Final = {
    "": (LISTENING, 0),
    "serve": (LISTENING, 0),
    "demo": ("In a browser: ", INTERRUPTED),
    "simulate": ("is being played", INTERRUPTED),
    "study": ("FOLDER/boards.csv", INTERRUPTED),
}
"""Commands that run until Ctrl-C: what shows that they do what they are for, and their exit status.

It is a text that they print, or a file with more than its heading.
"""
END_BY: Final = {"--exit", "--help"}
"""Options by which these commands end by themselves."""
STATUSES: Final = {"doctor": (0, 1)}
"""What others may end with, if not with 0: 1 of `doctor` is a remark about this machine."""
MADE: Final = {"restore": ("yalta-data",), "demo": ("records",)}
"""The folders of records that a command makes, which must not be there before."""
SECONDS: Final = {"demo": 25, "luck": 20}
"""The length of a run, if it is over fifteen seconds."""
PASSPHRASE: Final = "four quiet words here"
WITHIN: Final = 300.0
"""Seconds after which a command is killed."""


@cache
def documented() -> tuple[DocumentedCommand, ...]:
    """Each command line of every page, but for those of extras that were deleted."""
    known = {*COMMANDS, *GROUPS, *OLDER, *extra_commands()}
    every = (each for page in PAGES for each in commands_of(page))
    gone = bool(deleted_extras())
    return tuple(each for each in every if not gone or {*each.arguments[:1]} <= known)


def is_a_name(each: DocumentedCommand) -> bool:
    """True if a sentence only names a command, which would need arguments to be run."""
    words_alone = re.fullmatch(r"yalta( [a-z][a-z-]*)*", each.text)
    return each.is_inline and bool(words_alone) and each.text not in ALONE


def to_be_run() -> dict[str, DocumentedCommand]:
    """The commands of users' pages by their text, each once."""
    return {
        each.text: each
        for each in reversed(documented())
        if each.page.startswith((*OF_USERS, "yalta_extras/")) and not is_a_name(each)
    }


@cache
def command_line() -> Any:
    return get_command(application())


def command_of(each: DocumentedCommand) -> tuple[Any, list[str]]:
    """The command that is named, and its own arguments."""
    command, rest = command_line(), list(each.arguments)
    while rest and rest[0] in getattr(command, "commands", {}):
        command = command.commands[rest.pop(0)]
    return command, rest


def fault_of(each: DocumentedCommand) -> str:
    """Why the command line cannot be parsed; empty if it can."""
    command, rest = command_of(each)
    # What it asks for when it is run.
    asked = ["--name", "Olena", "--passphrase", "-"] if command.name == "simulate" else []
    try:
        with redirect_stdout(StringIO()), command.make_context("yalta", [*rest, *asked]):
            return ""
    except typer.Exit:
        return ""
    except typer.TyperException as error:
        return f"{each}: {error.format_message()}"


def test_every_command_line_has_the_arguments_and_options_that_its_command_takes() -> None:
    written = [each for each in documented() if not is_a_name(each)]
    assert len(written) > 40
    assert [fault for fault in map(fault_of, written) if fault] == []


def test_a_command_that_is_only_named_needs_arguments_to_be_run() -> None:
    for each in filter(is_a_name, documented()):
        command, rest = command_of(each)
        assert not rest, each
        needs_more = hasattr(command, "commands") or any(one.required for one in command.params)
        assert needs_more or command.name == "board", each


def test_what_is_not_run_is_documented_and_little() -> None:
    assert NOT_RUN.keys() - to_be_run().keys() == set()
    assert len(NOT_RUN) <= 10


@pytest.fixture(scope="session")
def records(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The records of a stopped server with one match, which is over."""

    async def play(folder: Path) -> None:
        rooms = Rooms.seated(GAMES["backgammon"], 1, SHORT)
        home, away = (team_of(name, players[:2]) for name, players in TEAMS.items())
        async with opened(folder) as served:
            for name, players in TEAMS.items():
                await register_team(served.hall, name, players)
            await schedule(served.hall, home=home.name, away=away.name, games=4)
            await happen(served.hall, 1, *played_so_far(home, away, rooms, 20_000))

    return once_a_run(
        pytestconfig, tmp_path_factory, "documented", lambda folder: asyncio.run(play(folder))
    )


def marks_of(text: str) -> list[pytest.MarkDecorator]:
    first = next(iter(to_be_run()[text].arguments), "")
    lengths = [SECONDS[first]] if first in SECONDS else []
    nets = [NETS] if first in ("luck", "study") else []
    return [pytest.mark.long(*lengths), *nets]


@contextmanager
def running(text: str, prepared: PreparedFolder) -> Iterator["subprocess.Popen[str]"]:
    """A shell's command in a process group of its own, as a terminal starts it; killed at last."""
    with subprocess.Popen(
        prepared.shell_command(text),
        cwd=prepared.folder,
        env=prepared.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        killing = Timer(WITHIN, os.killpg, (process.pid, signal.SIGKILL))
        killing.start()
        try:
            yield process
        finally:
            killing.cancel()
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def said_until(process: "subprocess.Popen[str]", sign: str, folder: Path) -> str:
    """What the command has said when it shows that sign; see GO_ON."""
    assert process.stdout is not None
    if not sign.endswith(".csv"):
        return lines_until(process.stdout, sign)
    while process.poll() is None:
        file = folder / sign
        if file.exists() and file.read_text(encoding="utf-8").count("\n") > 1:
            return ""
        time.sleep(0.1)
    return process.stdout.read()


def outcome(
    text: str, prepared: PreparedFolder, until: str = "", typed: str = ""
) -> tuple[int, str]:
    """The exit status and the output of a command, which is interrupted once it shows `until`."""
    with running(text, prepared) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(typed)
        process.stdin.close()
        output = ""
        if until:
            output = said_until(process, until, prepared.folder)
            os.killpg(process.pid, signal.SIGINT)
        output += process.stdout.read()
        return process.wait(), output


def outcome_beside_a_server(text: str, prepared: PreparedFolder) -> tuple[int, str]:
    """The same of `simulate`, which signs in at a server and is told where that one is."""

    async def with_a_director() -> tuple[int, str]:
        server = await start_server(prepared.folder / "hall", prepared.folder / "no-devices")
        try:
            async with visitor_of(server.address) as client:
                await become_director(client, server.set_up_link, PASSPHRASE)
            told = f"{text} --url {server.address}"
            typed = f"{DIRECTOR}\n{PASSPHRASE}\n"
            return await asyncio.to_thread(outcome, told, prepared, GO_ON["simulate"][0], typed)
        finally:
            await server.stop()

    return asyncio.run(with_a_director())


@pytest.mark.parametrize(
    "text",
    [pytest.param(each, marks=marks_of(each)) for each in to_be_run() if each not in NOT_RUN],
)
def test_a_command_of_users_runs_as_it_is_written(text: str, tmp_path: Path, records: Path) -> None:
    each = to_be_run()[text]
    name = next(iter(each.arguments), "")
    prepared = PreparedFolder(tmp_path, records, missing=MADE.get(name, ()))
    until, ended = GO_ON.get(name, ("", 0))
    if END_BY & {*each.arguments}:
        until, ended = "", 0
    if name == "restore":
        assert outcome("yalta backup RECORDS /media/stick/yalta", prepared)[0] == 0
    if name == "simulate":
        status, output = outcome_beside_a_server(text, prepared)
    else:
        typed = f"{PASSPHRASE}\n" if name == "director" else ""
        status, output = outcome(text, prepared, until, typed)
    assert status in STATUSES.get(name, (ended,)), output
    assert not re.search(r"Traceback|\[(error|critical) ", output), output
    for option, path in pairwise(each.arguments):
        assert option not in ("--output", "--out") or (tmp_path / path).exists(), output
