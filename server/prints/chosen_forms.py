"""Which forms an order means that names a match, a round or the whole event, and perhaps forms."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.errors import MatchRefused
from rules.identities import MatchId
from server.prints.batch import Choice, choices_of_match
from server.prints.desk import BEFORE_PLAY, matches_on_desk
from server.prints.match_prints import PROTOCOL
from server.prints.printable import FormContext, Printable, Scope
from server.prints.printables import PRINTABLES, printable


@dataclass(frozen=True, slots=True, kw_only=True)
class FormsAsked:
    """Forms of one match, `number`, or of none (0), by their `kinds`.

    Which round, `FormContext` names. `whole`: of every match of the tournament.
    """

    kinds: tuple[str, ...] = ()
    number: int = 0
    whole: bool = False


def form_named(kind: str, *, public: bool = False) -> Printable:
    """The form of that name, of a match or of an event; raises MatchRefused for an unknown one."""
    known = [each for each in PRINTABLES if each.public or not public]
    for each in known:
        if each.kind == kind:
            return each
    raise MatchRefused("FORM", kind, ", ".join(each.kind for each in known))


def choices_of(asked: FormsAsked, context: FormContext) -> list[Choice]:
    """The forms that are meant, in the order in which they are printed.

    Without any named: a match's protocol; of a round the protocols of what is over in it, or who
    plays where as long as nothing is; of the whole event the protocols of what is over. What is
    over is decided by what is public where `context` is. `matches_asked` are in memory. Raises
    MatchRefused.
    """
    if not asked.kinds:
        return _proposed(asked, context)
    forms = [form_named(kind, public=context.public) for kind in asked.kinds]
    return [choice for form in forms for choice in _of_form(form, asked, context)]


def _of_form(form: Printable, asked: FormsAsked, context: FormContext) -> list[Choice]:
    part = replace(context.part, round=None, stage=None)
    if not form.scope.of_match:
        return [Choice(form=form, part=context.part if form.scope is Scope.ROUND else part)]
    matches = matches_asked(asked, context)
    if not matches:
        raise MatchRefused("NAME", context.name, "a match such as club/3, --round or --all")
    return [choice for each in matches for choice in choices_of_match(form, each, context, part)]


def matches_asked(asked: FormsAsked, context: FormContext) -> Sequence[MatchId]:
    """The matches that forms are asked of; raises MatchRefused for a round nobody has published."""
    if asked.number:
        return [MatchId(context.tournament.tournament, asked.number)]
    if asked.whole or context.part.round is not None:
        return matches_on_desk(context)
    return []


def _proposed(asked: FormsAsked, context: FormContext) -> list[Choice]:
    protocol = printable(PROTOCOL, of_match=True, public=context.public)
    if asked.number:
        return [Choice(form=protocol, match_id=each) for each in matches_asked(asked, context)]
    over = [each for each in matches_asked(asked, context) if _is_over(each, context)]
    if not over and context.part.round is not None:
        forms = (printable(kind, of_match=False, public=context.public) for kind in BEFORE_PLAY)
        return [Choice(form=each, part=context.part) for each in forms]
    if not over:
        raise MatchRefused("FORM", "", "the name of a form, a match, --round or --all")
    return [Choice(form=protocol, match_id=each) for each in over]


def _is_over(match_id: MatchId, context: FormContext) -> bool:
    if context.public:
        return context.hub.is_finished(match_id) or context.hub.is_over(match_id)
    registry = context.hall.registry
    return match_id in registry.finished or context.hall.match(match_id).record.is_over
