"""Words in a language: plurals, times, and which language a visitor gets."""

from datetime import UTC, datetime, timedelta

import pytest
from babel.messages.catalog import Catalog

from server.words.languages import LANGUAGES
from server.words.translation import Words, compiled, preferred, words_for

NOON = datetime(2026, 11, 21, 14, 5, tzinfo=UTC)


def ukrainian() -> Words:
    made = Catalog(locale="uk")
    made.add(
        ("%(num)s point", "%(num)s points"), ("%(num)s пункт", "%(num)s пункти", "%(num)s пунктів")
    )
    made.add("open", "відкрита", context="room")
    made.add("%(done)s%% done", "готово %(done)s%%")
    return Words("uk", compiled(made))


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "1 пункт"),
        (2, "2 пункти"),
        (5, "5 пунктів"),
        (11, "11 пунктів"),
        (21, "21 пункт"),
        (24, "24 пункти"),
    ],
)
def test_a_number_takes_its_plural_form(number: int, text: str) -> None:
    assert ukrainian().ngettext("%(num)s point", "%(num)s points", number) == text


def test_a_word_is_told_by_its_context() -> None:
    assert ukrainian().pgettext("room", "open") == "відкрита"
    assert ukrainian().gettext("open") == "open"


def test_a_percent_sign_of_its_own_is_written_twice() -> None:
    assert ukrainian().gettext("%(done)s%% done", done=5) == "готово 5%"


def test_a_time_says_the_clock_and_how_long_ago_it_was() -> None:
    now = NOON + timedelta(minutes=3)
    assert words_for("en").time(NOON, now) == "14:05, 3 min ago"
    assert words_for("uk").time(NOON, now) == "14:05, 3 хв тому"
    assert words_for("ru").time(NOON, now) == "14:05, 3 мин назад"


def test_every_language_has_its_words_and_no_other_has_any() -> None:
    assert [words_for(code).code for code in LANGUAGES] == list(LANGUAGES)
    with pytest.raises(KeyError):
        words_for("xx")


@pytest.mark.parametrize(
    ("chosen", "accepted", "language"),
    [
        ("uk", "ru", "uk"),
        ("xx", "ru", "ru"),
        (None, "uk-UA,uk;q=0.9,ru;q=0.8", "uk"),
        (None, "fr, ru;q=0.3, en;q=0.8", "en"),
        (None, "de, RU-ru;q=0.1", "ru"),
        (None, "uk;q=0, fr", "en"),
        (None, "*", "en"),
        (None, "", "en"),
        (None, "uk;q=much", "en"),
        (None, ";;,,;q=", "en"),
    ],
)
def test_the_language_is_the_chosen_one_else_the_browsers_else_the_house_s(
    chosen: str | None, accepted: str, language: str
) -> None:
    assert preferred(chosen, accepted, "en") == language
