"""What public facts are made of where the rules have no value of their own for it."""

from enum import Enum


class CubeStep(Enum):
    """How far a double has come."""

    OFFERED = "offered"
    TAKEN = "taken"
    PASSED = "passed"


class EndStep(Enum):
    """How far a claim that the game is over has come; an accepted one is the game's end."""

    CLAIMED = "claimed"
    REFUSED = "refused"


class ResignationStep(Enum):
    """How far a resignation has come."""

    OFFERED = "offered"
    REFUSED = "refused"
    ACCEPTED = "accepted"
