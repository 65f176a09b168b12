"""A form is printed whatever people are called; what the fonts lack stands as a question mark."""

import subprocess
from pathlib import Path

from protocol_forms.grids import GridsForm
from protocol_forms.writers.pdf import drawable, form_pdf
from tests.support.full_hall import ARABIC, EMOJI, PLAYERS, UNBROKEN
from tests.support.needs import PDFTOTEXT


@PDFTOTEXT.required
def test_names_in_letters_without_a_glyph_are_printed_as_far_as_they_have_one(
    tmp_path: Path,
) -> None:
    facts = tuple((name, ARABIC) for players in PLAYERS.values() for name in players)
    path = tmp_path / "form.pdf"
    path.write_bytes(form_pdf(GridsForm(EMOJI, ARABIC, (), facts=facts)))
    assert PDFTOTEXT.path is not None
    text = subprocess.run([PDFTOTEXT.path, path, "-"], capture_output=True, text=True, check=True)
    assert "? Дочка моряка ? Ελλάδα" in " ".join(text.stdout.split())


def test_what_the_fonts_have_is_left_as_it_is() -> None:
    texts = [UNBROKEN, "Œuvre – “1−2” … ₴ № 5", "Ἑλλάς", "Јован Ђорђевић"]
    assert drawable({"texts": texts, "number": 3}) == {"texts": texts, "number": 3}
