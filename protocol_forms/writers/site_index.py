"""The first page of a tournament's public results."""

from protocol_forms.form_texts import Say, in_english
from protocol_forms.site_view import SiteView
from protocol_forms.writers.html_templates import form_style, html_templates


def site_index(site: SiteView, say: Say = in_english, language: str = "en") -> str:
    """A whole HTML document in a language."""
    template = html_templates().get_template("site_index.html")
    return template.render(site=site, style=form_style(), language=language, _=say)
