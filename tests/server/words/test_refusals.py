"""Every reason why something had no effect has its words, once."""

import re

import pytest

from rules.errors import MatchRefused
from rules.events import Refusal
from server.words.field_refusals import (
    FIELD_REFUSALS,
    field_refusal_code,
    field_refusal_words,
)
from server.words.languages import LANGUAGES
from server.words.refusals import REFUSALS, refusal_words
from server.words.translation import words_for


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_a_clause_of_its_own_in_each_language(language: str) -> None:
    clauses = [refusal_words(words_for(language), each) for each in Refusal]
    assert len(set(clauses)) == len(Refusal) == len(REFUSALS)
    assert all(clauses)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_so_instead_of_what_is_allowed_is_told_in_each_language(language: str) -> None:
    words = words_for(language)
    for allowed, known in FIELD_REFUSALS.items():
        named = dict.fromkeys(re.findall(r"%\((?!value)(\w+)\)s", allowed + known.clause), "7")
        error = MatchRefused("round", 77, allowed, **named)
        told = field_refusal_words(words, error, str)
        assert ("77" in told) == ("%(value)s" in known.clause)
        assert told == known.clause % {**named, "value": 77} or language != "en"


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_no_clause_outlives_the_refusal_of_the_rules_it_is_for(language: str) -> None:
    """The catalogues hold what the sources say: a text changed in the rules is in none."""
    words = words_for(language)
    for allowed, known in FIELD_REFUSALS.items():
        assert words.translations.gettext(allowed) != allowed
        assert words.translations.gettext(known.clause) != known.clause


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (MatchRefused("round", 5, "a round that is not closed"), "round_closed_already"),
        (MatchRefused("round", 5, "1 to 3"), "value_not_allowed"),
        (MatchRefused("starts", "", "a time such as 10:00"), "value_needed"),
        (MatchRefused("room", None, "open or closed"), "value_needed"),
        (MatchRefused("stage", 2, "a stage that is drawn"), "stage_not_drawn"),
        (MatchRefused("stage", "", "a stage that is drawn"), "value_needed"),
    ],
)
def test_a_refusal_has_the_code_of_what_is_so_or_of_its_value(
    error: MatchRefused, code: str
) -> None:
    assert field_refusal_code(error) == code


def test_a_value_of_which_nothing_else_is_known_is_told_with_what_is_allowed() -> None:
    error = MatchRefused("games", 9, "4, 5 or 6")
    told = field_refusal_words(words_for("en"), error, str)
    assert told == "9 is not possible; allowed: 4, 5 or 6"


def test_where_nothing_was_written_it_says_what_is_needed() -> None:
    error = MatchRefused("starts", "", "a time such as 10:00")
    assert field_refusal_words(words_for("en"), error, str) == "needed: a time such as 10:00"
