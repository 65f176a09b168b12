"""Prints of each tournament's forms: times, persons, printers, and digests of figures (ADR 32)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select

from rules.identities import TournamentId
from rules.ledger import from_unix_microseconds, unix_microseconds
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.tables import FormPrintRow

FormKey = tuple[str, int, str]
"""The key of a form's prints: its kind, the number of its match, or 0, and its part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormPrint:
    """A form on paper: its `kind` and `part`, the number of its match or 0 for none.

    `digest` is of its content. `printer` is empty if it was opened as a PDF.
    """

    kind: str
    match: int
    part: str
    digest: str
    printer: str = ""


@dataclass(frozen=True, slots=True)
class KeptPrint:
    """A print with its time, in UTC, and its maker: a person's id, or "command line"."""

    form: FormPrint
    at: datetime
    by: str


class FormPrints:
    """The prints in the file; any thread may call, off the event loop. `now` is the time in UTC.

    Every method raises AccountsUnavailable.
    """

    def __init__(self, accounts_file: AccountsFile, now: Callable[[], datetime]) -> None:
        self._file, self._now = accounts_file, now

    def keep(
        self, tournament: TournamentId, forms: Sequence[FormPrint], by: str, command_id: str
    ) -> None:
        """Store these as printed together, by one command."""
        at = unix_microseconds(self._now())
        with self._file.transaction() as session:
            for form in forms:
                session.add(
                    FormPrintRow(
                        tournament=tournament.text,
                        at=at,
                        by=by,
                        command_id=command_id,
                        kind=form.kind,
                        match=form.match,
                        part=form.part,
                        digest=form.digest,
                        printer=form.printer,
                    )
                )

    def is_kept(self, command_id: str) -> bool:
        """Return True if prints of that command are stored: it was carried out."""
        by_it = select(FormPrintRow.print_id).where(col(FormPrintRow.command_id) == command_id)
        with self._file.transaction() as session:
            return session.exec(by_it.limit(1)).first() is not None

    def latest(self, tournament: TournamentId) -> dict[FormKey, KeptPrint]:
        """Return the last print of each form of a tournament, by kind, match and part."""
        return {key: prints[-1] for key, prints in self.every(tournament).items()}

    def every(self, tournament: TournamentId) -> dict[FormKey, list[KeptPrint]]:
        """Return the prints of each form of a tournament in order, by kind, match and part."""
        of_it = select(FormPrintRow).where(col(FormPrintRow.tournament) == tournament.text)
        prints = dict[FormKey, list[KeptPrint]]()
        with self._file.transaction() as session:
            for row in session.exec(of_it.order_by(col(FormPrintRow.print_id))):
                prints.setdefault((row.kind, row.match, row.part), []).append(_kept(row))
        return prints


def _kept(row: FormPrintRow) -> KeptPrint:
    form = FormPrint(
        kind=row.kind, match=row.match, part=row.part, digest=row.digest, printer=row.printer
    )
    return KeptPrint(form, from_unix_microseconds(row.at), row.by)
