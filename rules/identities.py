"""Identities: types of their own, so that none is taken for a name or for a number (ruling 33)."""

import re
from dataclasses import dataclass

_PERSON = re.compile(r"[0-9A-Za-z]{1,24}")


@dataclass(frozen=True, slots=True, order=True)
class PersonId:
    """Who somebody is, whatever his name is now or was: all that events on disk hold of him.

    `text` is 1 to 24 Latin letters and figures, so that it can stand in an address and in a file.
    Raises ValueError for any other.
    """

    text: str

    def __post_init__(self) -> None:
        if _PERSON.fullmatch(self.text) is None:
            raise ValueError(f"{self.text!r} is no person's id: 1 to 24 Latin letters and figures")

    def __str__(self) -> str:
        return self.text
