"""Ids of persons, tournaments and matches (ruling 33), and the detection of invisible characters.

Each kind of id has its own type, so that it is not mistaken for a name or a number.

Names and remarks from people, files and boards may contain invisible characters. These are useless
in a name and can do harm: they change the direction of the text that follows in a list, a terminal
or a printed form, break a line of an exported file, or make two names look the same. The rules of
play say nothing about them.
"""

import re
import unicodedata
from dataclasses import dataclass, field

_PERSON = re.compile(r"[0-9A-Za-z]{1,24}")
_TOURNAMENT = re.compile(r"[0-9a-z]{12}")
_TOURNAMENT_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_NAME_LENGTH = 30
_MATCH = re.compile(r"([0-9a-z]{12})/([1-9][0-9]{0,8})")
RESERVED_NAMES = frozenset({"imported"})
"""The names that no tournament can have: in addresses of matches they mean something else."""


@dataclass(frozen=True, slots=True, order=True)
class PersonId:
    """The id of a person, which stays the same if the name changes; events name persons by it.

    `text` is 1 to 24 Latin letters and digits, so that it can be part of an address and of a file
    name. Raises ValueError for any other text.
    """

    text: str

    def __post_init__(self) -> None:
        if _PERSON.fullmatch(self.text) is None:
            raise ValueError(f"{self.text!r} is no person's id: 1 to 24 Latin letters and figures")

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, order=True)
class TournamentId:
    """The id of a tournament, unique on all servers; events name tournaments only by ids.

    `text` is 12 small Latin letters and digits drawn at random. Raises ValueError for any other
    text.
    """

    text: str

    def __post_init__(self) -> None:
        if _TOURNAMENT.fullmatch(self.text) is None:
            raise ValueError(f"{self.text!r} is no tournament's id: 12 small letters and figures")

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, order=True)
class TournamentName:
    """The short name of a tournament in addresses, unique on its server.

    `text` is 1 to 30 small Latin letters and digits, with single hyphens between them. It begins
    with a letter and is none of RESERVED_NAMES. Raises ValueError for any other text.
    """

    text: str

    def __post_init__(self) -> None:
        reserved = len(self.text) > _NAME_LENGTH or self.text in RESERVED_NAMES
        if reserved or _TOURNAMENT_NAME.fullmatch(self.text) is None:
            allowed = "1 to 30 small Latin letters, figures and hyphens, such as odesa-2008"
            raise ValueError(f"{self.text!r} is no short name of a tournament: {allowed}")

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, order=True)
class MatchId:
    """The id of a match. `number` counts from 1 within its tournament and is never used again."""

    tournament: TournamentId
    number: int

    @classmethod
    def read(cls, text: str) -> "MatchId":
        """Return the id that is written as `text`: a tournament's id, a slash and a number.

        Raises ValueError for a text of any other form.
        """
        parts = _MATCH.fullmatch(text)
        if parts is None:
            raise ValueError(f"{text!r} is no match's id: a tournament's id, a slash and a number")
        return cls(TournamentId(parts[1]), int(parts[2]))

    def __str__(self) -> str:
        return f"{self.tournament}/{self.number}"


@dataclass(frozen=True, slots=True, order=True)
class MatchAddress:
    """The name of a match for people: the short name of its tournament and its number, as "club/3".

    `label` is its name within the hall, which is the number alone if there is only one tournament.
    """

    tournament: str
    number: int
    label: str = field(default="", compare=False)

    @property
    def path(self) -> str:
        """The path of the match's public page within the site.

        The path of the operators' page is /hall followed by this path; in the API it is /api
        followed by this path.
        """
        return f"/t/{self.tournament}/matches/{self.number}"

    @property
    def key(self) -> str:
        """A text that names the match inside the ids of HTML elements."""
        return f"{self.tournament}-{self.number}"

    def __str__(self) -> str:
        return f"{self.tournament}/{self.number}"


_JOINERS = "\u200c\u200d"
"""The characters that join letters of some scripts, and parts of many emoji."""
_TAGS = range(0xE0020, 0xE0080)
"""The characters of which the flags of some regions are composed."""
_CATEGORIES = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""The Unicode categories of control, format, surrogate, line-end and paragraph-end characters."""
_STAND_IN = "\N{REPLACEMENT CHARACTER}"


def is_unseen(character: str) -> bool:
    """Return True if a character is invisible and is not one that some scripts or emoji need."""
    if character in _JOINERS or ord(character) in _TAGS:
        return False
    return unicodedata.category(character) in _CATEGORIES


def unseen_codes(text: str) -> tuple[str, ...]:
    """Return the codes of the invisible characters in a text, such as U+202E, each once.

    The codes are in the order of the text.
    """
    return tuple(dict.fromkeys(f"U+{ord(each):04X}" for each in text if is_unseen(each)))


def all_visible(text: str) -> str:
    """Return the text with each invisible character replaced by a replacement character."""
    return "".join(_STAND_IN if is_unseen(each) else each for each in text)


def without_unseen(text: str) -> str:
    """Return the text without invisible characters, with single spaces for its white space."""
    spaced = (" " if each.isspace() else each for each in text)
    return " ".join("".join(each for each in spaced if not is_unseen(each)).split())
