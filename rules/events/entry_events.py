"""Who is entered in a tournament: waiting or confirmed, present, club and pot, who plays what.

Teams stand by the name they have at that time, as in rules.events.stage_events; every registered
team is an entry. What is paid and noted is for the desk alone: these events name an entry by its
number, which is the place in which its team was registered, and have a stream of their own that no
archive holds (ADR 19). Sources: rulings 13 (pairs by discipline), 29 and 33.
"""

from dataclasses import dataclass

from rules.identities import PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLimitSet:
    """So many teams may play; whoever is entered from now on beyond them waits. 0 is no limit."""

    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPutToWait:
    """A team waits, at that place of the list: 1 is next to move up."""

    team: str
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryConfirmed:
    """A team that waited plays."""

    team: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttendanceSet:
    """A team is present, or is not after all."""

    team: str
    present: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryDescribed:
    """A team's club, empty for none, and its pot for a draw: 1 is the strongest, 0 none."""

    team: str
    club: str
    pot: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterSet:
    """Who of a team may be lined up in that game from now on; everybody of it where empty."""

    team: str
    game_name: str
    players: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrencySet:
    """In what fees are paid, in the director's words."""

    currency: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeSet:
    """What the team of an entry owes in all and has paid, in hundredths of the currency."""

    entry: int
    due: int
    paid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteSet:
    """The director's note on an entry; empty for none."""

    entry: int
    note: str


EntryEvent = (
    EntryLimitSet | EntryPutToWait | EntryConfirmed | AttendanceSet | EntryDescribed | RosterSet
)
"""What is in a tournament's own stream, and goes with its archive."""
DeskEvent = CurrencySet | FeeSet | NoteSet
"""What is in the stream of its desk, and goes nowhere."""
