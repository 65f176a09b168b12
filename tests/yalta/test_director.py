"""`yalta director`: a director without a browser."""

from datetime import UTC, datetime
from pathlib import Path

from typer.testing import CliRunner

from rules.room import Room
from server.access import Role
from server.people.passphrases import Passphrases
from server.store.accounts_db.accounts import Account, Accounts
from server.store.accounts_db.accounts_file import AccountsFile
from tests.support.persons import person_id
from yalta.cli import application


def now() -> datetime:
    return datetime.now(UTC)


def accounts_in(folder: Path) -> list[Account]:
    accounts_file = AccountsFile.open(folder / "accounts.sqlite3")
    found = list(Accounts(accounts_file, now).list())
    accounts_file.close()
    return found


def run(folder: Path, name: str, passphrase: str) -> tuple[int, str]:
    done = CliRunner().invoke(
        application("director"), ["director", name, "--data", str(folder)], input=passphrase
    )
    return done.exit_code, done.output


def test_a_director_is_made_by_the_first_line_of_the_input(tmp_path: Path) -> None:
    status, output = run(tmp_path / "new", "Olena", "four quiet words\nand more\n")
    assert (status, output) == (
        0,
        "Olena is director: start the server with yalta serve and sign in.\n",
    )
    (olena,) = accounts_in(tmp_path / "new")
    assert (olena.role, olena.has_passphrase) == (Role.DIRECTOR, True)


def test_an_account_of_that_name_becomes_a_good_directors_with_the_new_passphrase(
    tmp_path: Path,
) -> None:
    accounts_file = AccountsFile.open(tmp_path / "accounts.sqlite3")
    accounts = Accounts(accounts_file, now)
    clerk = accounts.add("Olena", Role.CLERK, Room.CLOSED, person=person_id("Olena"))
    accounts.disable(clerk.account_id)
    accounts_file.close()
    assert run(tmp_path, "olena", "four quiet words\n")[0] == 0
    accounts_file = AccountsFile.open(tmp_path / "accounts.sqlite3")
    accounts = Accounts(accounts_file, now)
    (olena,) = accounts.list()
    assert (olena.role, olena.room, olena.disabled_at) == (Role.DIRECTOR, None, None)
    assert Passphrases().fits("four quiet words", accounts.hash_of(olena.account_id))
    accounts_file.close()


def test_a_short_passphrase_and_a_running_server_are_refused_in_words(tmp_path: Path) -> None:
    status, output = run(tmp_path, "Olena", "short\n")
    assert status == 2
    assert "5 characters cannot be used; allowed: 12 to 512" in output
    accounts_file = AccountsFile.open(tmp_path / "accounts.sqlite3")
    status, output = run(tmp_path, "Olena", "four quiet words\n")
    accounts_file.close()
    assert status == 2
    assert "Operator: stop that process" in output
