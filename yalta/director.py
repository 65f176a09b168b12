"""`yalta director`: makes or restores a director on a machine without a browser."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from server.access import Role
from server.accounts.passphrases import PassphraseRefused, Passphrases
from server.persons.book import new_person_id
from server.store.accounts_db.accounts import AccountRefused, Accounts
from server.store.accounts_db.accounts_file import AccountsFile, AccountsUnavailable
from server.store.accounts_db.persons import Person, Persons
from server.store.database_file import DatabaseRefused
from yalta.command_settings import make_records_folder, settings_or_exit


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
        _make(accounts_file, name, _passphrase())
    except (AccountRefused, PassphraseRefused, AccountsUnavailable) as refused:
        _refuse(str(refused))
    finally:
        accounts_file.close()
    typer.echo(f"{name} is director: start the server with yalta serve and sign in.")


def _passphrase() -> str:
    if sys.stdin.isatty():
        return str(typer.prompt("Passphrase", hide_input=True, confirmation_prompt=True))
    return sys.stdin.readline().rstrip("\r\n")


def _make(accounts_file: AccountsFile, name: str, passphrase: str) -> None:
    accounts = Accounts(accounts_file, _now)
    hashed = Passphrases().hash(passphrase)
    known = accounts.find(name)
    if known is None:
        accounts.check_new(name, Role.DIRECTOR)
        person = Person(person_id=new_person_id(), names=(" ".join(name.split()),))
        Persons(accounts_file, _now).save([person])
        accounts.add(name, Role.DIRECTOR, hashed=hashed, person=person.person_id)
        return
    accounts.set_passphrase(known.account_id, hashed)
    accounts.set_director(known.account_id)


def _now() -> datetime:
    return datetime.now(UTC)


def _refuse(sentence: str) -> NoReturn:
    typer.echo(f"yalta director: {sentence}", err=True)
    raise typer.Exit(2)
