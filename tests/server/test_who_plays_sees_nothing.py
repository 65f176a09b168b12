"""Runs that differ in what a seat may not know look the same to whoever plays there (ruling 34).

Each run is the whole application on real files and sockets; every address that may be read, and
every write about the match, is asked by a director, a captain and a player who play in it, or may
be seated in its closed room.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from rules import commands as cmd
from rules.events import Embargo
from rules.position import Side
from rules.room import Room
from server.access import SERVER, Role, Visitor
from tests.server.test_non_interference import (
    Story,
    ahead,
    check_answers,
    check_frames,
    known_in_closed,
    known_in_open,
    shared_past,
)
from tests.support.ids import match_id
from tests.support.persons import keep_persons, person_id
from tests.support.secrecy import Seen, Step, run_in

RESERVE, OPEN, CLOSED = map(person_id, ("Summers", "Brook", "Fields"))
OTHER_SELF = person_id("Sommers")
"""The reserve, entered a second time."""
NOBODY = {"director who does not play": Visitor(Role.DIRECTOR, person_id("Ann"))}
ANSWERED_TO_PLAYERS = ("GET /hall/t/club/matches/1",)
"""All that a director who plays reads about the match: how far it is, and games that are over."""
DIRECTORS = {
    "director in open": Visitor(Role.DIRECTOR, OPEN),
    "director in closed": Visitor(Role.DIRECTOR, CLOSED),
    "director in reserve": Visitor(Role.DIRECTOR, RESERVE),
}
OF_THE_HALL = {
    **DIRECTORS,
    "operator in reserve": Visitor(Role.OPERATOR, OTHER_SELF),
    "clerk who plays": Visitor(Role.CLERK, CLOSED, Room.OPEN),
    "broadcaster who plays": Visitor(Role.BROADCASTER, CLOSED),
}
BY_LINK = {
    "captain in closed": Visitor(Role.CAPTAIN, CLOSED, None, match_id(1), "Compass"),
    "player in closed": Visitor(Role.PLAYER, CLOSED, Room.CLOSED, match_id(1), "Compass", Side.RED),
    "player with an old link": Visitor(
        Role.PLAYER, RESERVE, Room.OPEN, match_id(1), "Compass", Side.WHITE
    ),
}
AT_THE_OPEN_TABLE = {
    "player in open": Visitor(Role.PLAYER, OPEN, Room.OPEN, match_id(1), "Compass", Side.WHITE)
}


async def seen(
    folder: Path,
    steps: Sequence[Step],
    knows: object,
    every: dict[str, Visitor],
    brief: bool = False,
    embargo: Embargo = Embargo.LOCKSTEP,
    only: Sequence[str] | None = None,
) -> dict[str, Seen]:
    """What each visitor is answered at the end of a run."""
    async with run_in(folder, knows, embargo, sockets=(), reserve="Summers") as run:  # type: ignore[arg-type]
        await keep_persons(run.hall.persons, ["Summers", "Sommers"])
        for who in (Visitor(Role.DIRECTOR, CLOSED), OF_THE_HALL["operator in reserve"]):
            await run.served.session(who)
        twice = cmd.MergePersons(person=OTHER_SELF, into=RESERVE)
        await run.hall.commands.to_persons(twice, SERVER)
        for step in steps:
            await run.happens(step)
        writes = "/t/{tournament}/matches/"
        return {
            name: await run.look(who, writes, silent=("/live",), brief=brief, only=only)
            for name, who in every.items()
        }


def same(one: dict[str, Seen], other: dict[str, Seen]) -> None:
    for name, answers in one.items():
        check_frames(answers, other[name])
        check_answers(name, answers, other[name])


def check_refused(director: Seen) -> None:
    """He is told that he plays there, whatever he asks about the match, orders and all."""
    about = {
        address: answer
        for address, answer in director.answers.items()
        if re.search(r"/(matches|overlay)/1\b", address) and address not in ANSWERED_TO_PLAYERS
        if "/broadcast/" not in address  # where no director is let in
    }
    assert len(about) > 50
    assert {status for status, _, _ in about.values()} == {403}
    reason = re.compile("(You are playing|you play) in match 1,|Ви граєте в матчі 1 ")
    silent = [each for each, (_, _, body) in about.items() if not reason.search(body.decode())]
    assert silent == []
    assert director.answers["GET /hall/t/club/matches/1"][0] == 200
    assert director.answers["GET /hall"][0] == 200


IN_CLOSED = ("director in closed", "operator in reserve", "clerk who plays")
FEW = {name: OF_THE_HALL[name] for name in ("director in reserve", "clerk who plays")}


@pytest.mark.parametrize(
    ("who", "brief"),
    [
        (FEW, True),
        pytest.param({**DIRECTORS, **BY_LINK}, True, marks=pytest.mark.long(12)),
        pytest.param({**OF_THE_HALL, **BY_LINK, **NOBODY}, False, marks=pytest.mark.soak),
    ],
    ids=["few", "directors and links", "all"],
)
async def test_who_plays_in_the_closed_room_or_may_learns_nothing_of_the_open_one(
    tmp_path: Path, who: dict[str, Visitor], brief: bool
) -> None:
    near, far = ahead(1)
    one = await seen(tmp_path / "1", near.steps, known_in_closed, who, brief)
    other = await seen(tmp_path / "2", far.steps, known_in_closed, who, brief)
    for name in NOBODY.keys() & who.keys():
        with pytest.raises(AssertionError):
            same({name: one.pop(name)}, other)
    same(one, other)
    for name in DIRECTORS.keys() & who.keys():
        check_refused(one[name])


@pytest.mark.parametrize(
    ("who", "brief"),
    [
        pytest.param(("operator in reserve", "player in open"), True, marks=pytest.mark.long),
        pytest.param((), False, marks=pytest.mark.soak),
    ],
    ids=["few", "all"],
)
async def test_who_plays_in_the_open_room_learns_nothing_of_the_closed_one(
    tmp_path: Path, who: Sequence[str], brief: bool
) -> None:
    past = shared_past(5, turns=4)
    past.go_ahead(12)
    pair = [past.fork(11), past.fork(12)]
    for story, turns in zip(pair, (6, 9), strict=True):
        story.go_on(lambda rooms, n=turns: sum(rooms.state.closed.turns) >= n, Room.CLOSED)  # type: ignore[misc]
    every = {**OF_THE_HALL, **BY_LINK_WITHOUT_CLOSED, **AT_THE_OPEN_TABLE}
    asking = {name: every[name] for name in who or every}
    one = await seen(tmp_path / "1", pair[0].steps, known_in_open, asking, brief)
    other = await seen(tmp_path / "2", pair[1].steps, known_in_open, asking, brief)
    same(one, other)


BY_LINK_WITHOUT_CLOSED = {name: who for name, who in BY_LINK.items() if who.room is not Room.CLOSED}


@pytest.mark.parametrize(
    "embargo",
    [
        Embargo.LIVE,
        *(pytest.param(each, marks=pytest.mark.long) for each in Embargo if each != Embargo.LIVE),
    ],
)
async def test_who_sits_in_the_closed_room_is_not_told_that_the_open_one_has_thrown(
    tmp_path: Path, embargo: Embargo
) -> None:
    """The opening throw counts, and the closed room has not been given it."""
    past = Story.begun(1)
    waits, thrown = past.fork(1), past.fork(1)
    thrown.go_ahead(2)
    one, other = [
        await seen(
            tmp_path / name,
            story.steps,
            known_in_closed,
            {name: OF_THE_HALL[name] for name in IN_CLOSED},
            embargo=embargo,
            only=("GET /hall", "GET /t/club"),
        )
        for name, story in (("waits", waits), ("thrown", thrown))
    ]
    same(one, other)
