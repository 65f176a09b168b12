"""What `yalta print` is asked for, and the forms that are meant by it."""

import re
from dataclasses import dataclass, replace

from protocol_forms.paper import Paper
from rules.errors import MatchRefused
from rules.identities import MatchId
from server.hall import Hall
from server.prints.batch import Choice, choices_of_match
from server.prints.desk import BEFORE_PLAY, matches_on_desk
from server.prints.match_forms import PROTOCOL
from server.prints.printables import PRINTABLES, Printable, Scope, printable
from server.prints.wanted import Part, Wanted
from server.translation import Words

_NAMED = re.compile(r"(?P<tournament>[a-z0-9-]{1,30})(?:/(?P<number>[1-9]\d{0,8}))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A print as it was typed: `tournament`, one match of it or none (0), which forms.

    `part` names a round, room, game, team or player. `whole`: of every match of the tournament.
    """

    tournament: str
    number: int
    kinds: tuple[str, ...]
    part: Part
    whole: bool
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


def form_named(kind: str) -> Printable:
    """The form of that name, of a match or of an event; raises MatchRefused for an unknown one."""
    for each in PRINTABLES:
        if each.kind == kind:
            return each
    raise MatchRefused("FORM", kind, ", ".join(each.kind for each in PRINTABLES))


def choices_of(order: Order, wanted: Wanted) -> list[Choice]:
    """The forms that are meant, in the order in which they are printed.

    Without any named: a match's protocol; of a round the protocols of what is over in it, or who
    plays where as long as nothing is; of the whole event the protocols of what is over. Raises
    MatchRefused.
    """
    if not order.kinds:
        return _proposed(order, wanted)
    forms = [form_named(kind) for kind in order.kinds]
    return [choice for form in forms for choice in _of_form(form, order, wanted)]


def _of_form(form: Printable, order: Order, wanted: Wanted) -> list[Choice]:
    if not form.scope.of_match:
        part = replace(order.part, round=None, stage=None)
        return [Choice(form=form, part=order.part if form.scope is Scope.ROUND else part)]
    part = replace(order.part, round=None, stage=None)
    matches = _matches(order, wanted)
    if not matches:
        raise MatchRefused("NAME", order.tournament, "a match such as club/3, --round or --all")
    return [choice for each in matches for choice in choices_of_match(form, each, wanted, part)]


def _matches(order: Order, wanted: Wanted) -> list[MatchId]:
    if order.number:
        return [MatchId(wanted.tournament.tournament, order.number)]
    if order.whole or order.part.round is not None:
        return matches_on_desk(wanted)
    return []


def _proposed(order: Order, wanted: Wanted) -> list[Choice]:
    protocol = printable(PROTOCOL, of_match=True, public=False)
    if order.number:
        return [Choice(form=protocol, match_id=each) for each in _matches(order, wanted)]
    over = [each for each in _matches(order, wanted) if _is_over(wanted.hall, each)]
    if not over and order.part.round is not None:
        forms = (printable(kind, of_match=False, public=False) for kind in BEFORE_PLAY)
        return [Choice(form=each, part=order.part) for each in forms]
    if not over:
        raise MatchRefused("FORM", "", "the name of a form, a match, --round or --all")
    return [Choice(form=protocol, match_id=each) for each in over]


def _is_over(hall: Hall, match_id: MatchId) -> bool:
    return match_id in hall.registry.finished or hall.match(match_id).record.is_over
