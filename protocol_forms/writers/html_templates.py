"""The HTML templates of the forms, and the style sheet that their pages have in them."""

from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined

from protocol_forms.shown_texts import signed
from protocol_forms.writers.cited_html import cited
from protocol_forms.writers.two_languages import plain


@cache
def html_templates() -> Environment:
    """The templates by their names; what a value is not escaped for must be said there."""
    templates = Environment(
        loader=PackageLoader("protocol_forms", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters["signed"] = signed
    templates.filters["plain"] = plain
    templates.globals["cited"] = cited
    return templates


def form_style() -> str:
    """The style sheet of every form."""
    sheet = files("protocol_forms").joinpath("templates", "form_page.css")
    return sheet.read_text(encoding="utf-8")
