"""The command `yalta director`, which creates or restores a director without a browser."""

import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from server.people.accounts_process import AccountsProcess
from server.people.book import PersonBook
from server.people.commands import RestoreDirector
from server.people.passphrases import PassphraseRefused, Passphrases
from server.store.accounts_db.accounts import AccountRefused
from server.store.accounts_db.accounts_file import AccountsFile, AccountsUnavailable
from server.store.database_file import DatabaseRefused
from server.store.records import KeptBesideEvents
from yalta.command_settings import COMMAND_LINE, make_records_folder, settings_or_exit


def director(
    name: Annotated[str, typer.Argument(help="Name to sign in with.")],
    data: Annotated[
        Path | None,
        typer.Option(help="Folder of the records.", show_default="yalta-data"),
    ] = None,
) -> None:
    """Make a director, or give one a new passphrase, while no server runs.

    For machines without a browser, and for directors who have forgotten their
    passphrase. It is asked for twice; without a terminal the first line of the
    input is it. An account of that name becomes a director's and is enabled.
    """
    settings = settings_or_exit("yalta director", data_folder=data)
    make_records_folder("yalta director", settings.data_folder)
    try:
        accounts_file = AccountsFile.open(settings.accounts_file)
    except DatabaseRefused as refused:
        _refuse(f"data: {refused}")
    try:
        asyncio.run(_restore(accounts_file, name, _passphrase()))
    except (AccountRefused, PassphraseRefused, AccountsUnavailable) as refused:
        _refuse(str(refused))
    finally:
        accounts_file.close()
    typer.echo(f"{name} is director: start the server with yalta serve and sign in.")


def _passphrase() -> str:
    if sys.stdin.isatty():
        return str(typer.prompt("Passphrase", hide_input=True, confirmation_prompt=True))
    return sys.stdin.readline().rstrip("\r\n")


async def _restore(accounts_file: AccountsFile, name: str, passphrase: str) -> None:
    kept = KeptBesideEvents.of(accounts_file, _now)
    process = AccountsProcess(kept, PersonBook(kept.persons), _now)
    hashed = Passphrases().hash(passphrase)
    await process.handle(RestoreDirector(name=name, hashed=hashed), COMMAND_LINE)


def _now() -> datetime:
    return datetime.now(UTC)


def _refuse(sentence: str) -> NoReturn:
    typer.echo(f"yalta director: {sentence}", err=True)
    raise typer.Exit(2)
