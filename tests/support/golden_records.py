"""Records of a release, kept so that every later program shows that it still reads them.

`python -m tests.support.golden_records VERSION` made the folder tests/golden/records/VERSION, once,
with the program of that version: both databases as SQL, and what the matches' forms, files and feed
said. A folder that is there is not made again: it is what people have on their disks.
"""

import asyncio
import json
import sqlite3
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

from rules import commands as cmd
from rules import events as ev
from rules.games.known_games import GAMES
from rules.identities import MatchId, TournamentName
from rules.position import Side
from rules.room import Room
from server.access import SERVER, Role, Visitor
from server.store.accounts_db.links import Link, LinkKind
from server.store.event_log.contract import Batch, JournalEntry
from server.store.event_log.sqlite_log import SqliteEventLog
from server.values.stored_events import match_stream
from tests.support.account_commands import given_key, given_link
from tests.support.clock import Clock
from tests.support.commands import happen, register_team, schedule, schedule_match_play
from tests.support.full_hall import PLAYERS as _ALL
from tests.support.full_hall import ToPoints, history_to_points
from tests.support.ids import match_id
from tests.support.persons import person_id, renaming
from tests.support.rooms import Rooms, Temper, started
from tests.support.served import DIRECTOR, Served, opened

FOLDER = Path(__file__).parents[1] / "golden" / "records"
TEAMS = {team: _ALL[team] for team in ("Compass", "Rudder")}
SHORT = Temper(resign=0.05, double=0.1, mischief=0.02)
FINISHED, UNDER_WAY, TO_POINTS = 1, 2, 3
CLERK = Visitor(Role.CLERK, person_id("Clerk"), Room.CLOSED)
BOARD, KEY_LABEL = "BZ-1", "by the window"
JOURNAL = bytes(range(8))
SHOWN = (
    "/api/t/club/matches/{number}/protocol.json",
    "/t/club/matches/{number}/protocol.json",
    "/t/club/matches/{number}/live.json?after=0",
    "/api/t/club/matches/{number}/open.mat",
    "/api/t/club/matches/{number}",
)
"""What is asked of every match, word for word the same in every later program."""


async def shown(client: httpx.AsyncClient) -> dict[str, str]:
    """What a director is shown of every match, by its address."""
    answers = {}
    for number in (FINISHED, UNDER_WAY, TO_POINTS):
        for path in SHOWN:
            address = path.format(number=number)
            answers[address] = (await client.get(address)).text
    return answers


def restored(version: str, folder: Path) -> Path:
    """The records of that version, laid into a folder as a server of it left them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("log", "accounts"):
        path = folder / f"{name}.sqlite3"
        with sqlite3.connect(path) as database:
            database.executescript((FOLDER / version / f"{name}.sql").read_text(encoding="utf-8"))
        database.close()
        path.chmod(0o600)
    return folder


def damaged(folder: Path, match_id: MatchId) -> None:
    """Have the match's ninth event in these records say that another made it."""
    with sqlite3.connect(folder / "log.sqlite3") as database:
        stream = f"(SELECT stream_id FROM stream WHERE name = '{match_stream(match_id)}')"
        of_it = f"stream_id = {stream} AND sequence = 9"
        database.execute(f"UPDATE event SET actor = 'nobody' WHERE {of_it}")
    database.close()


def golden(version: str, name: str) -> Any:
    """What was kept beside those records: "shown" or "secrets"."""
    return json.loads((FOLDER / version / f"{name}.json").read_text(encoding="utf-8"))


def of_then(then: dict[str, str], now: dict[str, str]) -> dict[str, str]:
    """What these answers say `now` of the fields that they had `then`: fields may be added."""
    return {path: _of_then(text, now[path]) for path, text in then.items()}


def _of_then(then: str, now: str) -> str:
    if then == now or not then.startswith("{"):
        return now
    fields = _fields_of(json.loads(then), json.loads(now))
    if then.startswith("{\n"):
        return json.dumps(fields, ensure_ascii=False, indent=2) + "\n"
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _fields_of(then: Any, now: Any) -> Any:
    if isinstance(then, dict) and isinstance(now, dict):
        return {name: _fields_of(then[name], now[name]) for name in now if name in then}
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        return [_fields_of(*both) for both in zip(then, now, strict=True)]
    return now


async def _filled(served: Served) -> dict[str, str]:
    """Play some matches, enter everything else there can be; the secrets that were given out."""
    hall = served.hall
    for team, players in TEAMS.items():
        await register_team(hall, team, players)
    for seed, steps in ((FINISHED, 20_000), (UNDER_WAY, 160)):
        await schedule(
            hall, home="Compass", away="Rudder", games=4, event="Harbour Cup", tail_drawn=seed == 2
        )
        rooms = Rooms.seated(GAMES["backgammon"], seed, SHORT)
        for _ in range(steps):
            if rooms.state.over:
                break
            rooms.step()
        await happen(hall, seed, *_line_ups(), started(), *rooms.history)
    signed = (ev.MatchSigned(team=team, by=person_id(team).text) for team in TEAMS)
    await happen(hall, FINISHED, *signed)
    white, red = (players[0] for players in TEAMS.values())
    to_points = ToPoints(white, red, length=3, seed=7, steps=20_000)
    await schedule_match_play(hall, white=white, red=red, length=3, event="Open")
    await happen(hall, TO_POINTS, *history_to_points(to_points))
    await hall.commands.to_hall(cmd.CreateTournament(TournamentName("odesa-2026")), SERVER)
    return await _access(served)


def _line_ups() -> tuple[ev.LineUpSubmitted, ...]:
    return tuple(
        ev.LineUpSubmitted(
            team=team, open_player=person_id(players[0]), closed_player=person_id(players[1])
        )
        for team, players in TEAMS.items()
    )


async def _access(served: Served) -> dict[str, str]:
    hall = served.hall
    for name in ("Hidden Hare", "Erased Elk", "Doubled Dove"):
        person = cmd.AddPerson(person=person_id(name), names=(name,))
        await hall.commands.to_persons(person, DIRECTOR)
    orders: tuple[cmd.PersonCommand, ...] = (
        cmd.HidePerson(person=person_id("Hidden Hare"), hidden=True),
        cmd.ErasePerson(person=person_id("Erased Elk")),
        cmd.MergePersons(person=person_id("Doubled Dove"), into=person_id(TEAMS["Compass"][0])),
        renaming(hall.persons, person_id(TEAMS["Rudder"][0]), "Kim Halloway", "Кім Галловей"),
    )
    for order in orders:
        await hall.commands.to_persons(order, DIRECTOR)
    captain = Link(
        kind=LinkKind.CAPTAIN,
        person=person_id("Captain"),
        match=match_id(UNDER_WAY),
        team="Compass",
        side=None,
    )
    player = Link(
        kind=LinkKind.PLAYER,
        person=person_id(TEAMS["Rudder"][1]),
        match=match_id(UNDER_WAY),
        team="Rudder",
        room=Room.CLOSED,
        side=Side.WHITE,
    )
    key = given_key(hall.board_keys, BOARD, KEY_LABEL)
    return {
        "key": key.hex(),
        "captain": given_link(served.authenticator, captain)[1],
        "player": given_link(served.authenticator, player)[1],
        "clerk": await served.session(CLERK),
    }


async def _journal(log_file: Path) -> None:
    """Two frames of a board, the second of a match's stream."""
    log = await SqliteEventLog.open(log_file)
    stream = match_stream(match_id(UNDER_WAY))
    head, at = (await log.heads())[stream], Clock()()
    frames = (
        JournalEntry(BOARD, JOURNAL, 1, bytes.fromhex("0003"), at),
        JournalEntry(BOARD, JOURNAL, 2, bytes.fromhex("0004"), at, stream, head),
    )
    await log.append(Batch(journal=frames))
    await log.close()


def _dumped(path: Path, sql: Path) -> None:
    with sqlite3.connect(path) as database:
        sql.write_text("\n".join(database.iterdump()) + "\n", encoding="utf-8")
    database.close()


async def _make(version: str) -> None:
    target = FOLDER / version
    target.mkdir(parents=True)
    with TemporaryDirectory() as name:
        folder = Path(name)
        async with opened(folder, Clock()) as served, served.client(DIRECTOR) as client:
            secrets = await _filled(served)
            kept = {"shown": await shown(client), "secrets": secrets}
        await _journal(folder / "log.sqlite3")
        for each in ("log", "accounts"):
            _dumped(folder / f"{each}.sqlite3", target / f"{each}.sql")
    for each, values in kept.items():
        text = json.dumps(values, ensure_ascii=False, indent=1)
        (target / f"{each}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(_make(sys.argv[1]))
