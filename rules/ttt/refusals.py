"""What several decisions of a TTT refuse alike, naming the field."""

from collections.abc import Collection

from rules.errors import MatchRefused
from rules.ttt.state import TttState

NOT_SET_UP = "a TTT that is set up"
NOT_DRAWN = "a TTT whose groups are drawn"


def check_set_up(state: TttState) -> None:
    """Raise MatchRefused where no TTT was set up."""
    if not state.is_set_up:
        raise MatchRefused("ttt", "", NOT_SET_UP)


def check_drawn(state: TttState) -> None:
    """Raise MatchRefused where no groups are drawn."""
    if not state.groups:
        raise MatchRefused("ttt", "", NOT_DRAWN)


def check_settable(field_name: str, value: object, allowed: Collection[object]) -> None:
    """Raise MatchRefused for a value that is none of those allowed."""
    if value not in allowed:
        listed = tuple(allowed) or ("none",)
        raise MatchRefused(field_name, value, "%(these)s", these=listed)
