"""Coming in by the pages' plain forms: set-up, sign-in and -out."""

from pathlib import Path

import httpx
import pytest

from server.web.edge.authorization import COOKIE
from tests.server.web.plain_forms import HERE
from tests.support.quick import PASSPHRASE
from tests.support.served import DIRECTOR, NAME, Served, opened


async def set_up_path(served: Served) -> str:
    token = await served.authenticator.set_up_link()
    assert token is not None
    return f"/set-up/{token}"


async def test_the_first_director_is_made_by_the_form_behind_the_link_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client() as client:
        link = await set_up_path(served)
        form = await client.get(link)
        assert form.status_code == 200
        assert 'name="passphrase" type="password"' in form.text
        short = await client.post(link, data={"name": "Olena", "passphrase": "short"})
        assert short.status_code == 422
        assert "This passphrase cannot be used; allowed: 12 to 512 characters" in short.text
        assert 'value="Olena"' in short.text
        made = await client.post(link, data={"name": "Olena", "passphrase": PASSPHRASE})
        assert (made.status_code, made.headers["location"]) == (303, "/hall")
        cookie = made.headers["set-cookie"]
        assert cookie.startswith(f"{COOKIE}=")
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Secure" not in cookie
        assert (await client.get("/api/session")).json()["role"] == "director"
        assert (await client.get(link)).status_code == 410
        again = await client.post(link, data={"name": "M", "passphrase": PASSPHRASE}, headers=HERE)
        assert again.status_code == 410
        assert "This link no longer works" in again.text


async def test_the_cookie_is_for_https_only_where_the_page_came_by_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        link = await set_up_path(served)
        transport = httpx.ASGITransport(app=served.app)
        async with httpx.AsyncClient(transport=transport, base_url=f"https://{NAME}") as client:
            made = await client.post(link, data={"name": "Olena", "passphrase": PASSPHRASE})
            assert "; Secure" in made.headers["set-cookie"]


async def test_one_signs_in_goes_on_where_one_wanted_to_and_signs_out(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        await served.session(DIRECTOR)
        async with served.client() as client:
            body = {"name": "director", "passphrase": PASSPHRASE, "next": "/boards?x=1"}
            came = await client.post("/sign-in", data=body)
            assert (came.status_code, came.headers["location"]) == (303, "/boards?x=1")
            token = client.cookies[COOKIE]
            assert (await client.get("/boards")).status_code == 200
            gone = await client.post("/sign-out", headers=HERE)
            assert (gone.status_code, gone.headers["location"]) == (303, "/")
            assert COOKIE not in client.cookies
            assert served.authenticator.visitor(token) is None


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example/",
        "////evil.example/",
        "/\t/evil.example",
        "/\\evil.example",
        "javascript:x",
        "x",
    ],
)
async def test_signing_in_never_leads_to_another_server(tmp_path: Path, elsewhere: str) -> None:
    async with opened(tmp_path) as served:
        await served.session(DIRECTOR)
        async with served.client() as client:
            body = {"name": "director", "passphrase": PASSPHRASE, "next": elsewhere}
            came = await client.post("/sign-in", data=body)
            assert (came.status_code, came.headers["location"]) == (303, "/")


async def test_a_wrong_passphrase_is_said_beside_the_field_and_too_many_make_wait(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served:
        await served.session(DIRECTOR)
        async with served.client() as client:
            wrong = {"name": "<b>Director", "passphrase": "not the right one"}
            for name in ("<b>Director", "Director", "Director", "Director"):
                refused = await client.post("/sign-in", data={**wrong, "name": name})
                assert refused.status_code == 401
                assert "The name or the passphrase is wrong" in refused.text
                assert "not the right one" not in refused.text
            assert "<b>Director" not in refused.text
            late = await client.post("/sign-in", data={**wrong, "name": "Director"})
            assert (late.status_code, late.headers["retry-after"]) == (429, "1")
            refused = await client.post(
                "/api/session", json={"name": "Director", "passphrase": PASSPHRASE}
            )
            assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")


async def test_another_sign_in_ends_the_session_the_browser_had(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        given = {"name": "Director", "passphrase": PASSPHRASE}
        by_form = client.cookies[COOKIE]
        assert (await client.post("/sign-in", data=given)).status_code == 303
        assert served.authenticator.visitor(by_form) is None
        client.cookies.clear()
        client.cookies.set(COOKIE, by_program := await served.session(DIRECTOR))
        assert (await client.post("/api/session", json=given)).status_code == 200
        assert served.authenticator.visitor(by_program) is None
