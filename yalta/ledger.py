"""The command `yalta ledger verify`, a check of finished matches that anyone can make."""

import asyncio
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from rules import events as ev
from rules.duplicate.audit import Audit, Finding
from server.archive.ledger_check import checked_archive, checked_ledgers
from server.archive.tournament_archive import ArchiveUnreadable, TournamentArchive, read_archive
from server.store.database_file import DatabaseRefused
from server.store.event_log.contract import LogUnavailable
from server.store.event_log.sqlite_log import SqliteEventLog
from server.values.stored_events import LedgerCheck
from yalta.command_settings import settings_or_exit
from yalta.inputs.ledger_download import LedgerNotServed, served_ledgers
from yalta.inputs.match_file_input import NoMatchFile, open_regular_file, printable

_FINDINGS, _UNREADABLE = 1, 2

ledger = typer.Typer(
    help="Check after a match that nothing of it was changed.",
    no_args_is_help=True,
)


@ledger.callback()
def _group() -> None:
    """The commands about ledgers."""


@ledger.command()
def verify(
    source: Annotated[
        str,
        typer.Argument(
            metavar="RECORDS|FILE|URL",
            help="A server's folder, an archive of a tournament, the address of a match or server.",
        ),
    ],
) -> None:
    """Check the ledgers of records, of an archive, or of a server elsewhere.

    Every event is hashed onto the one before it with a secret number of its
    own. The check computes every hash again: an event that was changed, removed,
    put in or moved breaks the chain at its place. Events cut off at the end are
    noticed if a message of a board was stored with them or after them. If not,
    only the last hash shows it: compare it with the one on the printed match
    protocol. An archive says in its first line where each of its ledgers ends.

    Of each finished match it also shows that the closed room was given
    exactly the dice thrown in the open room, each once and only when they had
    counted, and that drawn rolls are those of the seed whose SHA-256 was public
    before the match. A roll of which a room had other dice, by the director's
    order, is noted with both and is no finding.

    \b
      yalta ledger verify yalta-data
      yalta ledger verify club.archive
      yalta ledger verify http://192.0.2.1:8000/t/club/matches/3
      yalta ledger verify http://192.0.2.1:8000

    Records are read directly, which needs the server to be stopped; they
    are not changed. Of a server elsewhere every match that is over is
    checked, or the one whose address it is; nothing that server says of
    itself is believed. Compare the last hash with the printed form.

    Exit status: 0 all is sound, 1 something was found, 2 it cannot be read.
    """
    checked = wrong = 0
    for check in _checks(source):
        typer.echo(printable(_line(check)))
        for finding in check.audit.findings if check.audit else ():
            typer.echo(f"  {_finding(finding)}")
        for roll in check.audit.standing if check.audit else ():
            typer.echo(printable(f"  note: {_standing(roll)}"))
        checked += 1
        wrong += not check.sound
    typer.echo(f"{_counted(checked, 'ledger')}, {wrong or 'none'} with findings")
    if wrong:
        raise typer.Exit(_FINDINGS)


def _checks(source: str) -> Iterable[LedgerCheck]:
    if source.startswith(("http://", "https://")):
        return _of_server(source)
    path = Path(source)
    return _of_archive(path) if path.exists() and not path.is_dir() else _of_records(path)


def _of_server(address: str) -> Iterator[LedgerCheck]:
    """Yield the check of each match as soon as it is made; a server may have thousands."""
    try:
        for archive in served_ledgers(address):
            yield from asyncio.run(_checked_archive(archive))
    except LedgerNotServed as refused:
        _refuse(printable(str(refused)))


def _of_records(folder: Path) -> list[LedgerCheck]:
    log_file = settings_or_exit("yalta ledger verify", data_folder=folder).log_file
    if not log_file.exists():
        _refuse(
            f"RECORDS: {str(folder)!r} holds no records; allowed: a server's folder, an archive, or"
            " an address that begins with http:// or https://"
        )
    try:
        checks = asyncio.run(_checked_records(log_file))
    except (DatabaseRefused, LogUnavailable) as error:
        _refuse(f"RECORDS: {error}")
    if not checks:
        _refuse(
            f"RECORDS: the event log in {str(folder)!r} is empty, so nothing can be checked. If"
            " matches were played there it is lost: put it back, from a backup if need be"
        )
    return checks


async def _checked_records(log_file: Path) -> list[LedgerCheck]:
    event_log = await SqliteEventLog.open(log_file)
    try:
        return [check async for check in checked_ledgers(event_log)]
    finally:
        await event_log.close()


def _of_archive(file: Path) -> list[LedgerCheck]:
    shown = printable(str(file))
    try:
        with open_regular_file(file) as opened:
            return asyncio.run(_checked_archive(read_archive(opened)))
    except OSError as error:
        _refuse(f"{shown}: {error.strerror}")
    except (NoMatchFile, ArchiveUnreadable) as refused:
        _refuse(printable(f"{shown}: {refused}"))


async def _checked_archive(archive: TournamentArchive) -> list[LedgerCheck]:
    return [check async for check in checked_archive(archive)]


def _line(check: LedgerCheck) -> str:
    """Return the line about one stream, with its name and that of its tournament or match."""
    called = f"{check.name} ({check.stream})" if check.name else check.stream
    if check.broken:
        return f"{called}: broken at {check.broken}; {check.events} before it are whole"
    proven = f", {_proven(check.audit)}" if check.audit else ""
    return f"{called}: {_counted(check.events, 'event')} whole{proven}; head {check.head}"


def _proven(proof: Audit) -> str:
    given = f"{_counted(proof.given, 'roll')} given to the closed room"
    drawn = f", {proof.drawn} of them drawn" if proof.drawn else ""
    on_paper = f", {_counted(proof.on_paper, 'roll')} from paper" if proof.on_paper else ""
    return f"{given}{drawn}{on_paper}"


def _finding(finding: Finding) -> str:
    if not finding.game:
        return finding.fault.value
    side = finding.side.value if finding.side else ""
    where = f"game {finding.game}, attempt {finding.attempt}, {side} turn {finding.turn}"
    return f"{where}: {finding.fault.value}"


def _standing(roll: ev.RollStands) -> str:
    where = f"game {roll.game}, attempt {roll.attempt}, {roll.side.value} turn {roll.turn}"
    lay = f"{roll.dice} lay in the {roll.room.value} room, {roll.relayed} was relayed"
    return f"{where}: differs, {lay}; the director let it stand: {roll.reason}"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _refuse(sentence: str) -> NoReturn:
    typer.echo(f"yalta ledger verify: {sentence}", err=True)
    raise typer.Exit(_UNREADABLE)
