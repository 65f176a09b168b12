"""Runs that differ only in embargoed facts look the same to whoever may not know them.

Each run is the whole application on real files and sockets. Both runs of a pair have one
publishable past; then the open room goes on differently in each, or the closed room plays the same
turns differently. Bodies, headers, numbers and sizes of frames must be equal for every role, and
every byte on the closed room's board line (rulings 7, 12 and 13).
"""

import asyncio
import random
from collections.abc import Callable, Collection, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from board_drivers.wire.messages import Clock
from board_drivers.wire.table import CODES, unpack
from rules import events as ev
from rules.dice import Roll
from rules.duplicate.seed_dice import commitment
from rules.events import Embargo
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.trictrac.as_game import TRICTRAC
from rules.position import Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from rules.tables.state import Phase
from server.access import Visitor
from server.hall import Hall
from server.matches.board_places import BoardHasDice
from server.values.stored_events import StoredEvent
from tests.support.commands import assign_board, remove_board
from tests.support.persons import person_id
from tests.support.rooms import SEED, Rooms, Temper, started
from tests.support.secrecy import CLOSED_BOARD, Seen, Step, run_in
from tests.support.served import everybody
from tests.support.stored import Listener

CALM = Temper(closed_speed=0.4, double=0.08, resign=0.0, mischief=0.05)
QUIET = Temper(double=0.0, resign=0.0, mischief=0.0)
WILD = Temper(double=0.4, take=0.8, resign=0.1, mischief=0.2)

WATCHING = ("public", "captain of Compass", "captain of Rudder")
IN_CLOSED = ("clerk of closed", "player in closed")
IN_OPEN = ("clerk of open", "player in open")
PUBLIC = ("public",)
HIDDEN_FROM = {"player in open": ("/live",)}
"""Feeds with nothing in them for whoever plays in the only match (ruling 34)."""


GIVEN = ev.RollReleased | ev.GameStarted | ev.GameVoided | ev.GameCancelled


def known_in_closed(event: ev.Event) -> bool:
    """What the closed room does and is given, and what concerns a whole game or match."""
    if isinstance(event, ev.RoomEvent):
        return event.room is Room.CLOSED
    return isinstance(event, GIVEN) or not isinstance(event, ev.GameEvent)


def known_in_open(event: ev.Event) -> bool:
    """Everything but what the closed room does and is given."""
    return not known_in_closed(event) or not isinstance(event, ev.GameEvent)


@dataclass(frozen=True)
class Observed:
    """All that was seen of a run: the public's frames, each role's answers, the board's line."""

    followed: Seen
    roles: dict[str, Seen]
    board: list[tuple[int, int, bytes]]


@dataclass(frozen=True)
class Watch:
    """Who must not see a difference, under which embargo; `knows` tells what passes the time."""

    roles: Collection[str] = PUBLIC
    embargo: Embargo = Embargo.LOCKSTEP
    knows: Callable[[ev.Event], bool] = known_in_closed
    board: bool = True
    frames: bool = True
    game: Game = BACKGAMMON
    carried: bool = False
    """The closed room's board is ordered to open tables at the end, from its table and off it."""
    clocks: ev.Clocks = ev.Clocks.OFF
    brief: bool = False
    """Roles ask only what lets them in, of what is there."""

    def sized(self, brief: bool) -> "Watch":
        """This one, or its first and its last role asking in brief."""
        few = tuple(self.roles)
        return replace(self, roles=dict.fromkeys((few[0], few[-1])), brief=True) if brief else self

    async def observed(self, folder: Path, steps: Sequence[Step]) -> Observed:
        """One run and what these roles see at its end."""
        name = self.game.name
        async with run_in(folder, self.knows, self.embargo, game=name, clocks=self.clocks) as run:
            visitors: dict[str, Visitor] = everybody(1)
            for step in steps:
                await run.happens(step)
            if self.carried:
                await carry_about(run.hall)
            followed = await run.frames()
            roles = {
                role: await run.look(
                    visitors[role], silent=HIDDEN_FROM.get(role, ()), brief=self.brief
                )
                for role in self.roles
            }
            return Observed(followed, roles, run.board.heard)

    async def same(self, folder: Path, one: Sequence[Step], other: Sequence[Step]) -> Observed:
        """Run both and compare; what was seen."""
        first, second = await self.pair(folder, one, other)
        self.compare(first, second)
        return first

    async def pair(
        self, folder: Path, one: Sequence[Step], other: Sequence[Step]
    ) -> tuple[Observed, Observed]:
        """Both runs, to be compared by this watch or by one of fewer roles."""
        assert one != other
        return await self.observed(folder / "one", one), await self.observed(
            folder / "other", other
        )

    def compare(self, first: Observed, second: Observed) -> None:
        """AssertionError where any of its roles could see a difference."""
        if self.frames:
            check_frames(first.followed, second.followed)
        for role in self.roles:
            check_frames(first.roles[role], second.roles[role])
            check_answers(role, first.roles[role], second.roles[role])
        if self.board:
            assert first.board == second.board
            assert first.board


async def carry_about(hall: Hall) -> None:
    """Order the closed board to the open table as often as one can think of; it goes nowhere."""
    for _ in range(2):
        with pytest.raises(BoardHasDice):
            await assign_board(hall, 1, Room.OPEN, CLOSED_BOARD)
        await remove_board(hall, 1, Room.CLOSED)
    back = asyncio.Event()

    def heard(stored: Sequence[StoredEvent]) -> None:
        if any(isinstance(entry.event, ev.BoardAttached) for entry in stored):
            back.set()

    hall.subscriptions.add(Listener(heard))
    await assign_board(hall, 1, Room.CLOSED, CLOSED_BOARD)
    await back.wait()


def check_frames(first: Seen, second: Seen) -> None:
    """Equal numbers, sizes and contents of frames on every socket."""
    assert first.frames.keys() == second.frames.keys()
    for address, frames in first.frames.items():
        assert [len(frame) for frame in frames] == [
            len(frame) for frame in second.frames[address]
        ], address
        assert frames == second.frames[address], address


def check_answers(role: str, first: Seen, second: Seen) -> None:
    """Equal status, headers and bodies of every address."""
    assert first.answers.keys() == second.answers.keys()
    for address, answer in first.answers.items():
        assert answer == second.answers[address], (role, address)


BLIND_TO_OPEN = Watch((*WATCHING, *IN_CLOSED))
BLIND_TO_CLOSED = Watch((*WATCHING, *IN_OPEN), knows=known_in_open, board=False)
THE_PUBLIC = Watch()
AFTER_GAME = Watch(WATCHING, Embargo.AFTER_GAME, lambda _: False, board=False)


@dataclass
class Story:
    """Two rooms at play, remembered in the steps they were decided in."""

    rooms: Rooms
    steps: list[Step]

    @classmethod
    def begun(
        cls, seed: int, game: Game = BACKGAMMON, unrecorded: Collection[Room] = ()
    ) -> "Story":
        """Game 1 is open; the tables of `unrecorded` keep dice only."""
        rooms = Rooms.seated(game, seed, CALM, unrecorded=frozenset(unrecorded))
        settings = (ev.RecordingSet(room=room, positions=False) for room in unrecorded)
        return cls(rooms, [(*settings, started(), *rooms.history)])

    def fork(self, seed: int, temper: Temper = WILD) -> "Story":
        """The same past with another future."""
        rooms = deepcopy(self.rooms)
        rooms.rng, rooms.temper = random.Random(seed), temper
        return Story(rooms, list(self.steps))

    def say(self, reading: rd.AnyReading) -> None:
        self.steps.append(self.rooms.say(reading))

    def go_on(self, until: Callable[[Rooms], bool], room: Room | None = None) -> None:
        """Useful things are said, in one room or in both, until something is so."""
        while not until(self.rooms):
            rooms = [room] if room else self.rooms.rng.sample(list(Room), 2)
            readings = [reading for each in rooms for reading in self.rooms.useful(each)][:1]
            if not readings:
                return
            self.say(readings[0])

    def go_ahead(self, throws: int) -> None:
        """The open room alone goes on for so many throws, or to the end of its game."""
        target = _open_turns(self.rooms) + throws
        self.go_on(
            lambda rooms: _open_turns(rooms) >= target or rooms.state.open.result is not None,
            Room.OPEN,
        )


def _open_turns(rooms: Rooms) -> int:
    return sum(rooms.state.open.turns)


def shared_past(
    seed: int, turns: int = 9, game: Game = BACKGAMMON, unrecorded: Collection[Room] = ()
) -> Story:
    """Both rooms in play; everything the open room does next is unknown to the closed one."""
    story = Story.begun(seed, game, unrecorded)
    story.go_on(lambda rooms: sum(rooms.state.closed.turns) >= turns)
    story.rooms.temper = QUIET
    story.go_ahead(2)
    return story


@dataclass(frozen=True)
class Pair:
    """How two runs differ, and who must not see it.

    In `long` two of the watch look, in brief, or all at everything if the pair is `whole`; in the
    soak all of every pair do.
    """

    runs: Callable[[], tuple[Story, Story]]
    watch: Watch
    few: Collection[str] | None = ()
    """Those who look, in brief, in every run, which without any has frames and the board's line.

    None: the pair is for `long` alone.
    """
    told: Collection[str] = ()
    """What the public is shown in either run."""
    whole: bool = False
    soak: bool = False
    """It is for the soak alone: another of its kind stands in `long`."""


def ahead(seed: int, near: int = 1, far: int = 12, **past: Any) -> tuple[Story, Story]:
    """The open room goes on by a few throws, or by many, with other dice, plays and cubes."""
    shared = shared_past(seed, **past)
    pair = shared.fork(seed + 100), shared.fork(seed + 200)
    for story, throws in zip(pair, (near, far), strict=True):
        story.go_ahead(throws)
    assert _open_turns(pair[0].rooms) != _open_turns(pair[1].rooms)
    return pair


def other_choices() -> tuple[Story, Story]:
    """In trictrac: other points, trous and choices of the open room."""
    near, far = ahead(4, 2, 14, turns=24, game=TRICTRAC)
    for kind in (ev.PointsMarked, ev.ChoiceMade):
        marked, again = ([e for e in _events_of(s) if isinstance(e, kind)] for s in (near, far))
        assert marked != again
    return near, far


def _events_of(story: Story) -> list[ev.Event]:
    return [event for step in story.steps for event in step]


def kept_by_hand(room: Room) -> tuple[Story, Story]:
    """Game 1 was kept by hand in one room, and nobody has entered the other room's result."""
    bearoff = {"loser": Side.WHITE, "ending": Ending.BEAROFF, "left": 3, "cube": 2}
    gammon = {"loser": Side.RED, "ending": Ending.GAMMON, "left": 15, "cube": 1}
    return _entered(room, **bearoff), _entered(room, **gammon)


def _entered(room: Room, **result: object) -> Story:
    rooms = Rooms.seated(BACKGAMMON, 1, CALM)
    story = Story(rooms, [(started(), *rooms.history)])
    story.say(rd.EnterResult(**rooms.at, room=room, **result))  # type: ignore[arg-type]
    return story


def paced() -> tuple[Story, Story]:
    """The closed room follows an open room that is far ahead, or farther."""
    past = shared_past(2, turns=3)
    past.go_ahead(10)
    near, far = past.fork(100), past.fork(200)
    far.go_ahead(20)
    for story in (near, far):
        story.rooms.rng, story.rooms.temper = random.Random(8), QUIET
        story.go_on(lambda rooms: sum(rooms.state.closed.turns) >= 10, Room.CLOSED)
    assert near.rooms.state.closed == far.rooms.state.closed
    return near, far


def over_or_not() -> tuple[Story, Story]:
    """The open room's game is over, or goes on."""
    past = shared_past(3)
    over, goes_on = past.fork(1, Temper(double=0.5, take=0.0)), past.fork(2, CALM)
    over.go_ahead(1000)
    goes_on.go_ahead(3)
    assert over.rooms.state.open.result is not None
    assert goes_on.rooms.state.open.result is None
    return over, goes_on


def other_open_results() -> tuple[Story, Story]:
    """The open room's game has ended in two ways."""
    past = shared_past(4)
    won, lost = past.fork(1, Temper(resign=0.3)), past.fork(9, Temper(double=0.5, take=0.0))
    for story in (won, lost):
        story.go_ahead(1000)
    assert won.rooms.state.open.result != lost.rooms.state.open.result
    return won, lost


def other_plays_in_closed() -> tuple[Story, Story]:
    """The closed room has played the same turns in two ways."""
    past = shared_past(5, turns=4)
    past.go_ahead(12)
    pair = past.fork(11), past.fork(12)
    for story in pair:
        story.rooms.temper = QUIET
        story.go_on(lambda rooms: sum(rooms.state.closed.turns) >= 9, Room.CLOSED)
        story.go_on(lambda rooms: rooms.state.closed.phase is Phase.TO_ACT, Room.CLOSED)
    one, other = (story.rooms.state.closed for story in pair)
    assert (one.turns, one.phase) == (other.turns, other.phase)
    assert one.position != other.position
    return pair


def voided() -> tuple[Story, Story]:
    """A game is voided over other embargoed dice, and played again."""
    near, far = ahead(6, 1, 15)
    for story, reason in ((near, "6-1 was shown"), (far, "the cube stood at 8")):
        story.say(rd.VoidGame(**story.rooms.at, reason=reason))
        story.rooms.rng, story.rooms.temper = random.Random(8), CALM
        story.go_on(lambda rooms: sum(rooms.state.closed.turns) >= 6)
    return near, far


def other_dice_that_stand(room: Room) -> tuple[Story, Story]:
    """Dice of one room that differ from the roll stand, or all are as they were thrown."""
    past = shared_past(10)
    marked, unmarked = past.fork(1), past.fork(1)
    rolls = past.rooms.state.rolls
    key = [key for key, record in rolls.items() if record.released][-1]
    dice = Roll(rolls[key].dice.first % 6 + 1, rolls[key].dice.second)
    where = {**past.rooms.at, "room": room, "side": key.side, "turn": key.turn}
    marked.say(rd.LetRollStand(**where, dice=dice, reason="mis-keyed"))
    assert marked.rooms.state.rolls[key].differs
    return marked, unmarked


def other_games(seed: int, unrecorded: Collection[Room] = ()) -> tuple[Story, Story]:
    """Two games that have nothing in common."""
    one, other = (Story.begun(each, unrecorded=unrecorded) for each in (seed, seed + 1))
    for story, turns in ((one, 5), (other, 14)):
        story.go_on(lambda rooms, turns=turns: sum(rooms.state.closed.turns) >= turns)  # type: ignore[misc]
    return one, other


PAIRS = {
    "other dice, plays, cubes and numbers of throws ahead": Pair(
        partial(ahead, 0), BLIND_TO_OPEN, ("public", *IN_CLOSED), whole=True
    ),
    **{
        f"others from seed {seed}": Pair(partial(ahead, seed), BLIND_TO_OPEN, None, soak=True)
        for seed in (1, 2)
    },
    "a closed board that is ordered to the open room": Pair(
        partial(ahead, 3), Watch(("clerk of closed",), carried=True), None
    ),
    "points, trous and choices of the open room": Pair(
        other_choices, replace(BLIND_TO_OPEN, game=TRICTRAC), None
    ),
    "how far the open room was ahead of a closed room that follows": Pair(
        paced, BLIND_TO_OPEN, None
    ),
    "whether the open game is over": Pair(over_or_not, BLIND_TO_OPEN, None),
    "the open room's result": Pair(other_open_results, THE_PUBLIC),
    "over what embargoed dice a game was voided": Pair(
        voided, BLIND_TO_OPEN, told=("played again",)
    ),
    "the closed room's plays of the same turns": Pair(
        other_plays_in_closed,
        BLIND_TO_CLOSED,
        ("public", "player in open"),
    ),
    **{
        f"the closed room's plays of the same turns, {embargo}": Pair(
            other_plays_in_closed,
            replace(BLIND_TO_CLOSED, embargo=embargo),
            None,
            soak=embargo is Embargo.LIVE,
        )
        for embargo in (Embargo.LIVE, Embargo.AFTER_GAME)
    },
    **{
        f"{what} of the {room.value} room": Pair(partial(runs, room), watch, few, told)
        for room, watch, few in (
            (Room.OPEN, BLIND_TO_OPEN, ()),
            (Room.CLOSED, BLIND_TO_CLOSED, None),
        )
        for what, runs, told in (
            ("a result entered by hand", kept_by_hand, ("Robin", "until about")),
            ("other dice that stand", other_dice_that_stand, ()),
        )
    },
    "whole games under after-game": Pair(partial(other_games, 20), AFTER_GAME, PUBLIC),
    "whole games of dice alone under after-game": Pair(
        partial(other_games, 22, tuple(Room)), replace(AFTER_GAME, roles=PUBLIC), None
    ),
}


@pytest.mark.parametrize(
    ("differ_in", "size"),
    [
        *((what, "few") for what, pair in PAIRS.items() if pair.few is not None),
        *(
            pytest.param(what, "long", marks=pytest.mark.long(6))
            for what, pair in PAIRS.items()
            if not pair.soak
        ),
        *(pytest.param(what, "soak", marks=pytest.mark.soak) for what in PAIRS),
    ],
)
async def test_runs_that_differ_in_what_may_not_be_known_yet_look_the_same(
    tmp_path: Path, differ_in: str, size: str
) -> None:
    pair = PAIRS[differ_in]
    one, other = pair.runs()
    watch = pair.watch
    if size == "few":
        watch = replace(watch, roles=pair.few or (), brief=True)
    else:
        watch = watch.sized(brief=size == "long" and not pair.whole)
    observed = await watch.same(tmp_path, one.steps, other.steps)
    if "public" in observed.roles:
        assert [told for told in pair.told if told not in observed.roles["public"].text] == []


IN_BRIEF_AND_WHOLE = pytest.mark.parametrize(
    "brief",
    [pytest.param(True, marks=pytest.mark.long(6)), pytest.param(False, marks=pytest.mark.soak)],
)
"""In `long` two roles ask what lets them in, of what is there; in the soak all roles everything."""


@pytest.mark.long
async def test_the_clocks_of_the_open_room_and_its_time_outs_look_the_same(tmp_path: Path) -> None:
    past = shared_past(10, turns=5)
    put = (
        ev.BoardAssigned(room=Room.OPEN, board_id="BZ-1"),
        ev.BoardAttached(room=Room.OPEN, board_id="BZ-1"),
    )
    past.steps.insert(1, put)
    near, far = past.fork(100), past.fork(200)
    near.go_ahead(1)
    far.go_ahead(6)
    side = far.rooms.state.open.on_turn
    assert side is not None
    far.steps.append((ev.TimeRanOut(**far.rooms.at, room=Room.OPEN, side=side),))
    watch = Watch(("clerk of closed", "public"), clocks=ev.Clocks.ON)
    observed = await watch.same(tmp_path, near.steps, far.steps)
    clocks = [unpack(kind, payload) for _, kind, payload in observed.board if kind == CODES[Clock]]
    assert {clock.running for clock in clocks if isinstance(clock, Clock)} == {0, 1}
    shown = 'class="clock'
    assert shown in observed.roles["clerk of closed"].text
    assert shown not in observed.roles["public"].text


@pytest.mark.parametrize(
    ("brief", "unrecorded"),
    [
        (True, ()),
        pytest.param(True, tuple(Room), marks=pytest.mark.long),
        *(pytest.param(False, each, marks=pytest.mark.soak) for each in ((), tuple(Room))),
    ],
)
async def test_the_closed_room_learns_nothing_of_an_open_room_that_is_shown_live(
    tmp_path: Path, brief: bool, unrecorded: Collection[Room]
) -> None:
    everybody = Watch((*IN_CLOSED, *PUBLIC), Embargo.LIVE, frames=False, brief=brief)
    runs = await everybody.pair(
        tmp_path, *(story.steps for story in ahead(8, unrecorded=unrecorded))
    )
    replace(everybody, roles=IN_CLOSED).compare(*runs)
    with pytest.raises(AssertionError):
        replace(everybody, roles=PUBLIC, frames=True).compare(*runs)


def sealed(word: str, *players: str) -> tuple[Step, ...]:
    """A line-up and a word of the one captain, before the other has given his."""
    first, second = map(person_id, players)
    line_up = ev.LineUpSubmitted(team="Compass", open_player=first, closed_player=second)
    return (line_up,), (ev.WordGiven(team="Compass", word=word, by=person_id("Brook").text),)


@pytest.mark.parametrize("brief", [True, pytest.param(False, marks=pytest.mark.soak)])
async def test_a_sealed_line_up_and_word_are_seen_by_their_own_captain_alone(
    tmp_path: Path, brief: bool
) -> None:
    own = "captain of Compass"
    in_rooms = () if brief else (*IN_CLOSED, *IN_OPEN)
    others = ("public", "captain of Rudder", *in_rooms)
    watch = Watch((*others, own), knows=lambda _: True, board=False, brief=brief)
    steps = sealed("anchor", "Brook", "Fields"), sealed("kerch", "Fields", "Brook")
    runs = await watch.pair(tmp_path, *steps)
    replace(watch, roles=others).compare(*runs)
    first, second = (run.roles[own].text for run in runs)
    assert "anchor" in first
    assert "kerch" in second
    assert first.replace("anchor", "kerch") != second, "both line-ups look the same to him"


@pytest.mark.parametrize(
    "brief",
    [
        pytest.param(True, marks=pytest.mark.long),
        pytest.param(False, marks=pytest.mark.soak),
    ],
)
async def test_a_seed_is_seen_by_nobody_before_the_match_is_over(
    tmp_path: Path, brief: bool
) -> None:
    published = commitment(SEED)
    seeds = [((ev.SeedCommitted(commitment=published, seed=seed),),) for seed in (SEED, bytes(32))]
    asked = PUBLIC if brief else (*WATCHING, *IN_CLOSED, *IN_OPEN)
    watch = Watch(asked, knows=lambda _: True, board=False, brief=brief)
    await watch.same(tmp_path, *seeds)


@pytest.mark.long
async def test_what_the_public_may_know_does_make_runs_look_different(tmp_path: Path) -> None:
    past = shared_past(7)
    stays, goes_on = past.fork(1, CALM), past.fork(1, CALM)
    goes_on.go_on(lambda rooms: sum(rooms.state.closed.turns) >= 12)
    with pytest.raises(AssertionError):
        await THE_PUBLIC.same(tmp_path, stays.steps, goes_on.steps)


@pytest.mark.long
async def test_once_a_game_is_over_in_both_rooms_the_closed_rooms_plays_are_public(
    tmp_path: Path,
) -> None:
    story = Story.begun(9)
    story.go_on(lambda rooms: rooms.state.game == 2)
    async with run_in(tmp_path, known_in_closed) as run, run.served.client() as public:
        for step in story.steps:
            await run.happens(step)
        shown = [
            (await public.get(f"/t/club/matches/1/games/{game}/story.json")).json()
            for game in (1, 2)
        ]
    assert shown[0]["closed"]
    assert shown[1]["closed"] is None
