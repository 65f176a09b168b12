"""What a match's form says of how it came to its results: where, when, who signed (ruling 15)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """Who has signed for a team, or a player, and when (UTC)."""

    team: str
    by: str
    when: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchCourse:
    """The day and place a match was played at, its signatures, and what the form replaces.

    `replaces` is the time at which both had signed an earlier state of it that a later decision
    took back, `replaces_print` that at which a form was printed that said something else. What is
    not known stays empty and is left out.
    """

    played: str = ""
    place: str = ""
    signatures: tuple[Signature, ...] = ()
    replaces: str = ""
    replaces_print: str = ""


UNKNOWN_COURSE = MatchCourse()
