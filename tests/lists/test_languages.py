"""A language is a record and a catalogue: no other file knows which there are."""

from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

from server.words.languages import LANGUAGES
from tests.lists.copies import changed, copied, insert, run_in
from tests.lists.literals import literals

THE_LIST = "server/words/languages.py"
ALLOWED = (THE_LIST, "protocol_forms/labels.py")
"""The list, and the language in which the texts are written."""
MADE_UP = """    Language(code="de", name="Deutsch", label="DE", locale="de_DE"),
"""


def test_no_language_is_named_outside_the_list() -> None:
    assert literals(LANGUAGES, ALLOWED) == []


def translate(catalogue: Path) -> None:
    """Give every text some translation."""
    with catalogue.open("rb") as file:
        texts = read_po(file)
    for message in texts:
        if isinstance(message.id, str):
            message.string = f"Wort {message.id}"
        else:
            message.string = tuple(f"Wort {message.id[1]}" for _ in range(texts.num_plurals))
    with catalogue.open("wb") as file:
        write_po(file, texts)


@pytest.mark.long(60)
def test_a_language_is_added_in_two_files_and_speaks_everywhere(tmp_path: Path) -> None:
    copy = copied(tmp_path)
    insert(copy, THE_LIST, ")\n\nLANGUAGES:", MADE_UP)
    run_in(copy, "server.words.refresh")
    catalogues = [*copy.rglob("catalogues/de/pages.po")]
    for catalogue in catalogues:
        translate(catalogue)
    places = {each.relative_to(copy).as_posix() for each in catalogues}
    assert {each for each in places if each.startswith("server/")} == {
        "server/words/catalogues/de/pages.po"
    }
    assert changed(copy) == {THE_LIST, *places}
    printed = run_in(copy, "tests.lists.open_everything", "de")
    assert str(copy / "server") in printed
