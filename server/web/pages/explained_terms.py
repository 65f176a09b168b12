"""What the field's terms mean, in a sentence each: the one source of what a tap explains."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from protocol_forms.writers.html import explained, explanation
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
    "cube": (
        N_("cube"),
        N_(
            "The doubling cube shows by how much a game counts. A side may offer to double it; who "
            "passes loses the game at the value before."
        ),
    ),
    "gammon": (
        N_("gammon"),
        N_("A win before the loser has borne off a single checker. It counts double."),
    ),
    "backgammon": (
        N_("backgammon"),
        N_(
            "A gammon with a checker of the loser still on the bar or in the winner's home. It "
            "counts three times."
        ),
    ),
    "crawford": (
        N_("Crawford"),
        N_(
            "The one game that is played without the cube: the first one after a player has come "
            "within a point of winning the match."
        ),
    ),
    "head": (
        N_("head"),
        N_("The point of long gammon on which all fifteen checkers of a side begin."),
    ),
    "oin": (
        N_("oin"),
        N_("A single win in long gammon: the loser has borne off at least one checker."),
    ),
    "mars": (
        N_("mars"),
        N_("A win in long gammon before the loser has borne off a single checker. It counts more."),
    ),
    "talon": (
        N_("talon"),
        N_("The point of Trictrac on which all fifteen checkers of a side begin."),
    ),
    "coin": (
        N_("coin"),
        N_(
            "A side's twelfth point in Trictrac: only two checkers at once may take it or leave it."
        ),
    ),
    "trou": (
        N_("trou"),
        N_(
            "Twelve points of Trictrac, marked by moving a peg one hole on. Twelve trous win the "
            "game."
        ),
    ),
    "bredouille": (
        N_("bredouille"),
        N_(
            "Twelve points made while the opponent made none in between: they win two trous in "
            "place of one."
        ),
    ),
    "ecole": (
        N_("école"),
        N_("Points that a side marked wrongly or forgot. The opponent may take them."),
    ),
}
"""Each term's label and sentence, by its name."""

_SCORED = ("smp", "imp", "vp")
_OF_GAME: Final[dict[str, tuple[str, ...]]] = {
    "backgammon": ("cube", "gammon", "backgammon"),
    "long-gammon": ("head", "oin", "mars"),
    "trictrac": ("talon", "coin", "trou", "bredouille", "ecole"),
}


def terms_of(game: str, *, duplicate: bool) -> tuple[str, ...]:
    """The names of the terms that may stand on the page of a match of that game.

    `duplicate`: played in two rooms; else a match to points at one table.
    """
    if duplicate:
        return (*(_SCORED if game != "trictrac" else ()), *_OF_GAME[game])
    return (*_OF_GAME[game], *(("crawford",) if game == "backgammon" else ()))


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
