"""Forms as HTML pages that need no other file and print well.

A position in such a form is drawn as an SVG element, in the same way as on paper.
"""

from markupsafe import Markup

from protocol_forms.any_form import AnyForm
from protocol_forms.board_drawing import BoardDrawn
from protocol_forms.grids import DrawnPosition, PositionsForm
from protocol_forms.labels import SOURCE_LANGUAGE, Say, in_english
from protocol_forms.match_play_form import MatchPlayView
from protocol_forms.protocol_view import MatchProtocolView
from protocol_forms.qr_code import qr_svg
from protocol_forms.writers.board_svg import board_svg
from protocol_forms.writers.html import form_style, html_templates, shown_table, shown_tables


def form_html(
    form: AnyForm, say: Say = in_english, language: str = SOURCE_LANGUAGE, theme: str = "auto"
) -> str:
    """Return a form as a whole HTML document with its style sheet; names are escaped.

    `say` translates the labels into the language with the code `language`, in which the form's
    texts must be. `theme` is "light", "dark", or "auto" for the setting of the reader's device; a
    print is always light.
    """
    return (
        html_templates()
        .get_template("form_page.html")
        .render(
            title=_title(form, say),
            section=Markup(form_section(form, say)),
            style=form_style(),
            language=language,
            theme=theme,
        )
    )


def form_section(form: AnyForm, say: Say = in_english) -> str:
    """Return the form as one or two `<section class="printed-form">` elements.

    Names are escaped.
    """
    qr = Markup(qr_svg(form.link, scale=3)) if form.link else ""
    if isinstance(form, MatchProtocolView):
        tables = (form.statistics, *form.luck) if form.statistics else ()
        second = [shown_table(each) for each in tables]
        return _section("match_protocol_section.html", view=form, second=second, qr=qr, _=say)
    if isinstance(form, MatchPlayView):
        return _section("match_play_section.html", view=form, qr=qr, _=say)
    drawn = form.positions if isinstance(form, PositionsForm) else ()
    return _section(
        "tables_section.html",
        form=form,
        tables=shown_tables(form),
        positions=[(each, _board(each, say)) for each in drawn],
        qr=qr,
        _=say,
    )


def _board(each: DrawnPosition, say: Say) -> Markup:
    drawn = BoardDrawn("", position=each.position, cube=each.cube, on_turn=each.on_turn)
    return board_svg(drawn, each.dice, say)


def _section(template: str, **values: object) -> str:
    return html_templates().get_template(template).render(**values)


def _title(form: AnyForm, say: Say) -> str:
    if isinstance(form, MatchProtocolView):
        return f"{say('Match protocol')}: {form.home.name} – {form.away.name}"
    if isinstance(form, MatchPlayView):
        return f"{say('Match protocol')}: {form.white} – {form.red}"
    return ": ".join(filter(None, (form.title, form.event)))
