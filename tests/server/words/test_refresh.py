"""The languages of the pages: whole, and no more than the pages say."""

import re

import pytest
from babel.messages.catalog import Catalog, Message

from server.words.languages import LANGUAGES
from server.words.refresh import in_f_strings, is_translated, path_of, refreshed, used
from server.words.translation import catalogue

OTHERS = [code for code in LANGUAGES if code != "en"]
PLACEHOLDER = re.compile(r"%\(\w+\)s")


@pytest.fixture(scope="module")
def texts() -> Catalog:
    return used()


def forms_of(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def sources_of(message: Message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


def key(message: Message) -> tuple[str | None, str]:
    return message.context, sources_of(message)[0]


@pytest.mark.parametrize("code", OTHERS)
def test_the_catalogue_has_exactly_the_texts_that_are_used(code: str, texts: Catalog) -> None:
    assert {key(each) for each in catalogue(code)} == {key(each) for each in texts} | {(None, "")}


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_is_translated_in_all_its_plural_forms_and_none_is_guessed(code: str) -> None:
    whole = catalogue(code)
    assert whole.num_plurals == 3
    for message in whole:
        if message.id:
            assert is_translated(message), message.id
            assert not message.fuzzy, message.id
            assert len(forms_of(message)) == (3 if message.pluralizable else 1), message.id


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_fills_in_what_its_source_does(code: str) -> None:
    for message in catalogue(code):
        expected = set(PLACEHOLDER.findall(" ".join(sources_of(message))))
        for form in forms_of(message) if message.id else []:
            assert set(PLACEHOLDER.findall(form)) == expected, message.id
            assert not re.search(r"%(?!\(\w+\)s)", form.replace("%%", "")), message.id


@pytest.mark.parametrize("code", OTHERS)
def test_spaces_at_the_ends_and_full_stops_stay_as_they_are_in_the_source(code: str) -> None:
    for message in catalogue(code):
        for form in forms_of(message) if message.id else []:
            source = sources_of(message)[0]
            assert form[:1].isspace() == source[:1].isspace(), message.id
            assert form[-1:].isspace() == source[-1:].isspace(), message.id
            assert form.endswith(".") == source.endswith("."), message.id


@pytest.mark.parametrize("code", OTHERS)
def test_the_catalogue_stands_as_a_refresh_writes_it(code: str, texts: Catalog) -> None:
    assert path_of(code).read_bytes().decode() == refreshed(code, texts).decode(), "./dev words"


def test_texts_inside_f_strings_are_found() -> None:
    source = (
        b"f\"{name}: {words.gettext('seed')}\"\n"
        b"f\"{ngettext('%(num)s game', '%(num)s games', count)} {gettext(name)}\"\n"
    )
    found = [each[:3] for each in in_f_strings(source, {"gettext", "ngettext"})]
    assert found == [(1, "gettext", "seed"), (2, "ngettext", ("%(num)s game", "%(num)s games"))]
