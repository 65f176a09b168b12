"""Records of every release since 0.2.0 are read by this program, their forms word for word."""

from pathlib import Path

import pytest

from rules import events as ev
from rules.room import Room
from server.access import Role
from server.archive.ledger_check import checked_ledgers
from server.people.sign_in import Device
from server.store.event_log.sqlite_log import SqliteEventLog
from tests.support.clock import Clock
from tests.support.golden_records import (
    BOARD,
    CLERK,
    FOLDER,
    JOURNAL,
    KEY_LABEL,
    UNDER_WAY,
    golden,
    of_then,
    restored,
    shown,
)
from tests.support.ids import match_id
from tests.support.quick import PASSPHRASE
from tests.support.served import DIRECTOR, opened

VERSIONS = sorted(path.name for path in FOLDER.iterdir())
HERE = Device("192.0.2.8", "a test")


def test_the_records_of_the_first_release_are_kept() -> None:
    assert VERSIONS[0] == "0.2.0"


@pytest.mark.parametrize("version", VERSIONS)
async def test_forms_files_and_feed_say_what_they_said(version: str, tmp_path: Path) -> None:
    restored(version, tmp_path)
    async with opened(tmp_path, Clock()) as served, served.client(DIRECTOR) as client:
        assert not served.hall.registry.damaged
        then = golden(version, "shown")
        assert of_then(then, await shown(client)) == then
        named = [each["name"] for each in (await client.get("/api/tournaments")).json()]
        assert named == ["club", "odesa-2026"]
        people = (await client.get("/hall/people")).text
        assert "Hidden Hare" in people
        assert "Erased Elk" not in people


@pytest.mark.parametrize("version", VERSIONS)
async def test_accounts_links_sessions_and_keys_are_good_still(
    version: str, tmp_path: Path
) -> None:
    restored(version, tmp_path)
    secrets = golden(version, "secrets")
    async with opened(tmp_path, Clock()) as served:
        authenticator, keys = served.authenticator, served.hall.board_keys
        assert keys.get(BOARD) == bytes.fromhex(secrets["key"])
        assert [board.label for board in keys.list()] == [KEY_LABEL]
        assert authenticator.visitor(secrets["clerk"]) == CLERK
        assert await authenticator.sign_in("Director", PASSPHRASE, HERE)
        for role in (Role.CAPTAIN, Role.PLAYER):
            _, session = await authenticator.follow_link(secrets[role.value], HERE)
            visitor = authenticator.visitor(session)
            assert visitor is not None
            assert (visitor.role, visitor.match) == (role, match_id(UNDER_WAY))


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_match_under_way_goes_on_and_every_ledger_stays_sound(
    version: str, tmp_path: Path
) -> None:
    restored(version, tmp_path)
    async with opened(tmp_path, Clock()) as served, served.client(DIRECTOR) as client:
        before = served.hall.match(match_id(UNDER_WAY)).record
        assert before.state is not None
        at = {"game": before.state.game, "attempt": before.state.attempt}
        path = f"/api/t/club/matches/{UNDER_WAY}/director/void-game"
        answer = await client.post(path, json={**at, "reason": "carried over"})
        assert answer.status_code == 200, answer.text
        history = served.hall.match(match_id(UNDER_WAY)).history
        assert any(isinstance(event, ev.GameVoided) for event in history[-3:])
        assert before.boards.get(Room.OPEN) is None
    log = await SqliteEventLog.open(tmp_path / "log.sqlite3")
    checks = [check async for check in checked_ledgers(log)]
    journals = await log.journal_heads()
    await log.close()
    assert [check.stream for check in checks if not check.sound] == []
    assert journals == {(BOARD, JOURNAL): 2}
