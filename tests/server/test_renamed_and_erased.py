"""A person renamed, then erased: everything that is shown follows, nothing that is hashed does."""

import contextlib
import functools
import subprocess
from collections.abc import AsyncIterator, Collection
from pathlib import Path

import pytest

from rules import commands as cmd
from rules import events as ev
from rules.identities import PersonId
from rules.ledger import verify
from server.access import PUBLIC, Visitor
from server.settings import Settings
from server.store.event_log.sqlite_log import SqliteEventLog
from tests.server.live.following import whole_match
from tests.support.account_commands import add_account
from tests.support.finished_hall import until_known_over
from tests.support.ids import STREAM, TOURNAMENT, match_id
from tests.support.needs import PDFTOTEXT
from tests.support.persons import person_id, renaming
from tests.support.rooms import started
from tests.support.secrecy import Run, Seen, run_in
from tests.support.served import DIRECTOR, everybody, opened, started_match, throw_opening

PLAYER, OTHERS_CAPTAIN = person_id("Brook"), person_id("Stonely")
FIRST, LATER, LATER_CYRILLIC = "Aurelia Vantongeren", "Beatrix Quillfeather", "Беатріс Перо"
GONE = ("Vantongeren", "Quillfeather", "Перо", "Aurelia", "Beatrix", "Беатріс")
_SEATED = everybody(1)["player in closed"]


async def _called(run: Run, *names: str) -> None:
    command = renaming(run.hall.persons, PLAYER, *names)
    await run.hall.commands.to_persons(command, DIRECTOR)


async def _played(run: Run) -> None:
    """A whole match, signed by the captains, in which the person has a seat and signs."""
    line_ups = [
        ev.LineUpSubmitted(
            team=team.name, open_player=team.open_player, closed_player=team.closed_player
        )
        for team in (started().home, started().away)
    ]
    signed = (
        ev.MatchSigned(team="Compass", by=PLAYER.text),
        ev.MatchSigned(team="Rudder", by=OTHERS_CAPTAIN.text),
    )
    await run.happens((*line_ups, *whole_match()[1:], *signed))


async def _seen_by_all(run: Run, only: Collection[str] | None) -> dict[str, Seen]:
    visitors = {"director": DIRECTOR, "public": PUBLIC, "captain": _captain(), "player": _SEATED}
    return {
        name: await run.look(visitor, brief=True, only=only) for name, visitor in visitors.items()
    }


def _captain() -> Visitor:
    captain = everybody(1)["captain of Compass"]
    return Visitor(captain.role, PLAYER, None, captain.match, captain.team)


def _texts(seen: Seen) -> list[str]:
    """Every answer and frame as text; of printed forms what can be read on them."""
    texts = [frame for each in seen.frames.values() for frame in each]
    for _, headers, body in seen.answers.values():
        if body.startswith(b"%PDF"):
            texts.append(_printed(body))
        texts += [body.decode(errors="replace"), str(headers)]
    return texts


@functools.cache
def _printed(form: bytes) -> str:
    """What can be read on a printed form."""
    words = subprocess.run([PDFTOTEXT.name, "-", "-"], input=form, capture_output=True, check=True)
    return words.stdout.decode()


def _showing(seen: Seen, name: str) -> set[str]:
    """The addresses whose answer has the name, those of printed forms by what can be read."""
    one_by_one = {
        address: Seen({}, {address: answer})
        for address, answer in seen.answers.items()
        if answer[0] == 200
    }
    return {
        address
        for address, alone in one_by_one.items()
        if any(name in text for text in _texts(alone))
    }


@contextlib.asynccontextmanager
async def _match_played(folder: Path) -> AsyncIterator[Run]:
    async with run_in(
        folder, lambda _: True, sockets=("/t/club/matches/1/live?language=en",)
    ) as run:
        await _called(run, FIRST)
        await _played(run)
        await until_known_over(run.served.hub, match_id(1))
        await run.followed[0].read_to(run.last)
        yield run


_PUBLIC_PLACES = {
    "GET /t/club/matches/1",
    "GET /t/club/matches/1/live.json",
    "GET /t/club/matches/1/live.json?after=0",
    "GET /t/club/matches/1/open.mat",
    "GET /t/club/matches/1/open.sgf",
    "GET /t/club/matches/1/forms/protocol.html",
    "GET /t/club/matches/1/protocol.json",
    "GET /t/club/matches/1/forms/protocol.pdf",
}
_OPERATORS_PLACES = {
    "GET /api/t/club/matches/1/open.mat",
    "GET /api/t/club/matches/1/open.sgf",
    "GET /t/club/matches/1/forms/protocol.html",
    "GET /api/t/club/matches/1/protocol.json",
    "GET /t/club/matches/1/forms/protocol.pdf",
    "GET /api/t/club/matches/1",
    "GET /api/persons",
    "GET /api/t/club/teams",
    "GET /hall/t/club/matches/1",
    "GET /hall/t/club/matches/1/log",
    "GET /hall/people",
    "GET /hall/t/club/teams",
}


@PDFTOTEXT.required
@pytest.mark.parametrize(
    "only",
    [
        _PUBLIC_PLACES | _OPERATORS_PLACES | {"GET /captain", "GET /seat"},
        pytest.param(None, marks=pytest.mark.soak),
    ],
    ids=["some", "every"],
)
async def test_a_renamed_then_erased_player_is_called_so_on_every_page_form_and_export(
    tmp_path: Path, only: Collection[str] | None
) -> None:
    async with _match_played(tmp_path) as run:
        before = await run.look(DIRECTOR, brief=True, only=only)
        assert _showing(before, FIRST) >= _PUBLIC_PLACES | _OPERATORS_PLACES
        await _called(run, LATER, LATER_CYRILLIC)
        renamed = await _seen_by_all(run, only)
        assert _showing(renamed["public"], LATER) >= _PUBLIC_PLACES
        assert _showing(renamed["director"], LATER) >= _PUBLIC_PLACES | _OPERATORS_PLACES
        assert _showing(renamed["captain"], LATER) >= {"GET /captain"}
        await _nowhere(renamed, "Vantongeren", "Aurelia")
        await run.hall.commands.to_persons(cmd.ErasePerson(person=PLAYER), DIRECTOR)
        erased = await _seen_by_all(run, only)
        assert _showing(erased["director"], "N. N.") >= _PUBLIC_PLACES | _OPERATORS_PLACES
        await _nowhere(erased, *GONE)


async def _nowhere(seen: dict[str, Seen], *names: str) -> None:
    for who, each in seen.items():
        for text in _texts(each):
            assert not [name for name in names if name in text], (who, text[:200])


async def test_a_page_that_is_open_is_sent_the_new_name_without_any_news_of_the_match(
    tmp_path: Path,
) -> None:
    async with _match_played(tmp_path) as run:
        (follower,) = run.followed
        await _called(run, LATER)
        frame = str(await follower.socket.recv())
        while LATER not in frame:  # the first name's own frame may still be on its way
            frame = str(await follower.socket.recv())
        assert FIRST not in frame
        assert '"items":[]' in frame


async def test_every_ledger_verifies_and_no_hash_has_changed_after_renaming_and_erasing(
    tmp_path: Path,
) -> None:
    async with _match_played(tmp_path) as run:
        pass
    before = await _ledgers(tmp_path)
    async with opened(tmp_path) as served:
        handle_person = served.hall.commands.to_persons
        await handle_person(renaming(served.hall.persons, PLAYER, LATER), DIRECTOR)
        await handle_person(cmd.ErasePerson(person=PLAYER), DIRECTOR)
    assert await _ledgers(tmp_path) == before
    assert set(before) == {"hall", f"t/{TOURNAMENT}", STREAM}
    assert run.hall.match(match_id(1)).head.hex() == before[STREAM][-1]


async def _ledgers(folder: Path) -> dict[str, list[str]]:
    """Every stream's hashes, each of which has been verified."""
    log = await SqliteEventLog.open(Settings(data_folder=folder).log_file)
    try:
        streams = {name: await log.read(name) for name in await log.heads()}
    finally:
        await log.close()
    assert all(verify(entries) is None for entries in streams.values())
    return {name: [each.digest.hex() for each in entries] for name, entries in streams.items()}


async def test_no_name_that_was_typed_is_in_the_event_log(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        number = await started_match(director)
        order = {"game": 1, "attempt": 1, "reason": "the hall was too loud"}
        answer = await director.post(f"/api/t/club/matches/{number}/director/void-game", json=order)
        assert answer.status_code == 200, answer.text
        link = {"kind": "captain", "team": "Rudder", "name": "Ellsworth Captain"}
        assert (
            await director.post(f"/api/t/club/matches/{number}/links", json=link)
        ).status_code == 201
        signature = {"team": "Compass", "by": "Wilhelmina Signs"}
        await director.post(f"/api/t/club/matches/{number}/signatures", json=signature)
        known = {person["name"] for person in (await director.get("/api/persons")).json()}
    assert known >= {"Brook", "Fields", "Holloway", "Stonely", "Ellsworth Captain"}
    log = _content(tmp_path, "log.sqlite3*")
    assert b"too loud" in log
    assert [name for name in known - {"Director"} if name.encode() in log] == []


async def test_the_name_of_an_erased_person_is_in_no_file_of_the_server(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        person = PersonId("q7")
        handle_person = served.hall.commands.to_persons
        await handle_person(cmd.AddPerson(person=person, names=(LATER,), club="Quay"), DIRECTOR)
        await add_account(served.authenticator.process, LATER, DIRECTOR.role, person=person)
        await handle_person(cmd.ErasePerson(person=person), DIRECTOR)
    kept = _content(tmp_path, "*")
    assert [name for name in (b"Quillfeather", b"quillfeather", b"Quay") if name in kept] == []


def _content(folder: Path, names: str) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.glob(names)))


_OF_ONE_TABLE = (
    "/",
    "/t/club/matches/1",
    "/t/club/matches/1/live.json?after=0",
    "/t/club/matches/1/forms/protocol.html",
    "/t/club/matches/1/protocol.json",
    "/hall",
    "/hall/t/club/matches/1",
    "/hall/t/club/matches/1/links",
    "/hall/t/club/matches/1/log",
    "/hall/t/club/matches/1/orders/correct-result",
    "/api/t/club/matches",
    "/api/t/club/matches/1",
    "/api/t/club/matches/1/open.mat",
)


async def test_a_player_at_one_table_is_renamed_and_erased_wherever_the_match_is_shown(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        match = {"white": FIRST, "red": "Kim Holloway", "length": 3}
        assert (
            await director.post("/api/t/club/matches/match-play", json=match)
        ).status_code == 201
        link = {"kind": "player", "team": FIRST, "room": "open"}
        assert (await director.post("/api/t/club/matches/1/links", json=link)).status_code == 201
        await throw_opening(served.hall, 1, 1)
        (player,) = served.hall.persons.named(FIRST)
        handle_person = served.hall.commands.to_persons
        for command, shown in (
            (renaming(served.hall.persons, player.person_id, LATER), LATER),
            (cmd.ErasePerson(person=player.person_id), "N. N."),
        ):
            await handle_person(command, DIRECTOR)
            for path in _OF_ONE_TABLE:
                page = (await director.get(path)).text
                assert "Vantongeren" not in page, path
                assert shown in page or path.endswith(("links", "orders/correct-result")), path
        assert LATER not in "".join([(await director.get(path)).text for path in _OF_ONE_TABLE])
    assert b"Vantongeren" not in _content(tmp_path, "log.sqlite3*")
