"""Identities of people, tournaments and matches (ruling 33), and invisible characters in texts.

Identities have types of their own, so that none is taken for a name or for a number.

Names and remarks that come from people, files and boards may have characters that cannot be seen.
Such a character has no use in a name and can do harm where it goes: change the direction of the
text after it in a list, a terminal or a printed form, break a line of an exported file, or make two
names look like one. Nothing of this is in the rules of play (ours).
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
"""Names that no tournament may have, since addresses of matches use them otherwise."""


@dataclass(frozen=True, slots=True, order=True)
class PersonId:
    """A person's identity, whatever their name is now or was: all that events on disk hold of them.

    `text` is 1 to 24 Latin letters and figures, so that it can be part of an address and of a file.
    Raises ValueError for any other.
    """

    text: str

    def __post_init__(self) -> None:
        if _PERSON.fullmatch(self.text) is None:
            raise ValueError(f"{self.text!r} is no person's id: 1 to 24 Latin letters and figures")

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, order=True)
class TournamentId:
    """A tournament's identity, on whatever server: all that events hold of it.

    `text` is 12 small Latin letters and figures drawn at random. Raises ValueError for any other.
    """

    text: str

    def __post_init__(self) -> None:
        if _TOURNAMENT.fullmatch(self.text) is None:
            raise ValueError(f"{self.text!r} is no tournament's id: 12 small letters and figures")

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, order=True)
class TournamentName:
    """A tournament's short name in addresses, which no other on its server has.

    `text` is 1 to 30 small Latin letters, figures and hyphens between them, a letter first, and
    none of RESERVED_NAMES. Raises ValueError for any other.
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
    """A match's identity: `number` counts from 1 within its tournament and is never used again."""

    tournament: TournamentId
    number: int

    @classmethod
    def read(cls, text: str) -> "MatchId":
        """Return the match of a text that `str` made. Raises ValueError for any other."""
        parts = _MATCH.fullmatch(text)
        if parts is None:
            raise ValueError(f"{text!r} is no match's id: a tournament's id, a slash and a number")
        return cls(TournamentId(parts[1]), int(parts[2]))

    def __str__(self) -> str:
        return f"{self.tournament}/{self.number}"


@dataclass(frozen=True, slots=True, order=True)
class MatchAddress:
    """A match as people name it: its tournament's short name and its number, as in "club/3".

    `label` is its name in the hall: the number alone if there is one tournament.
    """

    tournament: str
    number: int
    label: str = field(default="", compare=False)

    @property
    def path(self) -> str:
        """The address of the match's public page.

        The operators' page is below /hall, the API below /api.
        """
        return f"/t/{self.tournament}/matches/{self.number}"

    @property
    def key(self) -> str:
        """The same as a name for a part of a page."""
        return f"{self.tournament}-{self.number}"

    def __str__(self) -> str:
        return f"{self.tournament}/{self.number}"


_JOINERS = "\u200c\u200d"
"""Joiners between letters of some scripts, and in many emoji."""
_TAGS = range(0xE0020, 0xE0080)
"""Characters of which some flags are made."""
_CATEGORIES = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories of controls, formats, surrogates, and ends of lines and paragraphs."""
_STAND_IN = "\N{REPLACEMENT CHARACTER}"


def is_unseen(character: str) -> bool:
    """Return True if a character cannot be seen; the joiners of some scripts are allowed."""
    if character in _JOINERS or ord(character) in _TAGS:
        return False
    return unicodedata.category(character) in _CATEGORIES


def unseen_codes(text: str) -> tuple[str, ...]:
    """Return the codes of unseen characters in a text, such as U+202E, each once in order."""
    return tuple(dict.fromkeys(f"U+{ord(each):04X}" for each in text if is_unseen(each)))


def all_visible(text: str) -> str:
    """Return the text with a replacement character for each that cannot be seen."""
    return "".join(_STAND_IN if is_unseen(each) else each for each in text)


def without_unseen(text: str) -> str:
    """Return the text with single spaces and no unseen characters.

    An end of a line is a space like others.
    """
    spaced = (" " if each.isspace() else each for each in text)
    return " ".join("".join(each for each in spaced if not is_unseen(each)).split())
