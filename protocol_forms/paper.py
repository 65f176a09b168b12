"""The papers that forms are printed on."""

from enum import Enum


class Paper(Enum):
    """A paper by the name that the typesetter knows it by."""

    A4 = "a4"
    A5 = "a5"
    LETTER = "us-letter"
