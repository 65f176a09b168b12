"""Faults of a form, each shown beside the field that it is about, with the values allowed there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from rules.errors import FieldRefused, LineUpRefused, RulesError, ValuesChanged
from rules.tables.entering import SecondAccountNeeded
from server.matches.board_places import GAME_UNDER_WAY, BoardHasDice, BoardInUse
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.event_log.contract import LogUnavailable
from server.values.naming import NO_NAMES, Names
from server.views.seen_values import RECORDING, changed_words
from server.web.edge import form_fields
from server.web.edge.refusals import NamesKnown, OrderRefused, SignerUnclear
from server.words.field_refusals import field_refusal_words
from server.words.refusals import refusal_words
from server.words.translation import Words

REFUSALS = (
    ValidationError,
    RulesError,
    OrderRefused,
    SignerUnclear,
    NamesKnown,
    LogUnavailable,
    AccountsUnavailable,
)
"""Every error that a page shows as the refusal of a form."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question that is asked before a refused order is carried out after all.

    The form sends `fields` to answer yes; `button` is the label. With `director` only a director
    may answer. `others` are further answers, each with its fields and its button's label.
    """

    fields: Mapping[str, str]
    button: str
    director: bool = False
    others: tuple[tuple[Mapping[str, str], str], ...] = ()


WHOLE = ""
"""The field name under which a refusal has reasons that concern the whole form."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A form that was refused: `form` is its name on the page, `texts` are the reasons by field.

    `typed` are the form's contents, to be shown again. `question`, if there is one, asks whether to
    carry the order out after all. An empty `form` means that nothing was refused.
    """

    form: str = ""
    texts: Mapping[str, str] = field(default_factory=dict)
    typed: Mapping[str, str] = field(default_factory=dict)
    status: int = 409
    question: Question | None = None

    @property
    def page_status(self) -> int:
        """The HTTP status of the page with the form."""
        return self.status if self.form else 200

    def why(self, form: str, name: str = WHOLE) -> str:
        """Return the reason why a field of a form was refused, or an empty text if it was not."""
        return self.texts.get(name, "") if form == self.form else ""

    def value(self, form: str, name: str, default: str = "") -> str:
        """Return the value to show in a field: as typed in a refused form, else the default."""
        return self.typed.get(name, default) if form == self.form else default


NOTHING_REFUSED = Refused()


def refused(
    form: str,
    typed: Mapping[str, str],
    error: Exception,
    words: Words,
    names: Names = NO_NAMES,
) -> Refused:
    """Return the refusal of a form in the visitor's language; `names` has people's names."""
    match error:
        case ValidationError():
            # A refused item also counts as missing: its own error is the better reason.
            errors = sorted(error.errors(), key=lambda each: len(each["loc"]))
            texts = {str(each["loc"][0]): invalid(each, words) for each in errors}
            return Refused(form, texts, typed, 422)
        case LogUnavailable() | AccountsUnavailable():
            text = words.gettext("Nothing was stored, so nothing has changed: %(why)s", why=error)
            return Refused(form, {WHOLE: text}, typed, 503)
        case _:
            asked = _question(error, words, names)
            return Refused(form, _texts(error, words, names), typed, question=asked)


def _question(error: Exception, words: Words, names: Names) -> Question | None:
    match error:
        case BoardInUse():
            address = names.match(error.game.match)
            button = words.gettext("Take it from match %(number)s", number=address.label)
            return Question({"from_match": str(address)}, button)
        case BoardHasDice():
            games = " ".join(
                f"{names.match(each.match)}:{each.game}:{each.attempt}" for each in error.games
            )
            button = words.ngettext(
                "Void %(num)s game and put it there",
                "Void %(num)s games and put it there",
                len(error.games),
            )
            return Question({"voids": games}, button, director=True)
        case NamesKnown(names=[_, *_], several=()):
            same = words.ngettext("The same person", "The same people", len(error.names))
            new = words.ngettext(
                "Someone else with that name", "Other people with those names", len(error.names)
            )
            return Question({"known": "same"}, same, others=(({"known": "new"}, new),))
        case NamesKnown():
            new = words.gettext("Other people with those names")
            return Question({"known": "new"}, new)
        case _:
            return None


def _texts(error: Exception, words: Words, names: Names) -> Mapping[str, str]:
    match error:
        case FieldRefused():
            shown = partial(_shown, words=words, names=names)
            return {error.field: field_refusal_words(words, error, shown)}
        case ValuesChanged():
            return {WHOLE: changed_words(error, words, names)}
        case LineUpRefused():
            return {
                error.field or WHOLE: words.gettext(error.why, **names.in_refusals(error.named))
            }
        case BoardInUse():
            return {WHOLE: words.gettext(error.why, **names.in_refusals(error.named))}
        case BoardHasDice():
            games = "; ".join(
                words.gettext(GAME_UNDER_WAY, game=each.game, match=names.match(each.match).label)
                for each in error.games
            )
            return {WHOLE: words.gettext(error.why, games=games, **error.named)}
        case NamesKnown():
            return {"players": _known_names(error, words)}
        case OrderRefused():
            return {WHOLE: refusal_words(words, error.why)}
        case SecondAccountNeeded():
            return {
                WHOLE: words.gettext(
                    "You entered this result: another account, both players of that room or "
                    "both captains have to confirm it"
                )
            }
        case _:
            return {WHOLE: str(error)}


def _shown(value: object, words: Words, names: Names) -> object:
    """Return a value in a refusal as people read it.

    Persons are shown by name, and times in the hall's time zone.
    """
    match value:
        case datetime():
            return words.moment(value)
        case bool():
            return words.gettext(RECORDING[value])
        case _:
            return names.in_refusal(value)


_NOT_ONE_OF_THESE = (
    *("missing", "int_parsing", "enum", "literal_error"),
    *("model_type", "list_type", "tuple_type", "string_type", "string_pattern_mismatch"),
)
"""Pydantic's types of errors for a field that is missing, or whose value is of another type."""


def _known_names(error: NamesKnown, words: Words) -> str:
    if error.several:
        return words.gettext(
            "Several people are called %(names)s: write the id of the one you mean, as "
            "shown on the People page",
            names=", ".join(error.several),
        )
    return words.gettext(
        "%(names)s: known already. Is this the same person, or someone else with that name?",
        names=", ".join(error.names),
    )


def invalid(error: ErrorDetails, words: Words) -> str:
    """Return in words what is wrong with a field's value, or which values are allowed."""
    allowed = error.get("ctx", {})
    match error["type"]:
        case "string_too_short":
            return words.ngettext(
                "at least %(num)s character", "at least %(num)s characters", allowed["min_length"]
            )
        case "string_too_long":
            return words.ngettext(
                "at most %(num)s character", "at most %(num)s characters", allowed["max_length"]
            )
        case kind if kind in _NOT_ONE_OF_THESE:
            return words.gettext("choose or write one of what is allowed")
        case "extra_forbidden":
            return words.gettext("leave this out: it is not part of this form")
        case "too_short":
            return words.ngettext(
                "at least %(num)s line", "at least %(num)s lines", allowed["min_length"]
            )
        case "too_long":
            return words.ngettext(
                "at most %(num)s line", "at most %(num)s lines", allowed["max_length"]
            )
        case "greater_than_equal":
            return words.gettext("%(least)s or more", least=allowed["ge"])
        case "less_than_equal":
            return words.gettext("%(most)s or less", most=allowed["le"])
        case form_fields.UNSEEN:
            return words.gettext(
                "%(codes)s cannot be seen; allowed: letters, figures, punctuation, spaces",
                codes=allowed["codes"],
            )
        case form_fields.AMOUNT:
            return words.gettext("an amount such as 1500 or 12.50")
        case form_fields.TOURNAMENT_NAME:
            return words.gettext(
                "1 to 30 small Latin letters, figures and hyphens between them, a letter first, "
                "such as odesa-2008"
            )
        case "instant":
            return words.gettext("a day and time such as 2026-10-03T10:00")
        case "checkers":
            return words.ngettext(
                "%(num)s checker; each side has %(wanted)s",
                "%(num)s checkers; each side has %(wanted)s",
                allowed["found"],
                wanted=allowed["wanted"],
            )
        case _:
            return error["msg"]
