"""What public facts are made of where the rules have no value of their own for it."""

from enum import Enum


class CubeStep(Enum):
    """How far a double has come."""

    OFFERED = "offered"
    TAKEN = "taken"
    PASSED = "passed"


class ResignationStep(Enum):
    """How far a resignation has come."""

    OFFERED = "offered"
    REFUSED = "refused"
    ACCEPTED = "accepted"
