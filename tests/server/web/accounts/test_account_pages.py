"""The director's page of accounts, and everybody's page of his own."""

from pathlib import Path

import pytest

from tests.server.web.plain_forms import OPERATOR, shown_secret
from tests.support.quick import PASSPHRASE
from tests.support.served import DIRECTOR, NAME, opened


async def test_the_director_makes_an_account_whose_owner_alone_knows_the_passphrase(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served:
        async with served.client(DIRECTOR) as director:
            body = {"name": "Clerk", "role": "clerk", "room": "closed"}
            link = shown_secret(await director.post("/accounts", data=body))
            listed = await director.get("/accounts")
            assert "no passphrase set yet" in listed.text
            assert link not in listed.text
        async with served.client() as clerk:
            assert "Clerk" in (await clerk.get(link)).text
            came = await clerk.post(link, data={"passphrase": PASSPHRASE})
            assert (came.status_code, came.headers["location"]) == (303, "/room")
            assert (await clerk.get("/api/session")).json()["room"] == "closed"
            assert (await clerk.get(link)).status_code == 410


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"name": "Director", "role": "operator"}, "a name no other account has"),
        ({"name": "New", "role": "captain"}, "director, operator, clerk, broadcaster"),
        ({"name": "New", "role": "clerk"}, "open or closed for a clerk, none for others"),
        ({"name": "New", "role": "clerk", "room": "cellar"}, "open, closed"),
        ({"name": "New", "role": "operator", "person": "?"}, "a person from the list"),
    ],
)
async def test_an_account_that_cannot_be_is_refused_in_the_form(
    tmp_path: Path, typed: dict[str, str], words: str
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        page = await director.post("/accounts", data=typed)
        assert page.status_code == 409
        assert f"is not possible; allowed: {words}." in page.text
        assert f'value="{typed["name"]}"' in page.text


async def test_the_director_resets_signs_out_disables_and_enables(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        token = await served.session(OPERATOR)
        account = served.authenticator.account_of(token)
        assert account is not None
        at = f"/accounts/{account.account_id}"
        assert (await director.post(f"{at}/sign-out")).status_code == 303
        assert served.authenticator.visitor(token) is None
        token = await served.session(OPERATOR)
        assert (await director.post(f"{at}/disable")).status_code == 303
        assert served.authenticator.visitor(token) is None
        assert (await director.post(f"{at}/enable")).status_code == 303
        link = shown_secret(await director.post(f"{at}/reset"))
        assert link.startswith(f"http://{NAME}/passphrase/")
        assert (await director.post(f"{at}/promote")).status_code == 409
        me = served.authenticator.accounts.find("Director")
        assert me is not None
        last = await director.post(f"/accounts/{me.account_id}/disable")
        assert last.status_code == 409
        assert "not the last director" in last.text


async def test_one_sees_ones_devices_and_signs_them_out(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        other = await served.session(DIRECTOR)
        page = await client.get("/account")
        assert page.text.count('name="session_id"') == 2
        assert page.text.count("this one") == 1
        session = served.authenticator.sessions.find(other)
        assert session is not None
        out = await client.post("/account/devices", data={"session_id": session.session_id})
        assert (out.status_code, out.headers["location"]) == (303, "/account")
        assert served.authenticator.visitor(other) is None
        out = await client.post("/account/devices")
        assert (out.status_code, out.headers["location"]) == (303, "/")
        assert (await client.get("/api/session")).json()["role"] == "public"


async def test_one_changes_ones_passphrase_and_stays_signed_in_here_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        other = await served.session(DIRECTOR)
        wrong = await client.post("/account/passphrase", data={"old": "no", "new": "x" * 12})
        assert wrong.status_code == 401
        short = await client.post("/account/passphrase", data={"old": PASSPHRASE, "new": "short"})
        assert short.status_code == 422
        given = {"old": PASSPHRASE, "new": "another one now"}
        assert (await client.post("/account/passphrase", data=given)).status_code == 303
        assert (await client.get("/account")).status_code == 200
        assert served.authenticator.visitor(other) is None


async def test_names_with_markup_are_shown_as_they_are(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        name = '<img src=x onerror=alert(1)> "Жук" שלום'
        await director.post("/accounts", data={"name": name, "role": "operator"})
        page = (await director.get("/accounts")).text
        assert "<img src=x" not in page
        assert "&lt;img src=x onerror=alert(1)&gt;" in page
