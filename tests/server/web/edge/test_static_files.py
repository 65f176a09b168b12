"""The files of the pages: every foreign one known, every one kept for good and sent small."""

import fnmatch
import gzip
import hashlib
import posixpath
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

import httpx
import pytest
from fastapi import FastAPI

from server.web.edge.static_files import address_of, release, router, static_files
from tests.support.part_services import part_services

WEB = files("server.web")
STATIC = WEB.joinpath("shell")
MANIFEST = tomllib.loads(STATIC.joinpath("manifest.toml").read_text(encoding="utf-8"))["file"]
FOREIGN = ("vendored/", "fonts/")


@pytest.mark.parametrize("entry", MANIFEST, ids=lambda entry: entry["path"])
def test_a_foreign_file_is_the_one_the_manifest_tells_of(entry: dict[str, str]) -> None:
    content = STATIC.joinpath(entry["path"]).read_bytes()
    assert hashlib.sha256(content).hexdigest() == entry["sha256"]
    assert all(entry[key] for key in ("name", "version", "licence", "source"))
    assert len(STATIC.joinpath(entry["licence_file"]).read_text(encoding="utf-8")) > 500


def test_every_foreign_file_is_in_the_manifest_or_a_licence_it_names() -> None:
    known = {entry[key] for entry in MANIFEST for key in ("path", "licence_file")}
    assert {name for name in static_files() if name.startswith(FOREIGN)} == known


def test_no_style_sheet_or_script_of_ours_fetches_from_elsewhere() -> None:
    others = [file.content for name, file in static_files().items() if name.startswith(FOREIGN)]
    for name, file in static_files().items():
        if name.endswith((".css", ".js")) and not name.startswith(FOREIGN):
            ours = file.content
            for each in others:
                ours = ours.replace(each, b"")
            assert not re.search(rb"https?://(?!www\.w3\.org/\d+/)", ours), name


def used_by_pages() -> set[str]:
    """What templates, style sheets and scripts name; "*" for a part that a template fills in."""
    named = set(re.findall(r'address_of\("([^"]+)"', "".join(sources(WEB, ".html"))))
    named.update(re.findall(r'^@import "([^"]+)"', "".join(sources(WEB, ".css")), re.MULTILINE))
    for name, file in static_files().items():
        if name.endswith(".css"):
            named.update(re.findall(r'url\("?(?!data:)([^")]+)', file.content.decode()))
        if name.endswith(".js"):
            asked = re.findall(r'(?:from|import) *\(?"(\.\.?/[^"]+)"', file.content.decode())
            here = posixpath.dirname(name)
            named.update(posixpath.normpath(posixpath.join(here, each)) for each in asked)
    return {name.replace("%s", "*") for name in named}


def test_a_style_sheet_is_served_with_those_it_imports() -> None:
    page = static_files()["page.css"].content
    assert b"@import" not in page
    for name in ("vendored/pico.fluid.classless.min.css", "theme.css", "controls.css"):
        assert static_files()[name].content in page


def sources(folder: Traversable, ending: str) -> Iterator[str]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from sources(entry, ending)
        elif entry.name.endswith(ending):
            yield entry.read_text(encoding="utf-8")


def test_every_file_a_page_sheet_or_script_names_is_there() -> None:
    missing = {name for name in used_by_pages() if not fnmatch.filter(static_files(), name)}
    assert missing == set()


def test_every_file_others_made_is_used_by_a_page_sheet_or_script() -> None:
    used = {each for name in used_by_pages() for each in fnmatch.filter(static_files(), name)}
    assert {entry["path"] for entry in MANIFEST} - used == set()


async def fetched(path: str, **headers: str) -> httpx.Response:
    app = FastAPI()
    app.state.services = part_services()
    app.include_router(router)
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://yalta.test") as client:
        return await client.get(path, headers=headers)


async def test_a_file_is_kept_for_good_and_sent_in_gzip_to_those_who_take_it() -> None:
    packed = await fetched(address_of("base.css"), **{"accept-encoding": "gzip"})
    plain = await fetched(address_of("base.css"), **{"accept-encoding": "identity"})
    assert "immutable" in packed.headers["cache-control"]
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"])
    assert packed.content == plain.content == static_files()["base.css"].content


async def test_a_font_is_sent_as_it_is() -> None:
    answer = await fetched(address_of("fonts/noto-sans-latin-400-normal.woff2"))
    assert answer.headers["content-type"] == "font/woff2"
    assert "content-encoding" not in answer.headers


async def test_a_page_of_an_earlier_release_gets_its_files_and_keeps_none() -> None:
    answer = await fetched("/static/earlier/base.css")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"


async def test_nothing_but_the_pages_own_files_is_served() -> None:
    for name in ("manifest.toml", "secrets.txt", "..%2fwords.py"):
        assert (await fetched(f"/static/{release()}/{name}")).status_code == 404


def test_what_is_packed_is_the_file() -> None:
    for name, file in static_files().items():
        assert file.packed is None or gzip.decompress(file.packed) == file.content, name


async def test_a_phone_can_keep_the_site_among_its_programs_with_an_icon() -> None:
    address = address_of("yalta.webmanifest")
    assert 'rel="manifest"' in WEB.joinpath("shell", "base.html").read_text(encoding="utf-8")
    answer = await fetched(address)
    assert answer.headers["content-type"] == "application/manifest+json"
    for icon in answer.json()["icons"]:
        shown = await fetched(f"{address.rpartition('/')[0]}/{icon['src']}")
        assert (shown.status_code, shown.headers["content-type"]) == (200, icon["type"])
    leads = (await fetched("/favicon.ico")).headers["location"]
    assert (await fetched(leads)).headers["content-type"] == "image/png"


async def test_search_engines_are_asked_to_leave_out_the_pages_of_staff() -> None:
    assert "Disallow: /hall" in (await fetched("/robots.txt")).text.splitlines()
