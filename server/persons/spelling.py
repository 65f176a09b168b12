"""Names that are one slip of the pen from each other, found without comparing each with each."""

from collections.abc import Iterable, Iterator

from server.store.accounts_db.accounts import folded

_SHORTEST = 5
"""Letters: of shorter names too many differ in one."""


class SimilarNames:
    """Finds known names that differ from a typed one by a letter, or by the order of the words.

    One letter more, fewer or another one, or two neighbours changed over. The same name, however it
    is spaced and capitalised, is not similar but the same.
    """

    def __init__(self, known: Iterable[str]) -> None:
        self._by_variant: dict[str, list[str]] = {}
        for name in known:
            for variant in _variants(folded(name)):
                self._by_variant.setdefault(variant, []).append(name)

    def like(self, name: str) -> str | None:
        """A known name that may have been meant."""
        typed = folded(name)
        bearers = (name for each in _variants(typed) for name in self._by_variant.get(each, ()))
        return next((name for name in bearers if folded(name) != typed), None)


def _variants(name: str) -> Iterator[str]:
    """The name, its words in order, and what is left of it without each of its letters."""
    yield " ".join(sorted(name.split()))
    if len(name) >= _SHORTEST:
        yield name
        yield from (name[:place] + name[place + 1 :] for place in range(len(name)))
