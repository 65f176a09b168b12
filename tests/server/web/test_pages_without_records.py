"""What everybody is shown is made where no records can be read: nothing secret is within reach."""

import json
import pickle
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from rules import events as ev
from rules.identities import PersonId
from server.values.finished_match import FinishedMatch, PostedStep
from server.values.naming import Person
from server.values.played_match import PersonTally
from tests.rules.formats.team_event.rounds import drawn_robin, published
from tests.server.live.following import whole_match
from tests.support.persons import person_id
from tests.support.public_values import NOW, PublicValues

TEAMS: Final = {
    "Compass": ("Brook", "Fields"),
    "Rudder": ("Holloway", "Stonely"),
    "Anchor": ("Hill", "Moss"),
}
PLAYED, OVER, FINISHED = 1, 2, 3
"""Matches of which one is under way, one has just ended and one is only listed."""
STEPS: Final = 80

PAGES: Final = {
    "/": "Compass",
    "/tournaments": "Harbour Cup",
    "/following": "Following",
    "/players": "Brook",
    f"/players/{person_id('Brook').text}": "Brook",
    "/search?q=compass": "Compass",
    "/where": "Brook",
    "/t/club/where?who=Brook": "Brook",
    "/duplicate": "duplicate",
    "/screen": "Compass",
    "/screen?show=wall": "Compass",
    "/screen/address": "club/1",
    "/t/club": "Harbour Cup",
    "/t/club/standings": "Compass",
    "/t/club/schedule": "Compass",
    "/t/club/bracket": "Harbour Cup",
    "/t/club/teams": "Anchor",
    "/t/club/teams/Compass": "Brook",
    "/t/club/players": "Brook",
    "/t/club/archive": "Rudder",
    f"/t/club/matches/{PLAYED}": "Brook",
    f"/t/club/matches/{PLAYED}/g1": "Brook",
    f"/t/club/matches/{PLAYED}/games/1/story.json": "steps",
    f"/t/club/matches/{OVER}": "Compass",
    f"/t/club/matches/{OVER}/ledger": "ledger",
    f"/t/club/matches/{OVER}/ledger.jsonl": "{}",
    "/ledgers.json": f"club/{OVER}",
}
"""A page of each kind that everybody is shown, with a word that is on it."""

WITHOUT_RECORDS: Final = """
import sys
from pathlib import Path

REFUSED = ("server.hall", "server.matches", "server.boards", "server.people", "server.store")
SQL = ("alembic", "sqlalchemy", "sqlite3", "sqlmodel")

class Refusing:
    def find_spec(self, name, path=None, target=None):
        if name.startswith(REFUSED) or name.partition(".")[0] in SQL:
            raise ImportError(f"{name} is out of reach here")

sys.meta_path.insert(0, Refusing())
from tests.support.public_values import answers_over
print(answers_over(Path(sys.argv[1]), sys.argv[2].split(","), sys.argv[3:]))
"""
"""A process in which neither records nor what rests on them can be imported."""


def _finished() -> FinishedMatch:
    (scheduled, *_) = whole_match(number=FINISHED)
    assert isinstance(scheduled, ev.MatchScheduled)
    return FinishedMatch(
        duplicate=scheduled,
        game=4,
        final_score=(11, 9),
        sums=(12, 4),
        smp=(480, 200),
        persons=(PersonTally(person=person_id("Brook"), games=4, won=3, imp=(12, 4)),),
        posted=(PostedStep(int(NOW.timestamp() * 1_000_000), changed=True, unconfirmed=False),),
    )


def _values() -> PublicValues:
    teams = {team: tuple(map(person_id, names)) for team, names in TEAMS.items()}
    everybody = {person_id(each): each for names in TEAMS.values() for each in names}
    stages = published(drawn_robin(tuple(TEAMS)))
    described = ev.EventDescribed(title="Harbour Cup", place="Odesa", dates="1–5 October")
    return PublicValues(
        stages=replace(stages, described=described),
        teams=teams,
        persons=[_person(each, name) for each, name in everybody.items()],
        events={
            PLAYED: whole_match(number=PLAYED)[:STEPS],
            OVER: whole_match(2, number=OVER),
        },
        finished=[_finished()],
    )


def _person(person: PersonId, name: str) -> Person:
    return Person(person_id=person, names=(name,))


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, str]]:
    """What the process answers to each address."""
    return answered(tmp_path_factory.mktemp("values"), PAGES)


def answered(folder: Path, pages: Iterable[str], *more: str) -> dict[str, tuple[int, str]]:
    """What a process without records answers; `more` are modules of an extra with a router."""
    values = folder / "values"
    values.write_bytes(pickle.dumps(_values()))
    root = Path(__file__).parents[3]
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT_RECORDS, str(values), ",".join(more), *pages],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    made: dict[str, tuple[int, str]] = json.loads(ran.stdout)
    return made


@pytest.mark.parametrize("address", PAGES)
def test_a_page_for_everybody_is_made_without_records(
    address: str, answers: dict[str, tuple[int, str]]
) -> None:
    status, text = answers[address]
    assert status == 200, text
    assert PAGES[address] in text
    assert "/sign-in" not in text, "nobody can do anything on a page for readers"
