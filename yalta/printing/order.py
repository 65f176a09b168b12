"""What `yalta print` is asked for."""

import re
from dataclasses import dataclass

from protocol_forms.table_form import Paper
from rules.errors import MatchRefused
from server.prints.chosen_forms import FormsAsked
from server.prints.form_context import Part
from server.translation import Words

_NAMED = re.compile(r"(?P<tournament>[a-z0-9-]{1,30})(?:/(?P<number>[1-9]\d{0,8}))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A print as it was typed: `asked` of a `tournament`, in which languages, on which paper.

    `part` names a round, room, game, team or player.
    """

    tournament: str
    asked: FormsAsked
    part: Part
    words: Words
    second: Words | None
    paper: Paper


def named(text: str) -> tuple[str, int]:
    """The tournament and match of "club/3", or of "club" alone, where the number is 0.

    Raises MatchRefused for any other text.
    """
    found = _NAMED.fullmatch(text)
    if found is None:
        raise MatchRefused("NAME", text, "a tournament such as club, or a match such as club/3")
    return found["tournament"], int(found["number"] or 0)
