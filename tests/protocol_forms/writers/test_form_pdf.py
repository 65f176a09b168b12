"""The PDF form: its text, its fonts, and that nothing in a name is obeyed."""

import hashlib
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from protocol_forms.grids import Paper
from protocol_forms.labels import Say, in_english
from protocol_forms.match_protocol import match_protocol_view
from protocol_forms.protocol_view import MatchProtocolView
from protocol_forms.writers.pdf import FONTS, FormNotTypeset, compiled, form_pdf, several_pdf
from protocol_forms.writers.sheet import form_sheet, in_two_languages
from rules.scoring.match_protocol import MatchProtocol
from rules.scoring.teams import PerTeam
from server.words.languages import LANGUAGES
from server.words.translation import words_for
from tests.protocol_forms.forms import BEGUN_VIEW, FINAL_VIEW, HEADING, MARKED_UP, long_match
from tests.protocol_forms.writers import pdf_text
from tests.rules.scoring.final import FINAL, FINAL_PROTOCOL
from tests.support.needs import PDFTOTEXT

GOLDEN = Path(__file__).parents[2] / "golden"


def text_of(view: MatchProtocolView, say: Say = in_english, language: str = "en") -> list[str]:
    """The page's lines as they lie on the paper, runs of spaces made one."""
    text = pdf_text.text_of(form_pdf(view, Paper.A4, 0, say, language))
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


@PDFTOTEXT.required
def test_the_text_of_the_final_is_the_golden_one() -> None:
    golden = (GOLDEN / "protocol_final.txt").read_text(encoding="utf-8")
    assert text_of(FINAL_VIEW) == golden.splitlines()


@PDFTOTEXT.required
def test_the_text_of_the_final_in_ukrainian_is_the_golden_one() -> None:
    say = words_for("uk").gettext
    golden = (GOLDEN / "protocol_final_uk.txt").read_text(encoding="utf-8")
    form = match_protocol_view(FINAL_PROTOCOL, HEADING, say=say)
    assert text_of(form, say, "uk") == golden.splitlines()


@PDFTOTEXT.required
@pytest.mark.parametrize("language", LANGUAGES)
def test_twelve_games_fit_on_one_page_before_their_statistics(language: str) -> None:
    say = words_for(language).gettext
    text = text_of(match_protocol_view(long_match(), MARKED_UP, say=say), say, language)
    first = say("Page %(page)s of %(pages)s", page=1, pages=2)
    end = next(place for place, line in enumerate(text) if line.endswith(first))
    assert say("Director") in " ".join(text[:end])
    assert say("Other statistics") in text[end:]


@PDFTOTEXT.required
def test_a_team_is_named_over_its_columns_without_a_broken_word() -> None:
    teams = PerTeam("Marseille Backgammon", "Ж" * 30)
    text = " ".join(text_of(match_protocol_view(FINAL_PROTOCOL, replace(HEADING, teams=teams))))
    assert text.count("Marseille") == 4 + len(("title", "seat", "captain", "statistics"))
    assert len(re.findall(r"(?<!Ж)Ж+…", text)) == 4


@PDFTOTEXT.required
def test_names_are_printed_as_written_and_never_obeyed() -> None:
    text = " ".join(text_of(match_protocol_view(long_match(), MARKED_UP))).replace("\u200b", "")
    for written in ("<b>*bold*</b> #panic() $x$ &amp;", "Київ [red]", "Ґалина Їжакевич", "Ωμέγα"):
        assert written in text
    assert "#set text(red)" in text


@PDFTOTEXT.required
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_ledgers_hash_is_not_broken(language: str) -> None:
    say, head = words_for(language).gettext, "a3" * 32
    view = match_protocol_view(FINAL_PROTOCOL, replace(HEADING, ledger_head=head), say=say)
    assert any(line.replace("\u200b", "").endswith(head) for line in text_of(view, say, language))


@PDFTOTEXT.required
def test_twelve_games_on_a5_in_two_languages_are_signed_on_their_own_page() -> None:
    match = MatchProtocol(12, FINAL)
    first, second = (
        form_sheet(match_protocol_view(match, HEADING, say=words.gettext), words.gettext, code)
        for code, words in ((code, words_for(code)) for code in ("uk", "ru"))
    )
    pdf = several_pdf([in_two_languages(first, second)], Paper.A5)
    page, statistics, _ = pdf_text.text_of(pdf).split("\f")
    assert "Kharkov – Moscow" in page
    assert "Капітан" in page
    assert "Капітан" not in statistics


@PDFTOTEXT.required
def test_an_unfinished_match_has_no_victory_points_yet() -> None:
    assert "Result in VP after all games" in text_of(BEGUN_VIEW)


def test_the_same_view_gives_the_same_bytes() -> None:
    assert form_pdf(FINAL_VIEW, created=1) == form_pdf(FINAL_VIEW, created=1)


def test_the_creation_time_is_the_one_given() -> None:
    assert b"D:20081005140500Z" in form_pdf(FINAL_VIEW, created=1_223_215_500)


def test_a_name_of_five_hundred_letters_is_cut_and_typeset() -> None:
    view = match_protocol_view(
        long_match(), type(MARKED_UP)(teams=type(MARKED_UP.teams)("Ω" * 500, "W" * 500))
    )
    assert len(view.home.name) == 80
    assert form_pdf(view).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ('#set text(font: "No Such Font")\nx', "unknown font family"),
        ("#nowhere", "unknown variable"),
        ('#set document(title: "x")\n#image("qr.svg")', "file not found"),
    ],
)
def test_what_cannot_be_typeset_as_written_is_an_error(
    tmp_path: Path, template: str, message: str
) -> None:
    (tmp_path / "main.typ").write_text(template)
    with pytest.raises(FormNotTypeset, match=message):
        compiled(tmp_path / "main.typ", "[]", Paper.A4, 0)


def test_every_font_file_is_the_one_in_the_manifest() -> None:
    manifest = json.loads((FONTS / "manifest.json").read_text(encoding="utf-8"))
    files = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in FONTS.glob("*.ttf")
    }
    assert {name: entry["sha256"] for name, entry in manifest["files"].items()} == files
    assert (FONTS / manifest["licence_file"]).is_file()
