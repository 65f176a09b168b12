"""Every reason why something had no effect has its words, once."""

import pytest

from rules.events import Refusal
from server.words.languages import LANGUAGES
from server.words.refusals import REFUSALS, refusal_words
from server.words.translation import words_for


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_a_clause_of_its_own_in_each_language(language: str) -> None:
    clauses = [refusal_words(words_for(language), each) for each in Refusal]
    assert len(set(clauses)) == len(Refusal) == len(REFUSALS)
    assert all(clauses)
