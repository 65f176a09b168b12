"""What is asked about persons; none of it is in an event, for their records are not (ruling 33)."""

from dataclasses import dataclass

from rules.identities import PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPerson:
    """Keep somebody as a person; `names`, in several scripts, begin with the preferred one."""

    person: PersonId
    names: tuple[str, ...]
    club: str = ""
    country: str = ""
    federation_number: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonKnown:
    """What is known of a person, as somebody saw it who changes it."""

    names: tuple[str, ...]
    club: str = ""
    country: str = ""
    federation_number: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenamePerson:
    """Give a person these names and particulars; all that was played stays his.

    `was` is what the change was made from: where it is otherwise nothing is changed.
    """

    person: PersonId
    names: tuple[str, ...]
    club: str = ""
    country: str = ""
    federation_number: str = ""
    was: PersonKnown | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HidePerson:
    """Show only a person's initials from now on, or the name again."""

    person: PersonId
    hidden: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasePerson:
    """Take everything away that is known of a person; his account and links end."""

    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class MergePersons:
    """One person was entered twice: from now on the first is the second, everywhere."""

    person: PersonId
    into: PersonId


PersonCommand = AddPerson | RenamePerson | HidePerson | ErasePerson | MergePersons
