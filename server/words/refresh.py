"""`./dev words`: bring the catalogues up to date with the texts in the code and the templates.

A new text gets an empty translation. A text that is gone is removed. All other translations stay.
Texts are the literal arguments of gettext, ngettext, pgettext, `_` and `N_`.
"""

import ast
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir, extract_python
from babel.messages.pofile import write_po

from server.extras import server_packages
from server.words.languages import LANGUAGES, SOURCE_LANGUAGE
from server.words.translation import CORE, catalogue, catalogue_file

_PACKAGES = ("protocol_forms", "rules", "server")
_CALL = re.compile(rb"\b(?:_|N_|\w*gettext)\s*\(")


def _of_python(file: BinaryIO, keywords: Any, comment_tags: Any, options: Any) -> Iterable[Any]:
    """Return what Babel finds in a Python file, and the calls inside f-strings.

    Babel does not find calls inside f-strings on Python 3.11. A file without any call of a
    translating function is not parsed.
    """
    source = file.read()
    if not _CALL.search(source):
        return ()
    file.seek(0)
    found = extract_python(file, keywords, comment_tags, options)
    return (*found, *in_f_strings(source, keywords))


def in_f_strings(source: bytes, keywords: Collection[str]) -> Iterator[Any]:
    """Yield the texts of calls inside f-strings, each with line, function and an empty list.

    The empty list stands for the comments that Babel returns.
    """
    f_strings = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.JoinedStr))
    for call in (node for text in f_strings for node in ast.walk(text)):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        texts = [each.value for each in call.args if isinstance(each, ast.Constant)]
        if name in keywords and texts and all(isinstance(each, str) for each in texts):
            yield call.lineno, name, texts[0] if len(texts) == 1 else tuple(texts), []


_METHODS = [("**.py", _of_python), ("**.html", "jinja2.ext.babel_extract")]
_OPTIONS = {"**.html": {"trimmed": "true", "newstyle_gettext": "true", "silent": "false"}}

_DROPPED_HEADERS = tuple(
    f'"{header}'.encode()
    for header in ("Report-", "POT-", "PO-", "Last-T", "Language-Team", "Generated-")
)
"""The headers that would change with every run or are empty, so they are not written."""


def used() -> Catalog:
    """Return every text in the code and templates of the core, with the files that contain it."""
    return _texts(_PACKAGES)


def used_by_extra(package: str, core: Catalog) -> Catalog:
    """Return every text in an extra's package that the core does not have."""
    own = Catalog(fuzzy=False)
    for message in _texts([package]):
        if message.id and core.get(message.id, message.context) is None:
            own[message.id] = message
    return own


def _texts(packages: Iterable[str]) -> Catalog:
    found = Catalog(fuzzy=False)
    for package in packages:
        root = Path(str(files(package)))
        for name, _, message, comments, context in extract_from_dir(
            root,
            _METHODS,  # type: ignore[arg-type]  # accepts a function as well as a name
            _OPTIONS,
            DEFAULT_KEYWORDS,
            ("Translators:",),
            strip_comment_tags=True,
        ):
            place = (f"{package.replace('.', '/')}/{name}", 0)
            found.add(message, None, [place], auto_comments=comments, context=context)
    return found


def refreshed(code: str, texts: Catalog, package: str = CORE) -> bytes:
    """Return the bytes of a language's new catalogue file, with exactly these texts."""
    kept = catalogue(code, package) if path_of(code, package).exists() else _begun(code)
    kept.update(texts, no_fuzzy_matching=True, update_header_comment=False)
    kept.obsolete.clear()
    written = BytesIO()
    write_po(written, kept, width=100, sort_output=True, include_lineno=False)
    lines = written.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(_DROPPED_HEADERS)).strip() + b"\n"


def path_of(code: str, package: str = CORE) -> Path:
    """Return the path of a language's catalogue file."""
    return Path(str(catalogue_file(code, package)))


def _begun(code: str) -> Catalog:
    """Return a new catalogue without translations, with the language's plural forms by CLDR."""
    return Catalog(locale=code, project="Yalta", version="", charset="utf-8", fuzzy=False)


def main() -> None:
    """Write all catalogues, and print how many texts in each have no translation."""
    core = used()
    of_extras = {each: used_by_extra(each, core) for each in server_packages().values()}
    for package, texts in {CORE: core, **of_extras}.items():
        for code in LANGUAGES:
            if code != SOURCE_LANGUAGE and len(texts):
                _refresh(code, texts, package)


def _refresh(code: str, texts: Catalog, package: str) -> None:
    path = path_of(code, package)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(refreshed(code, texts, package))
    catalogued = catalogue(code, package)
    waiting = [message for message in catalogued if message.id and not is_translated(message)]
    print(f"{path}: {len(texts)} texts, {len(waiting)} to translate", file=sys.stderr)


def is_translated(message: Message) -> bool:
    """Return True if a text has a translation, in each of its plural forms."""
    forms = [message.string] if isinstance(message.string, str) else message.string
    return bool(forms) and all(forms or ())


if __name__ == "__main__":
    main()
