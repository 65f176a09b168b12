"""What the desk of a tournament keeps to itself: fees and notes, by the entries' numbers (ADR 19).

An entry's number is the place in which its team was registered, from 1: names change, it does not.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rules import events as ev


@dataclass(frozen=True, slots=True)
class DeskBook:
    """The stream of a desk up to some event; amounts are hundredths of the currency."""

    currency: str = ""
    fees: Mapping[int, ev.FeeSet] = field(default_factory=dict)
    notes: Mapping[int, str] = field(default_factory=dict)

    def fee(self, entry: int) -> tuple[int, int]:
        """What is due of an entry in all, and what it has paid."""
        known = self.fees.get(entry)
        return (0, 0) if known is None else (known.due, known.paid)

    def note(self, entry: int) -> str:
        """The director's note; empty for none."""
        return self.notes.get(entry, "")

    def after(self, event: ev.Event) -> "DeskBook":
        """The book once this is in it; what is no business of the desk changes nothing."""
        match event:
            case ev.CurrencySet():
                return replace(self, currency=event.currency)
            case ev.FeeSet():
                return replace(self, fees={**self.fees, event.entry: event})
            case ev.NoteSet():
                return replace(self, notes={**self.notes, event.entry: event.note})
            case _:
                return self
