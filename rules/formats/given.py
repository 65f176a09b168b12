"""What decisions about stages are given, and what they refuse alike."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from rules.errors import MatchRefused, ValuesChanged
from rules.formats.pairings import Round
from rules.formats.stages import EventState, Stage
from rules.formats.standings import MatchOutcome

RANGE = "%(least)s to %(most)s"


@dataclass(frozen=True, slots=True)
class Given:
    """What a decision about stages needs of elsewhere.

    `teams` are those entered. `outcomes` is how matches stand by their numbers, `begun` are the
    numbers of those in which something was played, `games_begun` says in how many of their games.
    `next_number` and `next_roll_set` are free.
    `seed` is for a draw.
    """

    teams: Sequence[str] = ()
    outcomes: Mapping[int, MatchOutcome] = field(default_factory=dict)
    begun: frozenset[int] = frozenset()
    games_begun: Mapping[int, int] = field(default_factory=dict)
    next_number: int = 1
    next_roll_set: int = 1
    seed: bytes = b""


def check_seen(field_name: str, why: str, was: object, now: object, **named: object) -> None:
    """Raise ValuesChanged where somebody saw, or would change, another value than there is now."""
    if was is not None and was != now:
        raise ValuesChanged(field_name, why, was, now, **named)


def check_among(field_name: str, value: object, known: Collection[object]) -> None:
    """Raise MatchRefused for a value that is none of those known."""
    if value not in known:
        raise MatchRefused(field_name, value, ", ".join(map(str, known)) or "none yet")


def check_between(field_name: str, value: int, least: int, most: int) -> None:
    """Raise MatchRefused for a number that is not from `least` to `most`."""
    if not least <= value <= most:
        raise MatchRefused(field_name, value, RANGE, least=least, most=most)


def stage_of(state: EventState, number: int) -> Stage:
    """The stage of that number; raises MatchRefused for an unknown one."""
    check_among("stage", number, state.stages.keys())
    return state.stages[number]


def drawn_stage(state: EventState, number: int) -> Stage:
    """The stage of that number, which is drawn; raises MatchRefused for any other."""
    stage = stage_of(state, number)
    if stage.drawn is None:
        raise MatchRefused("stage", number, "a stage that is drawn")
    return stage


def round_of(state: EventState, stage_number: int, number: int) -> tuple[Stage, Round]:
    """A round of a stage that is drawn, with its stage; raises MatchRefused for any other."""
    stage = drawn_stage(state, stage_number)
    check_between("round", number, 1, len(stage.rounds))
    return stage, stage.rounds[number - 1]


def published_round(state: EventState, stage_number: int, number: int) -> tuple[Stage, Round]:
    """The same of a round that is published; raises MatchRefused for any other."""
    stage, round_ = round_of(state, stage_number, number)
    if not round_.published:
        published = ", ".join(map(str, sorted(stage.published))) or "none yet"
        raise MatchRefused("round", number, published)
    return stage, round_
