"""Opens every page, prints every form, calls every command, in a copy of the product.

Run as a module, it ends with a fault that names what could not be shown.
"""

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from typer.testing import CliRunner

import server
import tests.support.every_run  # noqa: F401 - its pause behind doubles
from rules.games.backgammon import BACKGAMMON
from server.web.shell.shell import LANGUAGE_COOKIE
from server.words.languages import LANGUAGES, SOURCE_LANGUAGE
from tests.support import full_hall
from tests.support.all_pages import pages_of
from tests.support.extra_walks import every_printable
from tests.support.full_hall import OVER
from tests.support.golden_records import FINISHED, restored
from tests.support.served import DIRECTOR, Served, opened
from yalta.cli import COMMANDS, GROUPS, application


async def pages_refused(served: Served, languages: Sequence[str]) -> AsyncIterator[str]:
    """Pages that are not what they are in another language: each with its status."""
    for seen in await pages_of(served):
        statuses = []
        for chosen in languages:
            async with served.client(seen.visitor, raising=chosen == languages[0]) as client:
                client.cookies.set(LANGUAGE_COOKIE, chosen)
                answer = await client.get(seen.address, headers={"accept": "text/html"})
                statuses.append(answer.status_code)
                spoken = re.search('<html lang="([a-z]+)"', answer.text)
                embedded = seen.address.startswith("/embed/")  # it goes by its own address
                if not embedded and answer.is_success and spoken and spoken[1] != chosen:
                    yield f"{seen.address} is in {spoken[1]}"
        if len({*statuses}) > 1:
            yield f"{seen.address} {statuses}"


async def forms_refused(served: Served, languages: Sequence[str]) -> AsyncIterator[str]:
    """Forms that are not what they are in another language."""
    async with served.client(DIRECTOR) as client:
        for form in every_printable():
            place = f"/matches/{OVER}" if form.scope.of_match else ""
            for ending in ("html", "pdf"):
                statuses = []
                for chosen in languages:
                    client.cookies.set(LANGUAGE_COOKIE, chosen)
                    answer = await client.get(f"/t/club{place}/forms/{form.kind}.{ending}")
                    statuses.append(answer.status_code)
                if len({*statuses}) > 1:
                    yield f"{form.kind}.{ending} {statuses}"


def commands_refused(folder: Path, language: str) -> list[str]:
    """Commands whose help or form cannot be printed."""
    runner, records = CliRunner(), restored("0.2.0", folder / "records")
    asked = [[name, "--help"] for name in (*COMMANDS, *GROUPS)]
    options = ["--language", language, "--data", str(records)]
    asked += [
        ["print", "club", "signs", *options, "--out", str(folder / "signs.pdf")],
        ["print", f"club/{FINISHED}", *options, "--out", str(folder / "protocol.html")],
    ]
    done = [(each, runner.invoke(application(each[0]), each)) for each in asked]
    return [f"{each}: {result.output}" for each, result in done if result.exit_code]


async def main(language: str, game: str = "") -> None:
    """Raises AssertionError with everything that could not be shown.

    `game`: backgammon's matches of the full hall are of that game instead. A language's pages are
    compared with those in English, a game's are looked at.
    """
    assert language in LANGUAGES
    languages = (language,) if game else (language, SOURCE_LANGUAGE)
    if game:
        full_hall.MATCHES = tuple(
            replace(each, game=game) if each.game == BACKGAMMON.name else each
            for each in full_hall.MATCHES
        )
    print(Path(server.__file__).parent)
    with TemporaryDirectory() as folder:
        async with opened(Path(folder) / "hall") as served:
            await served.session(DIRECTOR)
            await full_hall.fill(served.hall, served.hall.board_keys)
            wrong = [each async for each in pages_refused(served, languages)]
            wrong += [each async for each in forms_refused(served, languages)]
        wrong += await asyncio.to_thread(commands_refused, Path(folder), language)
    assert not wrong, "\n".join(wrong)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
