"""How many forks give a place in a ranking of decisions, as an address asks for it."""

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Depends, Query, Request

from server.luck.fork_book import LEAST
from server.web.pages.shell import ShellDep
from server.words.field_refusals import refused_value_words
from server.words.translation import Words

MOST: Final = 999
ALLOWED: Final = f"1 – {MOST}"


@dataclass(frozen=True, slots=True)
class LeastForks:
    """The `number` that gives a place; `typed` is what was asked for, empty for nothing.

    `fault` says why that cannot be and what can, empty where it can.
    """

    number: int = LEAST
    typed: str = ""
    fault: str = ""

    @property
    def asked(self) -> dict[str, str]:
        """What an address says to ask for the same."""
        return {"least": self.typed} if self.typed else {}


def least_forks(typed: str, words: Words) -> LeastForks:
    """What was typed; the usual number where nothing was, or what cannot be."""
    typed = typed.strip()
    if not typed:
        return LeastForks()
    if typed.isascii() and typed.isdecimal() and 1 <= int(typed) <= MOST:
        return LeastForks(int(typed), typed)
    return LeastForks(typed=typed, fault=refused_value_words(words, typed, ALLOWED))


async def _least_forks(
    request: Request, shell: ShellDep, least: Annotated[str, Query(max_length=10)] = ""
) -> LeastForks:
    return least_forks(least, shell.words(request))


LeastForksDep = Annotated[LeastForks, Depends(_least_forks)]
"""What `least` in a route's address asks for."""
