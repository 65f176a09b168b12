"""What the field's terms mean, in a sentence each: the one source of what a tap explains."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from protocol_forms.writers.html import explained, explanation
from rules.games.known_games import INFOS
from rules.text import N_
from server.words.translation import Words

_TERMS: Final[dict[str, tuple[str, str]]] = {
    "smp": (
        N_("SMP"),
        N_(
            "Small match points: what one game in one room is worth, by how many checkers the "
            "loser had left and by the cube."
        ),
    ),
    "imp": (
        N_("IMP"),
        N_(
            "International match points: the small match points of a result on a shorter scale, so "
            "that one huge game does not decide a match."
        ),
    ),
    "vp": (
        N_("VP"),
        N_(
            "Victory points: the 30 points of a match, shared by the difference in IMP. 15–15 is "
            "level, 17–13 a narrow win, 30–0 the highest."
        ),
    ),
    **{name: term for info in INFOS.values() for name, term in info.terms.items()},
    **{name: term for info in INFOS.values() for name, term in info.terms_to_points.items()},
}
"""Each term's label and sentence, by its name."""

_SCORED = ("smp", "imp", "vp")


def terms_of(game: str, *, duplicate: bool) -> tuple[str, ...]:
    """The names of the terms that may stand on the page of a match of that game.

    `duplicate`: played in two rooms; else a match to points at one table.
    """
    info = INFOS[game]
    if duplicate:
        return (*(() if info.scored.counted else _SCORED), *info.terms)
    return (*info.terms, *info.terms_to_points)


@dataclass(frozen=True, slots=True)
class ExplainedTerms:
    """The terms in a language, as templates put them into pages; KeyError for any other term."""

    words: Words

    def button(self, term: str, label: str = "") -> Markup:
        """The term, or what the page calls it, which says on a tap what it means."""
        return explained(label or self.words.gettext(_TERMS[term][0]), _name(term))

    def sentences(self, terms: Iterable[str]) -> Markup:
        """What the buttons of these terms open: once in a page, outside of what changes in it."""
        opened = [explanation(self.words.gettext(_TERMS[term][1]), _name(term)) for term in terms]
        return Markup('<div class="explanations">{}</div>').format(Markup("").join(opened))


def _name(term: str) -> str:
    return f"term-{term}"
