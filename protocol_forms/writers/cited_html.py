"""A figure on a page that says on demand where it comes from, a term that says what it means.

A button opens a popover, which the browser itself draws above everything and closes by Escape or by
a tap elsewhere; no script is needed. A style sheet shows a figure's to a resting pointer as well.
"""

from markupsafe import Markup, escape

_CITED = Markup(
    '<button type="button" class="cited" popovertarget="{name}" aria-describedby="{name}">{value}'
    '</button><span class="{kind}" id="{name}" popover>{words}</span>'
)


def cited(value: object, words: str, name: str) -> Markup:
    """The figure with its citation, which has this name in the page; alone where there is none."""
    if not words:
        return escape(value)
    return _CITED.format(value=value, words=words, name=name, kind="citation")


def explained(term: str, words: str, name: str) -> Markup:
    """The term with the sentence that explains it, which has this name in the page."""
    return _CITED.format(value=term, words=words, name=name, kind="citation explanation")
