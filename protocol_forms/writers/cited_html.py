"""A figure on a page that says on demand where it comes from, a term that says what it means.

A button opens a popover, which the browser itself draws above everything and closes by Escape or by
a tap elsewhere; no script is needed. A style sheet shows a figure's to a resting pointer as well.
"""

from markupsafe import Markup, escape

_CITED = Markup(
    '<button type="button" class="cited" popovertarget="{name}" aria-describedby="{name}">{value}'
    '</button><span class="citation" id="{name}" popover>{words}</span>'
)
_EXPLAINED = Markup(
    '<button type="button" class="cited" popovertarget="{name}" aria-describedby="{name}">{term}'
    "</button>"
)
_EXPLANATION = Markup('<span class="citation" id="{name}" popover>{words}</span>')


def cited(value: object, words: str, name: str) -> Markup:
    """The figure with its citation, which has this name in the page; alone where there is none."""
    if not words:
        return escape(value)
    return _CITED.format(value=value, words=words, name=name)


def explained(term: str, name: str) -> Markup:
    """A term that opens the explanation of this name, which stands elsewhere in the page."""
    return _EXPLAINED.format(term=term, name=name)


def explanation(words: str, name: str) -> Markup:
    """The sentence that every button of that name opens; once in a page."""
    return _EXPLANATION.format(words=words, name=name)
