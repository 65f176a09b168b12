"""Captains' words over the web: given by a captain's page or the match's, sealed until both are."""

import asyncio
from pathlib import Path

from httpx import AsyncClient, Response

from rules import events as ev
from rules.duplicate.seed_dice import commitment, joined
from rules.duplicate.state import MatchState
from server.access import Role, Visitor
from tests.server.web.hall.test_console import seen
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, Served, line_up_of, opened, planned_match

API = "/api/t/club/matches/1"
PAGE = "/hall/t/club/matches/1"
LINE_UPS = (line_up_of("Compass", "Brook", "Fields"), line_up_of("Rudder", "Holloway", "Stonely"))


def captain_of(team: str, name: str) -> Visitor:
    return Visitor(Role.CAPTAIN, person_id(name), None, match_id(1), team)


COMPASS, RUDDER = captain_of("Compass", "Brook"), captain_of("Rudder", "Holloway")


async def gives(client: AsyncClient, team: str, word: str) -> Response:
    return await client.post(f"{API}/words", json={"team": team, "word": word})


async def state_of(served: Served, after: int = 0) -> dict[str, object]:
    """The feed's state once that item is public: views follow what is stored."""
    async with asyncio.timeout(10), served.client() as public:
        while True:
            feed = (await public.get("/t/club/matches/1/live.json")).json()
            state: dict[str, object] = feed["state"]
            if feed["last"] >= after and state["commitment"]:
                return state
            await asyncio.sleep(0)


def committed(served: Served) -> ev.SeedCommitted:
    (event,) = (
        each
        for each in served.hall.match(match_id(1)).history
        if isinstance(each, ev.SeedCommitted)
    )
    return event


async def test_the_seed_is_committed_to_in_public_before_any_word_and_kept_to(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await planned_match(director)
        seed = committed(served).seed
        before = await state_of(served)
        assert before["commitment"] == commitment(seed).hex()
        assert (before["seed"], before["words"]) == ("", [])
        async with served.client(COMPASS) as home, served.client(RUDDER) as away:
            assert (await gives(home, "Compass", " ANCHOR ")).json() == {"sealed": True}
            assert (await state_of(served))["words"] == []
            assert (await gives(away, "Rudder", "лиман")).json() == {"sealed": False}
        for line_up in LINE_UPS:
            await director.post(f"{API}/line-ups", json=line_up)
        record = served.hall.match(match_id(1)).record
        assert record.started is not None
        assert (record.started.seed, record.started.words) == (seed, ("anchor", "лиман"))
        assert isinstance(record.state, MatchState)
        assert record.state.seed == joined(seed, ("anchor", "лиман"))
        after = await state_of(served, after=1)
        assert (after["commitment"], after["seed"]) == (before["commitment"], "")
        assert after["words"] == ["anchor", "лиман"]


async def test_a_sealed_word_is_shown_to_its_own_captain_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await planned_match(director)
        async with served.client(COMPASS) as home, served.client(RUDDER) as away:
            word = {"team": "Compass", "word": "Anchor", "form": "word"}
            sent = await home.post(f"{PAGE}/words", data=word)
            assert sent.headers["location"] == "/captain"
            assert "or the match starts: anchor" in seen(await home.get("/captain"))
            others = [
                *[await director.get(f"{PAGE}{at}") for at in ("", "/log")],
                await director.get(API),
                await away.get("/captain"),
            ]
            assert all("anchor" not in answer.text.lower() for answer in others)
            assert "Compass in, sealed" in seen(others[0])
            assert "Compass gave a word" in seen(others[1])
            await gives(away, "Rudder", "kerch")
            both = "Both words are in: anchor and kerch."
            for client, path in ((home, "/captain"), (away, "/captain"), (director, PAGE)):
                assert both in seen(await client.get(path))


async def test_a_word_may_be_another_one_while_it_is_sealed_and_stays_then(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await planned_match(director)
        for word in ("kerch", "anchor", "ANCHOR"):
            assert (await gives(director, "Compass", word)).json() == {"sealed": True}
        assert served.hall.match(match_id(1)).record.words == {"Compass": "anchor"}
        async with served.client(RUDDER) as away:
            foreign = await gives(away, "Compass", "kerch")
            assert foreign.status_code == 403
            await gives(away, "Rudder", "kerch")
        open_now = await gives(director, "Compass", "another")
        assert open_now.status_code == 409
        assert "have been opened: they can no longer be changed" in open_now.json()["detail"]
        refused = await director.post(f"{PAGE}/words", data={"team": "Compass", "word": "late"})
        assert "words for match 1 have been opened" in seen(refused)


async def test_a_match_starts_without_words_or_with_one(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await planned_match(director)
        await gives(director, "Rudder", "kerch")
        for line_up in LINE_UPS:
            await director.post(f"{API}/line-ups", json=line_up)
        record = served.hall.match(match_id(1)).record
        assert record.started is not None
        assert record.started.words == ("", "kerch")
        late = await gives(director, "Compass", "anchor")
        assert "has started: captains can no longer give a word" in late.json()["detail"]
        assert "Captains' words" not in seen(await director.get(PAGE))


async def test_a_word_that_is_none_is_refused_beside_its_field(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await planned_match(director)
        for word in ("", " ", "x" * 61, "two\nlines"):
            form = {"team": "Compass", "word": word, "form": "word-home"}
            answer = await director.post(f"{PAGE}/words", data=form)
            assert answer.status_code in (409, 422), word
            assert 'id="word-home-word-why"' in answer.text
        assert served.hall.match(match_id(1)).record.words == {}
