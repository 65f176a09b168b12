"""Lists of names in the order of a language's alphabet."""

import pytest

from server.values.naming import alphabetical


@pytest.mark.parametrize(
    ("language", "ordered"),
    [
        ("uk", ["Ганна", "Ґудзь", "Євген", "Жук", "Іван", "Їжак", "Яна", "Adam", "Émile", "Zoe"]),
        ("ru", ["Егор", "Ёлкин", "Жук", "Яна", "Adam"]),
        ("en", ["Ada Brook", "Adam", "Émile", "Emily", "Zoe", "Анна", "Яна", "محمد"]),
    ],
)
def test_names_stand_in_the_order_of_the_alphabet(language: str, ordered: list[str]) -> None:
    assert sorted(ordered, key=lambda name: alphabetical(name, language)) == ordered


def test_capital_letters_make_no_difference() -> None:
    assert alphabetical("de Vries", "en")[0] == alphabetical("De vries", "en")[0]
