"""The match protocol as HTML: a section for a page, or a page of its own."""

from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from protocol_forms.any_form import AnyView
from protocol_forms.match_play_view import MatchPlayView
from protocol_forms.match_protocol import signed
from protocol_forms.protocol_view import MatchProtocolView
from protocol_forms.said import Say, in_english
from protocol_forms.site_view import SiteView


def match_protocol_section(view: MatchProtocolView, say: Say = in_english) -> str:
    """The protocol as one `<section class="match-protocol">`; names are escaped.

    `say` gives its labels in a language, that of the view's notes.
    """
    return _templates().get_template("match_protocol_section.html").render(view=view, _=say)


def match_play_section(view: MatchPlayView, say: Say = in_english) -> str:
    """The form of a match to points as one `<section class="match-protocol">`; names are escaped.

    `say` gives its labels in a language, that of the view's notes.
    """
    return _templates().get_template("match_play_section.html").render(view=view, _=say)


def match_protocol_page(
    view: AnyView, say: Say = in_english, language: str = "en", theme: str = "auto"
) -> str:
    """A whole HTML document with a match's form and its style sheet in it, in a language.

    `theme` is "light", "dark", or "auto" for that of the reader's device; paper is always light.
    """
    template = _templates().get_template("match_protocol_page.html")
    if isinstance(view, MatchPlayView):
        names, section = (view.white, view.red), match_play_section(view, say)
    else:
        names, section = (view.home.name, view.away.name), match_protocol_section(view, say)
    return template.render(
        names=names,
        section=Markup(section),
        style=match_protocol_style(),
        language=language,
        theme=theme,
        _=say,
    )


def site_index(site: SiteView, say: Say = in_english, language: str = "en") -> str:
    """The first page of a tournament's public results, a whole HTML document in a language."""
    template = _templates().get_template("site_index.html")
    return template.render(site=site, style=match_protocol_style(), language=language, _=say)


def match_protocol_style() -> str:
    """The style sheet of the section, for pages that serve it as a file of their own."""
    sheet = files("protocol_forms").joinpath("templates", "match_protocol.css")
    return sheet.read_text(encoding="utf-8")


@cache
def _templates() -> Environment:
    templates = Environment(
        loader=PackageLoader("protocol_forms", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters["signed"] = signed
    return templates
