"""Every kind of event has its sentence, in one registry and in each language."""

from collections.abc import Iterator
from typing import get_args

import pytest

from rules import events as ev
from server.words.event_sentences import SENTENCES, sentence_of
from server.words.languages import LANGUAGES
from server.words.translation import words_for
from tests.server.store.samples import SAMPLES


def kinds(union: object) -> Iterator[type]:
    """The types of a union of unions."""
    for each in get_args(union):
        yield from kinds(each) if get_args(each) else (each,)


def test_every_kind_of_event_is_in_the_registry_and_nothing_else() -> None:
    assert set(SENTENCES) == set(kinds(ev.Event))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sample_of_an_event_is_a_sentence_in_each_language(language: str) -> None:
    for event in SAMPLES:
        assert words_for(language).translations.gettext(sentence_of(event))
