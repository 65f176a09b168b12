"""Records that extras were used over, while these are off or deleted, and once they are back."""

import asyncio
import pickle
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from server.extras import server_extras
from tests.lists.copies import copied
from tests.lists.literals import ROOT
from tests.support.needs import NETS
from tests.support.once_a_run import once_a_run
from tests.support.warm_server import warm_servers
from tests.yalta.test_extras import FOLDERS
from tests.yalta.used_extras import (
    NAMING,
    PROTOCOL,
    USED,
    pages_missed,
    run,
    seen,
    serving,
    stored,
    text_of,
    use_all,
)

IN_ALL = [name for name in USED if name in FOLDERS]
"""Extras whose folders are here."""
ON_SERVERS = [name for name in IN_ALL if name in {each.name for each in server_extras()}]
long = pytest.mark.long(25)


@dataclass(frozen=True, slots=True)
class Records:
    """A folder of records; the director's `session`, and the address of a visitor's `game`.

    `shown` and `printed` are what each extra showed and its commands printed over them, `kept` is
    what it has stored.
    """

    folder: Path
    session: str
    game: str
    shown: dict[str, dict[str, str]]
    printed: dict[str, list[tuple[int, str]]]
    kept: dict[str, dict[str, object]]


def runs(name: str, folder: Path, program: Path = ROOT) -> list[tuple[int, str]]:
    """How the commands of an extra end over these records, and what they print."""
    return [run(each, folder, program) for each in USED[name].runs]


def all_stored(folder: Path) -> dict[str, dict[str, object]]:
    """What these records have of each extra."""
    return {name: stored(folder, USED[name]) for name in IN_ALL}


@pytest.fixture(scope="module", autouse=True)
def _warm_servers() -> Iterator[None]:
    with warm_servers():
        yield


@pytest.fixture(scope="module")
def used(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Records:
    """Records over which every extra was used, made once for all workers."""
    made = once_a_run(pytestconfig, tmp_path_factory, "extras-used", _use)
    records: Records = pickle.loads(made.joinpath("used").read_bytes())
    return records


def _use(made: Path) -> None:
    folder = made / "records"
    session, game = asyncio.run(use_all(folder))
    printed = {name: runs(name, folder) for name in IN_ALL}

    async def first_seen() -> dict[str, dict[str, str]]:
        async with serving(folder, session) as client:
            assert "%PDF" in await text_of(client, PROTOCOL)
            assert await pages_missed(client) == []
            return await seen(client, game)

    shown = asyncio.run(first_seen())
    records = Records(folder, session, game, shown, printed, all_stored(folder))
    made.joinpath("used").write_bytes(pickle.dumps(records))


@pytest.fixture
def folder(used: Records, tmp_path: Path) -> Path:
    """Those records, for one test alone."""
    return Path(shutil.copytree(used.folder, tmp_path / "records"))


def test_it_is_said_of_every_extra_what_it_keeps() -> None:
    assert set(FOLDERS) <= set(USED)


@NETS
@long
def test_every_extra_has_kept_and_shown_what_is_said_of_it(used: Records) -> None:
    for name in IN_ALL:
        assert all(used.shown[name].values()), (name, used.shown[name])
        assert len(used.kept[name]) == len(USED[name].tables) + len(USED[name].files)
        assert all(used.kept[name].values()), name
        assert all(code == 0 and text for code, text in used.printed[name]), used.printed[name]


async def _check_served(
    used: Records, folder: Path, gone: Sequence[str], off: Sequence[str] = (), program: Path = ROOT
) -> None:
    """Check on a server without those that the core's pages open and the others show all."""
    async with serving(folder, used.session, off=off, program=program) as client:
        missed, shown = await pages_missed(client), await seen(client, used.game)
    assert missed == [], gone
    for name in IN_ALL:
        nothing = dict.fromkeys(used.shown[name], "")
        assert shown[name] == (nothing if name in gone else used.shown[name]), (name, gone)
    assert all_stored(folder) == used.kept, gone


@NETS
@long
async def test_what_extras_have_stored_is_kept_while_they_are_off_and_shown_again(
    used: Records, folder: Path
) -> None:
    for off in (*([name] for name in ON_SERVERS), ON_SERVERS, []):
        await _check_served(used, folder, off, off=off)


@NETS
@long
async def test_what_extras_have_stored_is_kept_while_they_are_deleted_and_shown_again(
    used: Records, folder: Path, tmp_path: Path
) -> None:
    program = copied(tmp_path / "program")
    extras, aside = program / "yalta_extras", tmp_path / "aside"
    aside.mkdir()
    for gone in (*([name] for name in IN_ALL), IN_ALL, []):
        for name in gone:
            (extras / name).rename(aside / name)
        if not gone or set(gone) & set(ON_SERVERS):
            await _check_served(used, folder, gone, program=program)
        for name in gone or IN_ALL:
            ended = await asyncio.to_thread(runs, name, folder, program)
            missing = [(2, "")] * len(ended)
            assert ended == (missing if name in gone else used.printed[name]), (name, gone)
        for name in gone:
            (aside / name).rename(extras / name)
    assert all_stored(folder) == used.kept


@NETS
@long
@pytest.mark.parametrize("deleted", [False, True])
async def test_whoever_is_erased_without_any_extra_is_named_nowhere_once_they_are_back(
    deleted: bool, used: Records, folder: Path, tmp_path: Path
) -> None:
    program = copied(tmp_path / "program") if deleted else ROOT
    if deleted:
        for name in IN_ALL:
            shutil.rmtree(program / "yalta_extras" / name)
    off = () if deleted else ON_SERVERS
    async with serving(folder, used.session, off=off, program=program) as client:
        for word in NAMING:
            (person,) = (await client.get("/api/persons", params={"search": word})).json()
            assert (await client.delete(f"/api/persons/{person['id']}")).status_code == 200
    async with serving(folder, used.session) as client:
        shown = await seen(client, used.game)
        texts = [text for name in IN_ALL for text in shown[name].values()]
        texts += [await text_of(client, path) for path in USED["mail"].shown]
        assert any("N. N." in text for text in texts)
        assert [text for text in texts if any(each in text for each in NAMING)] == []
    assert _naming(folder) == []


def _naming(folder: Path) -> list[Path]:
    """The files of these records in which somebody who is erased is named."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [path for path in files if any(each.encode() in path.read_bytes() for each in NAMING)]
