"""The list of all forms that can be printed, for addresses, the print desk and `yalta print`.

Each form is registered in the module where it is made; extras add their forms. This module is in a
layer above the hall and the live feed, from which forms are made, and below the web, because the
command line prints without HTTP.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from protocol_forms.writers.html import form_in_two_languages
from protocol_forms.writers.sheet import Sheet, in_two_languages
from rules.errors import MatchRefused
from server.views.entries.prints import PRINTS as ENTRY_PRINTS
from server.views.knockouts.prints import PRINTS as KNOCKOUT_PRINTS
from server.views.match.prints import PRINTS as MATCH_PRINTS
from server.views.people.prints import PRINTS as PLAYER_PRINTS
from server.views.printable import FormContext, Printable, Printed, sheet_of
from server.views.rolls.prints import PRINTS as POSITION_PRINTS
from server.views.rounds.prints import PRINTS as ROUND_PRINTS
from server.views.sheets.prints import PRINTS as SHEET_PRINTS
from server.views.team_event.prints import PRINTS as EVENT_PRINTS
from server.views.ttt.prints import PRINTS as TTT_PRINTS
from server.words.translation import Words

PRINTABLES: tuple[Printable, ...] = (
    *MATCH_PRINTS,
    *ROUND_PRINTS,
    *EVENT_PRINTS,
    *ENTRY_PRINTS,
    *KNOCKOUT_PRINTS,
    *TTT_PRINTS,
    *PLAYER_PRINTS,
    *SHEET_PRINTS,
    *POSITION_PRINTS,
)
"""The core's forms, in the order in which the print desk shows them."""


def with_added(added: Iterable[Printable]) -> tuple[Printable, ...]:
    """Return the core's forms together with those of extras, each after the form that it names."""
    forms = [*PRINTABLES]
    for each in added:
        places = [place for place, form in enumerate(forms, 1) if form.kind == each.after]
        forms.insert(places[0] if places else len(forms), each)
    return tuple(forms)


def printable(forms: Sequence[Printable], kind: str, *, of_match: bool, public: bool) -> Printable:
    """Return the form of that kind, which is a form of a match or not according to `of_match`.

    With `public`, only forms that have a public version are considered. Raises MatchRefused if
    there is none.
    """
    fitting = [
        each for each in forms if each.scope.of_match is of_match and (each.public or not public)
    ]
    for each in fitting:
        if each.kind == kind:
            return each
    raise MatchRefused("form", kind, ", ".join(each.kind for each in fitting))


def sheet_for(form: Printable, context: FormContext, second: Words | None = None) -> Sheet:
    """Return the form as a typeset sheet, in one language or in two.

    Raises the errors that the form's `make` raises.
    """
    sheet = sheet_of(_made(form, context), context.words)
    if second is None or second.code == context.words.code:
        return sheet
    return in_two_languages(sheet, sheet_of(_beside(form, context, second), second))


def page_for(form: Printable, context: FormContext, second: Words | None = None) -> Printed:
    """Return the form as a page shows it, in one language or in two.

    Raises the errors that the form's `make` raises.
    """
    first = _made(form, context)
    if second is None or second.code == context.words.code:
        return first
    return form_in_two_languages(first, _beside(form, context, second), second.code)


def _made(form: Printable, context: FormContext) -> Printed:
    """Return the form; a public form gets the address of its live page, shown as a QR code."""
    made = form.make(context)
    return replace(made, link=context.live_page) if form.public and not made.link else made


def _beside(form: Printable, context: FormContext, second: Words) -> Printed:
    """Return the form in the second language, sorted as in the first."""
    return _made(form, replace(context, words=second, sorted_as=context.words))
