"""The record of printed forms: when, by whom, on which printer, and a digest of each (ADR 32)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select

from rules.identities import TournamentId
from rules.ledger import from_unix_microseconds, unix_microseconds
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.tables import FormPrintRow

FormKey = tuple[str, int, str]
"""The key of a printed form within a tournament: its kind, its match's number or 0, and its part.

If there are several forms of the same kind, such as one for each player, the part says which one
this is. Otherwise the part is empty.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormPrint:
    """One form that was printed.

    `kind` names the kind of form, `part` says which of several forms of that kind it is, and
    `match` is the number of its match, or 0 if it belongs to none.
    `digest` is a digest of its content. `printer` is empty if the form was opened as a PDF.
    """

    kind: str
    match: int
    part: str
    digest: str
    printer: str = ""


@dataclass(frozen=True, slots=True)
class KeptPrint:
    """One print of a form, as stored.

    `at` is its time in UTC. `by` is the id of the person who printed it, or "command line".
    """

    form: FormPrint
    at: datetime
    by: str


class FormPrints:
    """The prints of forms that are stored in the accounts file.

    Any thread except the event loop's may call the methods: they can wait for the disk. Every
    method can raise AccountsUnavailable. `now` returns the time in UTC.
    """

    def __init__(self, accounts_file: AccountsFile, now: Callable[[], datetime]) -> None:
        self._file, self._now = accounts_file, now

    def keep(
        self, tournament: TournamentId, forms: Sequence[FormPrint], by: str, command_id: str
    ) -> None:
        """Store that these forms were printed together, by one command.

        `by` is the id of the person who printed them, or "command line".
        """
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
        """Return True if prints of that command are stored: the command was carried out already."""
        by_it = select(FormPrintRow.print_id).where(col(FormPrintRow.command_id) == command_id)
        with self._file.transaction() as session:
            return session.exec(by_it.limit(1)).first() is not None

    def latest(self, tournament: TournamentId) -> dict[FormKey, KeptPrint]:
        """Return the last print of each form of a tournament, keyed by FormKey."""
        return {key: prints[-1] for key, prints in self.every(tournament).items()}

    def every(self, tournament: TournamentId) -> dict[FormKey, list[KeptPrint]]:
        """Return all prints of each form of a tournament, the oldest first, keyed by FormKey."""
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
