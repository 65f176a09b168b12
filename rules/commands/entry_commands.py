"""What is asked at the desk of a tournament: who waits, who has come, who has paid.

Sources: rulings 13 and 33. `was` is what the sender saw; where something else stands by now,
nothing is done.
"""

from dataclasses import dataclass

from rules.identities import PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskTerms:
    """How many teams may play, 0 for no limit, and in what currency fees are."""

    limit: int = 0
    currency: str = ""


@dataclass(frozen=True, slots=True)
class SetDeskTerms:
    """Set them; confirmed teams beyond a new limit that are not drawn wait, ahead of who waits."""

    terms: DeskTerms
    was: DeskTerms


@dataclass(frozen=True, slots=True)
class ConfirmEntry:
    """Move a team up from the waiting list."""

    team: str


@dataclass(frozen=True, slots=True)
class PutToWait:
    """Put a team that is not drawn at the end of the waiting list."""

    team: str


@dataclass(frozen=True, slots=True)
class SetAttendance:
    """Say whether a team is present; said again nothing happens."""

    team: str
    present: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryForm:
    """What is kept of an entry besides its team; see EntryDescribed, FeeSet and NoteSet.

    `note` is None from and for whoever may not read it.
    """

    club: str = ""
    pot: int = 0
    due: int = 0
    paid: int = 0
    note: str | None = None


@dataclass(frozen=True, slots=True)
class ChangeEntry:
    """Put what is kept of a team's entry right."""

    team: str
    form: EntryForm
    was: EntryForm


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntry:
    """A team to be entered with all that is known of it; `rosters` are its players by game."""

    name: str
    players: tuple[PersonId, ...]
    form: EntryForm = EntryForm()
    present: bool = False
    rosters: tuple[tuple[str, tuple[PersonId, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class EnterTeams:
    """Enter all of these teams, in this order, or none."""

    teams: tuple[NewEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRoster:
    """Say who of a team plays that game: two at least, or nobody for everybody of it."""

    team: str
    game_name: str
    players: tuple[PersonId, ...]
    was: tuple[PersonId, ...]


EntryCommand = (
    SetDeskTerms | ConfirmEntry | PutToWait | SetAttendance | ChangeEntry | EnterTeams | SetRoster
)
