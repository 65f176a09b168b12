"""The list of all kinds of forms, for addresses, the print desk and `yalta print`.

Each kind is declared in the module where the form is made; extras add their own. This module may
import the hall and the live feed, from which forms are made, but nothing of the web, because the
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
from server.views.sheets.prints import FIRST_THREE
from server.views.sheets.prints import PRINTS as SHEET_PRINTS
from server.views.team_event.prints import PRINTS as EVENT_PRINTS
from server.views.team_event.programme import PRINTS as PROGRAMME_PRINTS
from server.views.ttt.prints import PRINTS as TTT_PRINTS
from server.words.translation import Words

PRINTABLES: tuple[Printable, ...] = (
    *MATCH_PRINTS,
    *ROUND_PRINTS,
    *PROGRAMME_PRINTS,
    *EVENT_PRINTS,
    FIRST_THREE,
    *ENTRY_PRINTS,
    *KNOCKOUT_PRINTS,
    *TTT_PRINTS,
    *PLAYER_PRINTS,
    *SHEET_PRINTS,
    *POSITION_PRINTS,
)
"""Yalta's own kinds of forms, in the order in which the print desk shows them."""


def with_added(added: Iterable[Printable]) -> tuple[Printable, ...]:
    """Return Yalta's own kinds of forms and those of extras, in the order in which they are listed.

    An extra's kind follows the kind that its `after` names, or comes last if there is no such kind.
    """
    forms = [*PRINTABLES]
    for each in added:
        places = [place for place, form in enumerate(forms, 1) if form.kind == each.after]
        forms.insert(places[0] if places else len(forms), each)
    return tuple(forms)


def printable(forms: Sequence[Printable], kind: str, *, of_match: bool, public: bool) -> Printable:
    """Return the form of that kind. Raises MatchRefused if there is none.

    With `of_match` it must be a form of a match, otherwise a form of something else. With `public`
    it must have a version for everybody.
    """
    fitting = [
        each for each in forms if each.scope.of_match is of_match and (each.public or not public)
    ]
    for each in fitting:
        if each.kind == kind:
            return each
    raise MatchRefused("form", kind, ", ".join(each.kind for each in fitting))


def sheet_for(form: Printable, context: FormContext, second: Words | None = None) -> Sheet:
    """Make the form and return it as a typeset sheet, in one language or in two.

    `second` is the second language, None for one language. Raises the errors that the form's `make`
    raises.
    """
    sheet = sheet_of(_made(form, context), context.words)
    if second is None or second.code == context.words.code:
        return sheet
    return in_two_languages(sheet, sheet_of(_beside(form, context, second), second))


def page_for(form: Printable, context: FormContext, second: Words | None = None) -> Printed:
    """Make the form and return it as a page shows it, in one language or in two.

    `second` is the second language, None for one language. Raises the errors that the form's `make`
    raises.
    """
    first = _made(form, context)
    if second is None or second.code == context.words.code:
        return first
    return form_in_two_languages(first, _beside(form, context, second), second.code)


def _made(form: Printable, context: FormContext) -> Printed:
    """Make the form and return it.

    A form with a public version gets the address of the public page that shows the same, which is
    printed as a QR code.
    """
    made = form.make(context)
    return replace(made, link=context.live_page) if form.public and not made.link else made


def _beside(form: Printable, context: FormContext, second: Words) -> Printed:
    """Make the form in the second language, sorted as in the first, and return it."""
    return _made(form, replace(context, words=second, sorted_as=context.words))
