"""The templates of pages, with one environment per language, and the terms that pages explain.

The name of an extra's template begins with the extra's name: "broadcast/match.html".
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from jinja2 import (
    BytecodeCache,
    ChoiceLoader,
    Environment,
    PackageLoader,
    PrefixLoader,
    StrictUndefined,
)
from jinja2.bccache import Bucket
from markupsafe import Markup

from protocol_forms.writers.html import cited, explained, explanation
from rules.games.known_games import INFOS
from rules.text import N_
from server.extras import server_packages
from server.web.edge.static_files import address_of
from server.words.game_words import game_word
from server.words.languages import SOURCE_LANGUAGE
from server.words.translation import Words, words_for

_TERMS: Final[dict[str, tuple[str, str]]] = {
    "smp": (
        N_("SMP"),
        N_(
            "Small match points: the raw value of one game in one room, from the checkers the "
            "loser has left and the cube."
        ),
    ),
    "imp": (
        N_("IMP"),
        N_(
            "International match points: each result turned into 0 to 24 points, so that one huge "
            "game cannot decide a match."
        ),
    ),
    "vp": (
        N_("VP"),
        N_(
            "Victory points: the 30 points of a match, split by the difference in IMP. 17–13 is a "
            "narrow win, 30–0 the biggest; at 15–15 the team with more IMP has won, and equal IMP "
            "are a draw."
        ),
    ),
    **{name: term for info in INFOS.values() for name, term in info.terms.items()},
    **{name: term for info in INFOS.values() for name, term in info.terms_to_points.items()},
}
"""The label and the explanation of each term that pages explain, by the term's name."""

_SCORED = ("smp", "imp", "vp")


def terms_of(game: str, *, duplicate: bool) -> tuple[str, ...]:
    """Return the names of the terms that the page of a match explains.

    `game` is the game that is played, such as "backgammon". With `duplicate` the match is played in
    two rooms, otherwise at one table to a number of points.
    """
    info = INFOS[game]
    if duplicate:
        return (*(() if info.scored.counted else _SCORED), *info.terms)
    return (*info.terms, *info.terms_to_points)


@dataclass(frozen=True, slots=True)
class ExplainedTerms:
    """The explained terms in one language, for templates.

    Its methods raise KeyError for unknown terms.
    """

    words: Words

    def button(self, term: str, label: str = "") -> Markup:
        """Return the term's label, or `label`, as a button that opens the explanation."""
        return explained(label or self.words.gettext(_TERMS[term][0]), _name(term))

    def sentences(self, terms: Iterable[str]) -> Markup:
        """Return the explanations that these terms' buttons open.

        A page contains them once, outside of its changing parts.
        """
        opened = [explanation(self.words.gettext(_TERMS[term][1]), _name(term)) for term in terms]
        return Markup('<div class="explanations">{}</div>').format(Markup("").join(opened))


def _name(term: str) -> str:
    return f"term-{term}"


class _Compiled(BytecodeCache):
    """A cache of compiled templates, whose code is the same in every language."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Set a template's code, if it was compiled for another language before."""
        if bucket.key in self._code:
            bucket.bytecode_from_string(self._code[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store a template's code for the other languages."""
        self._code[bucket.key] = bucket.bytecode_to_string()


compiled: BytecodeCache = _Compiled()
"""The code of all templates; compiling one takes far longer than making a page."""


@cache
def page_templates(language: str) -> Environment:
    """Return the templates in a language; values that are put into them are escaped.

    Templates can use: `_`, `ngettext` and `pgettext`, which translate; `source_language`, the
    language of texts without translations; `address_of`, which returns the address of a static
    file; `cited`, which names the source of points; `explained`, which makes a term a button, and
    `explanations`, which returns the texts that the buttons open; `game_info`, a game's record;
    `game_word`, a game's name; and `usual_game`, the first game in forms. Raises KeyError for a
    language without pages.
    """
    of_extras = {name: PackageLoader(each, "") for name, each in server_packages().items()}
    templates = Environment(
        loader=ChoiceLoader([PackageLoader("server.web", ""), PrefixLoader(of_extras)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=compiled,
        auto_reload=False,  # or each page asks the disk whether its templates have changed
        extensions=["jinja2.ext.i18n"],
    )
    words = words_for(language)
    translations = words.translations
    templates.install_gettext_translations(translations, newstyle=True)  # type: ignore[attr-defined]
    templates.globals["address_of"] = address_of
    templates.globals["source_language"] = SOURCE_LANGUAGE
    templates.globals["cited"] = cited
    terms = ExplainedTerms(words)
    templates.globals["game_info"] = INFOS.__getitem__
    templates.globals["game_word"] = lambda name: game_word(name, words)
    templates.globals["usual_game"] = next(iter(INFOS))
    templates.globals["explained"] = terms.button
    templates.globals["explanations"] = terms.sentences
    return templates
