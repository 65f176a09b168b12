"""A form in two languages as a page: the same form made twice, what differs beside each other.

The PDF's sheets are put together from their JSON values (protocol_forms.writers.sheet); a page's
templates read the form itself, whose texts carry the second language's with them here.
"""

from dataclasses import fields, is_dataclass, replace
from typing import Any, Self, TypeVar, cast

from markupsafe import Markup

from protocol_forms.form_texts import Say
from protocol_forms.writers.sheet import NotTheSameForm

Form = TypeVar("Form")
_BOTH = Markup('{first} <span class="second" lang="{language}">{second}</span>')


class TwoTexts(str):
    """A text with that of a second language, which a page shows smaller beside it.

    It is the first language's wherever no markup can be, as in an attribute made by `plain`.
    """

    second: str
    language: str

    def __new__(cls, first: str, second: str, language: str) -> Self:
        """`language` is the code of the second one."""
        both = super().__new__(cls, first)
        both.second, both.language = second, language
        return both

    def __html__(self) -> str:
        """What templates put in for it."""
        return _BOTH.format(first=plain(self), second=self.second, language=self.language)


def plain(text: str) -> str:
    """The text in the first language alone."""
    return str(text)


def form_in_two_languages(first: Form, second: Form, language: str) -> Form:
    """The form `first` with the texts of `second`, which is in `language`, where they differ.

    Raises NotTheSameForm unless they have the same parts and as many rows.
    """
    return cast(Form, _both(first, second, language))


def words_in_two_languages(first: Say, second: Say, language: str) -> Say:
    """The words of both languages; `language` is the code of the second."""

    def say(message: str, **values: object) -> str:
        return cast(str, _both(first(message, **values), second(message, **values), language))

    return say


def _both(first: Any, second: Any, language: str) -> Any:
    if first == second:
        return first
    if isinstance(first, str) and isinstance(second, str):
        return TwoTexts(first, second, language)
    if isinstance(first, tuple) and isinstance(second, tuple) and len(first) == len(second):
        return tuple(_both(*pair, language) for pair in zip(first, second, strict=True))
    if is_dataclass(first) and type(first) is type(second) and not isinstance(first, type):
        parts = {
            field.name: _both(getattr(first, field.name), getattr(second, field.name), language)
            for field in fields(first)
        }
        return replace(first, **parts)
    raise NotTheSameForm(f"{first!r} and {second!r}")
