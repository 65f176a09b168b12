"""The pages' templates, in each language an environment of their own."""

from functools import cache

from jinja2 import BytecodeCache, Environment, PackageLoader, StrictUndefined
from jinja2.bccache import Bucket

from protocol_forms.writers.html import cited
from rules.games.known_games import INFOS
from server.web.edge.static_files import address_of
from server.web.pages.explained_terms import ExplainedTerms
from server.words.game_words import game_word
from server.words.languages import SOURCE_LANGUAGE
from server.words.translation import words_for


class _Compiled(BytecodeCache):
    """Templates that were compiled since the start: their code is the same in every language."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill in a template's code if another language has needed it before."""
        if bucket.key in self._code:
            bucket.bytecode_from_string(self._code[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template's code for the other languages."""
        self._code[bucket.key] = bucket.bytecode_to_string()


compiled: BytecodeCache = _Compiled()
"""The code of all templates, which takes far longer to make than a page."""


@cache
def page_templates(language: str) -> Environment:
    """The templates in a language; whatever is put into them is escaped.

    `_`, `ngettext` and `pgettext` translate, `source_language` is that of texts which nobody
    translates, `address_of` finds a static file, `cited` says where points come from, `explained`
    makes a term say what it means by what `explanations` puts once into the page. Raises KeyError
    for a language the pages do not have. `game_info` is a game's record, `game_word` its name,
    `usual_game` the one that forms begin with.
    """
    templates = Environment(
        loader=PackageLoader("server.web", "templates"),
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
