"""A figure on a page that says on demand where it comes from: by tap, by keyboard, by pointer.

A button opens a popover, which the browser itself draws above everything and closes by Escape or by
a tap elsewhere; no script is needed. A style sheet shows it to a resting pointer as well.
"""

from markupsafe import Markup, escape

_CITED = Markup(
    '<button type="button" class="cited" popovertarget="{name}" aria-describedby="{name}">{value}'
    '</button><span class="citation" id="{name}" popover>{words}</span>'
)


def cited(value: object, words: str, name: str) -> Markup:
    """The figure with its citation, which has this name in the page; alone where there is none."""
    if not words:
        return escape(value)
    return _CITED.format(value=value, words=words, name=name)
