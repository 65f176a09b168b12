"""What each extra keeps, where that is seen, and records in which every extra was used."""

import contextlib
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import httpx

from rules.position import Side
from server.extras import server_extras
from server.values.double_answers import DoubleKey, Tally
from server.web.edge.authorization import COOKIE
from simulator.server_process import start_server
from tests.lists.literals import ROOT
from tests.support.finished_hall import until_known_over
from tests.support.ids import match_id
from tests.support.knockout_desk import KnockoutDesk
from tests.support.persons import person_id, renaming
from tests.support.sensible_match import play_sensibly
from tests.support.served import DIRECTOR, opened

MATCH: Final = "/t/club/matches/1"
PROTOCOL: Final = f"{MATCH}/forms/protocol.pdf"
PLAYER: Final = person_id("Brook")
NAMING: Final = ("Vantongeren", "annelise")
"""What names that player of the match, and one who plays by messages."""
OTHER: Final = "benedikt"
"""Who plays against the latter."""
SEATED: Final = "(a visitor's game)"
"""Stands for its address, which is drawn."""
OUTBOX: Final = "/hall/t/club/tournament/messages"
DESK: Final = "/hall/t/club/prints?whole=1"


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedExtra:
    """What an extra keeps, and where that is seen.

    `tables` are those of the file of accounts, `files` patterns in the folder of the records.
    `shown` are addresses, with what is found there as long as the extra is on and only then.
    `settings` are those of a server that uses it, `runs` commands of it, each over RECORDS.
    """

    tables: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    shown: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    runs: tuple[tuple[str, ...], ...] = ()


USED: Final[Mapping[str, UsedExtra]] = {
    "analysis": UsedExtra(
        tables=("fork_tallies", "form_print"),
        files=("luck/*",),
        shown={
            MATCH: r'<section aria-labelledby="luck-title">.*?</section>',
            "/decisions?least=1": r"<table.*?</table>",
            f"{MATCH}/forms/luck": r"<table.*</table>",
            f"{MATCH}/forms/take-home-sheet.pdf?player={PLAYER}": "%PDF",
            f"{MATCH}/forms/take-home-sheet?player={PLAYER}": r"<table.*</table>",
            DESK: r"Take-home sheet, <bdi>[^<]*</bdi>",
        },
        runs=(("luck", "RECORDS"),),
    ),
    "broadcast": UsedExtra(shown={f"{MATCH}/overlay?show=both": r"<body.*</body>"}),
    "closed_seat": UsedExtra(
        files=("closed-seats.sqlite3",),
        shown={MATCH: rf'href="{MATCH}/closed-seat"', SEATED: r"<bg-board.*?</bg-board>"},
    ),
    "lesson": UsedExtra(runs=(("trictrac", "--seed", "4", "--plain"),)),
    "mail": UsedExtra(
        tables=("pbem_player", "pbem_message", "pbem_mail"),
        shown={OUTBOX: r"club@hall\.test"},
        settings={"YALTA_MAIL_PORT": "0", "YALTA_MAIL_DOMAIN": "hall.test"},
    ),
    "sharing": UsedExtra(
        shown={
            "/": r'property="og:image" content="[^"]*"',
            MATCH: r'<code id="frame-code".*?</code>',
            f"/embed{MATCH}": r"<bg-board.*?</bg-board>",
            f"/cards{MATCH}.png": "PNG",
        },
        settings={"YALTA_EMBED_SITES": "https://blog.example"},
    ),
    "study": UsedExtra(
        files=("study/boards.csv", "study/study.json", "study/report.html"),
        runs=(("study", "RECORDS/study", "--boards", "12", "--luck-every", "12"),),
    ),
    "subscriptions": UsedExtra(
        shown={
            "/": r'<a href="/results\.atom[^>]*>',
            "/t/club/results.atom": r"<entry>.*</entry>",
            "/t/club": r'<a href="/t/club/results\.atom[^>]*>',
        }
    ),
    "watchers": UsedExtra(tables=("double_votes",), shown={MATCH: r"double-answer\.js"}),
}
"""Every extra by its folder."""

CORE: Final[Mapping[str, str]] = {
    "/": "Compass",
    "/t/club": "Compass",
    MATCH: "Rudder",
    f"{MATCH}/g1": "<bg-board",
    f"{MATCH}/ledger": "verify",
    f"{MATCH}/forms/protocol.html": "Rudder",
    "/t/club/players": NAMING[0],
    "/t/club/bracket": "PBeM",
    "/players": NAMING[0],
    "/screen": "<html",
    "/hall": "Compass",
    f"/hall{MATCH}": "Compass",
    f"/hall{MATCH}/log": "Compass",
    DESK: 'Match protocol: <span class="muted">',  # printed, and not changed since
    OUTBOX: f"{OTHER}@players.test",
    "/hall/people": "Fields",
    "/accounts": "Director",
}
"""Pages of the core over these records, each with what it shows whichever extras there are."""


async def use_all(folder: Path) -> tuple[str, str]:
    """Make records with a match that is over, for all extras but what their commands keep.

    A visitor has begun a game from the closed seat, two players have entered by messages. Gives the
    director's session and the address of the visitor's game.
    """
    async with opened(folder) as served, served.client(DIRECTOR) as director:
        await play_sensibly(served.hall)
        await until_known_over(served.hub, match_id(1))
        name = renaming(served.hall.persons, PLAYER, f"Aurelia {NAMING[0]}")
        await served.hall.commands.to_persons(name, DIRECTOR)
        start = {"order": "start", "name": "PBeM", "length": 10, "days": 7, "quiet_days": 3}
        double = DoubleKey(match_id(1), 1, 1, Side.WHITE, 3)
        served.hall.double_votes.keep(double, Tally(takes=2, passes=1))
        answers = [await director.post("/api/t/club/messages/orders", json=start)]
        for handle in (NAMING[1], OTHER):
            message = {"subject": f"enter {handle}", "address": f"{handle}@players.test"}
            answers.append(await director.post("/api/t/club/messages", json=message))
        desk = KnockoutDesk(director)
        await desk.order("draw", knockout=1)
        await desk.order("publish", knockout=1, round=1)
        seat = await director.post(f"{MATCH}/closed-seat", data={"game": 1, "side": "white"})
        assert [each.is_success for each in answers] == [True] * len(answers), answers
        return await served.session(DIRECTOR), seat.headers.get("location", "")


def stored(records: Path, used: UsedExtra) -> dict[str, object]:
    """What these records have of an extra, word for word."""
    kept: dict[str, object] = {
        path.name: path.read_bytes() for each in used.files for path in sorted(records.glob(each))
    }
    with contextlib.closing(sqlite3.connect(records / "accounts.sqlite3")) as database:
        for table in used.tables:
            kept[table] = sorted(database.execute(f"SELECT * FROM {table}").fetchall(), key=repr)
    return kept


def run(command: Sequence[str], records: Path, program: Path = ROOT) -> tuple[int, str]:
    """How a command of that program ends over these records, and what it prints."""
    words = [each.replace("RECORDS", str(records)) for each in command]
    done = subprocess.run(
        [sys.executable, "-m", "yalta", *words],
        env={**os.environ, **_of(program)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
        timeout=300,
    )
    return done.returncode, done.stdout.replace(str(records), "RECORDS")


def _of(program: Path) -> dict[str, str]:
    """The environment in which that copy of the product runs in place of this one."""
    return {"PYTHONPATH": f"{program}{os.pathsep}{ROOT}", "PYTHONSAFEPATH": "1"}


@contextlib.asynccontextmanager
async def serving(
    records: Path, session: str, *, off: Collection[str] = (), program: Path = ROOT
) -> AsyncIterator[httpx.AsyncClient]:
    """The director's client of a server over these records, a process of that program.

    Extras that are not `off` are on: where there are none, since nobody says which are.
    """
    environment = {"YALTA_PUBLIC_URL": "https://club.example"}
    for name in USED.keys() - off:
        environment |= USED[name].settings
    if off:
        on = [each.name for each in server_extras() if each.name not in off]
        environment["YALTA_EXTRAS"] = ",".join(on)
    if program != ROOT:
        environment |= _of(program)
    within = ("env", *(f"{name}={value}" for name, value in environment.items()))
    server = await start_server(records, records / "no-devices", within=within)
    headers, cookies = {"origin": server.address}, {COOKIE: session}
    try:
        async with httpx.AsyncClient(
            base_url=server.address, headers=headers, cookies=cookies
        ) as client:
            yield client
    finally:
        await server.stop()


async def text_of(client: httpx.AsyncClient, path: str) -> str:
    """An answer's body, a letter a byte whatever it is; empty where there is none."""
    answer = await client.get(path, headers={"accept": "text/html,*/*"})
    return answer.content.decode("latin-1") if answer.is_success else ""


async def pages_missed(client: httpx.AsyncClient) -> list[str]:
    """The pages of the core that do not show what they are for."""
    return [path for path, text in CORE.items() if text not in await text_of(client, path)]


async def seen(client: httpx.AsyncClient, game: str) -> dict[str, dict[str, str]]:
    """What each extra shows at its addresses, empty for nothing; `game` is the visitor's."""
    found = dict[str, dict[str, str]]()
    for name, used in USED.items():
        found[name] = {}
        for path, pattern in used.shown.items():
            text = await text_of(client, game if path == SEATED else path)
            match = re.search(pattern, text, re.DOTALL)
            found[name][path] = match[0] if match else ""
    return found
