"""Names of stages as a preset gave them: stored in one language, shown in everybody's."""

from functools import cache

from rules.text import N_
from server.words.languages import LANGUAGES
from server.words.translation import Words, words_for

NAMES = (
    N_("Long gammon"),
    N_("Backgammon"),
    N_("Final"),
    N_("Round robin"),
    N_("Groups"),
    N_("Semi-finals"),
    N_("Third place"),
)
"""What rules.formats.team_event.planning calls stages."""


def stage_name(name: str, words: Words) -> str:
    """A stage's name in a language, where it is one that a preset gave in any; else as it is."""
    source = _sources().get(name)
    return name if source is None else words.gettext(source)


@cache
def _sources() -> dict[str, str]:
    """The source text of each such name in each language."""
    return {words_for(code).gettext(name): name for code in LANGUAGES for name in NAMES}
