"""`yalta ledger verify`: what was played, checked afterwards by anyone."""

import asyncio
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from rules.duplicate.audit import Audit, Finding
from server.results.ledger_check import LedgerCheck, checked_ledgers
from server.store.database_file import DatabaseRefused
from server.store.event_log.contract import LogUnavailable
from server.store.event_log.sqlite_log import SqliteEventLog
from yalta.command_settings import settings_or_exit

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
    records: Annotated[Path, typer.Argument(metavar="RECORDS", help="A server's folder.")],
) -> None:
    """Check the ledgers of a folder of records.

    Every event is hashed onto the one before it with a secret number of its
    own. The check makes every hash again: an event that was changed, removed,
    put in or moved breaks the chain at its place. Events gone from the end are
    missed as far as a board's frame was stored with them; beyond that compare
    the last hash with the one on the printed match protocol.

    Of each finished match it also shows that the closed room was given
    exactly the dice thrown in the open room, each once and only when they had
    counted, and that drawn rolls are those of the seed whose SHA-256 was public
    before the match.

    \b
      yalta ledger verify yalta-data

    The records are read directly, which needs the server to be stopped; they
    are not changed.

    Exit status: 0 all is sound, 1 something was found, 2 there is nothing to
    read.
    """
    log_file = settings_or_exit("yalta ledger verify", data_folder=records).log_file
    if not log_file.exists():
        _refuse(f"RECORDS: {str(records)!r} holds no records; allowed: a server's folder")
    try:
        checks = asyncio.run(_checks(log_file))
    except (DatabaseRefused, LogUnavailable) as error:
        _refuse(f"RECORDS: {error}")
    for check in checks:
        typer.echo(_line(check))
        for finding in check.audit.findings if check.audit else ():
            typer.echo(f"  {_finding(finding)}")
    wrong = sum(not check.sound for check in checks)
    typer.echo(f"{_counted(len(checks), 'ledger')}, {wrong or 'none'} with findings")
    if wrong:
        raise typer.Exit(_FINDINGS)


async def _checks(log_file: Path) -> list[LedgerCheck]:
    event_log = await SqliteEventLog.open(log_file)
    try:
        return [check async for check in checked_ledgers(event_log)]
    finally:
        await event_log.close()


def _line(check: LedgerCheck) -> str:
    if check.broken:
        return f"{check.stream}: broken at {check.broken}; {check.events} before it are whole"
    proven = f", {_proven(check.audit)}" if check.audit else ""
    return f"{check.stream}: {_counted(check.events, 'event')} whole{proven}; head {check.head}"


def _proven(proof: Audit) -> str:
    given = f"{_counted(proof.given, 'roll')} given to the closed room"
    return f"{given}, {proof.drawn} of them drawn" if proof.drawn else given


def _finding(finding: Finding) -> str:
    if not finding.game:
        return finding.fault.value
    side = finding.side.value if finding.side else ""
    where = f"game {finding.game}, attempt {finding.attempt}, {side} turn {finding.turn}"
    return f"{where}: {finding.fault.value}"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _refuse(sentence: str) -> NoReturn:
    typer.echo(f"yalta ledger verify: {sentence}", err=True)
    raise typer.Exit(_UNREADABLE)
