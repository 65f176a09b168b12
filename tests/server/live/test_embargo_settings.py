"""What `live` takes back, changes of the embargo, and whole matches under each (ruling 12)."""

import random
from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.state import MatchState
from rules.events import Embargo
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.trictrac.as_game import TRICTRAC
from rules.position import Side
from rules.room import Room
from rules.tables import readings as rd
from rules.tables.state import Phase, TurnKey
from rules.tables.throws import uncounted
from server.live import facts as fx
from server.live.public_match import PublicMatch
from server.live.public_table import PublicTable, table_after
from tests.server.live.by_hand import (
    CLOSED,
    CLOSED_PLAY,
    COUNTED,
    OPEN,
    OPEN_PLAY,
    RAN,
    RED,
    RELEASED,
    START,
    THROWN,
    WHITE,
    Match,
    corrected,
    corrected_result,
    counted,
    embargo_set,
    finished,
    ready,
    released,
    thrown,
)
from tests.support.rooms import Rooms, Temper, scheduled, started
from tests.support.stored import NOON

READER = Temper(reader=True, mischief=0.3, resign=0.03, double=0.1)
KEYED = Temper(mischief=0.3, resign=0.03, double=0.1)


def folded(facts: list[fx.TableFact]) -> PublicTable:
    table = PublicTable(START, START)
    for fact in facts:
        table = table_after(table, fact)
    return table


@pytest.mark.parametrize("embargo", Embargo)
def test_nothing_of_the_closed_room_is_told_before_the_game_is_over_in_both(
    embargo: Embargo,
) -> None:
    match = Match(embargo)
    match.happens(THROWN, COUNTED, RELEASED, CLOSED_PLAY, ready(RED, 1), finished(CLOSED, RED))
    assert RAN not in [getattr(fact, "moves", ()) for fact in match.published]
    assert not any(isinstance(fact, fx.GameOver | fx.ClosedRoomShown) for fact in match.published)
    *_, over, shown = match.happens(finished(OPEN, RED))
    assert isinstance(over, fx.GameOver)
    assert isinstance(shown, fx.ClosedRoomShown)
    assert [type(step) for step in shown.steps] == [fx.DiceShown, fx.PlayShown]


def test_told_live_corrected_dice_are_taken_back_with_the_play_made_with_them() -> None:
    match = Match(Embargo.LIVE)
    match.happens(THROWN, COUNTED, OPEN_PLAY)
    right = Roll(6, 3)
    again = corrected(WHITE, 1, right, DiceSource.DIRECTOR, opening=True), counted(WHITE, 1)
    back, *later = [fact for event in again for fact in match.happens(event)]
    assert back == fx.RollTakenBack(game=1, side=WHITE, turn=1, position=START, opening=True)
    assert later == [fx.DiceShown(game=1, side=WHITE, turn=1, dice=right, opening=True)]


def test_told_live_an_opening_that_was_a_tie_is_taken_back_at_once() -> None:
    match = Match(Embargo.LIVE)
    match.happens(THROWN, COUNTED)
    tie = ev.OpeningTied(game=1, attempt=1, dice=Roll(4, 4), source=DiceSource.DIRECTOR)
    (back,) = match.happens(tie)
    assert isinstance(back, fx.RollTakenBack)
    match.happens(thrown(RED, 1, Roll(1, 2), opening=True))
    (dice,) = match.happens(counted(RED, 1))
    assert isinstance(dice, fx.DiceShown)
    assert dice.side is RED


def test_told_live_a_result_the_director_corrects_is_told_again() -> None:
    match = Match(Embargo.LIVE)
    match.happens(THROWN, COUNTED, finished(OPEN, WHITE))
    (changed,) = match.happens(corrected_result(OPEN, RED))
    assert isinstance(changed, fx.OpenGameFinished)
    assert changed.result.loser is RED


def test_from_live_to_lockstep_only_what_is_not_told_yet_is_held_back() -> None:
    match = Match(Embargo.LIVE)
    match.happens(THROWN, COUNTED, OPEN_PLAY)
    assert match.happens(embargo_set(Embargo.LOCKSTEP)) == (
        fx.EmbargoChanged(embargo=Embargo.LOCKSTEP),
    )
    assert match.happens(thrown(RED, 1, Roll(6, 1)), counted(RED, 1)) == ()
    match.happens(RELEASED, CLOSED_PLAY)
    assert match.kinds() == ["DiceShown", "PlayShown", "EmbargoChanged"]
    (dice,) = match.happens(ready(RED, 1), released(RED, 1, Roll(6, 1)))
    assert isinstance(dice, fx.DiceShown)


def test_the_directors_reason_for_a_change_is_not_told() -> None:
    match = Match(Embargo.LOCKSTEP)
    match.happens(embargo_set(Embargo.AFTER_GAME), embargo_set(Embargo.AFTER_GAME))
    assert match.published == [fx.EmbargoChanged(embargo=Embargo.AFTER_GAME)]


@pytest.mark.parametrize(
    ("game", "seeds"),
    [
        (BACKGAMMON, 1),
        *(pytest.param(game, 5, marks=pytest.mark.long) for game in (BACKGAMMON, TRICTRAC)),
    ],
    ids=lambda value: getattr(value, "name", value),
)
@pytest.mark.parametrize("temper", [READER, KEYED], ids=["dice readers", "keyed dice"])
def test_told_live_the_public_table_is_the_open_table_whenever_its_dice_count(
    temper: Temper, game: Game, seeds: int
) -> None:
    published = set[type]()
    for seed in range(seeds):
        rooms = Rooms.seated(game, seed, temper)
        public = PublicMatch(game, scheduled(embargo=Embargo.LIVE))
        public.take(started(), NOON)
        for happened in corrected_often(rooms, random.Random(seed)):
            for event in happened:
                published.update(type(item.fact) for item in public.take(event, NOON))
            check_shown(public.snapshot().table, rooms.state)
    assert {fx.RollTakenBack, fx.TurnTakenBack, fx.CheckersPutRight} <= published


def corrected_often(rooms: Rooms, rng: random.Random) -> Iterator[Sequence[ev.Event]]:
    """What happens step by step in a match whose director often puts dice and turns right."""
    yield rooms.history
    while not rooms.state.over and len(rooms.history) < 4000:
        before = len(rooms.history)
        last = rooms.state.last_thrown
        if last and rng.random() < 0.05:
            at = {**rooms.at, "side": last.side, "turn": last.turn, "reason": "seen"}
            order = rd.CorrectRoll(**at, dice=rooms.roll())
            rooms.say(order if rng.random() < 0.5 else rd.ReopenTurn(**at))
        elif rng.random() < 0.02:
            at = {**rooms.at, "room": rng.choice(list(Room)), "reason": "knocked over"}
            due = rooms.state.table(at["room"]).current or TurnKey(Side.WHITE, 1)
            lying = rooms.state.closed.position
            rooms.say(rd.CorrectPosition(**at, side=due.side, turn=due.turn, position=lying))
        elif rng.random() < rooms.temper.mischief:
            rooms.say(rooms.mischief())
        else:
            rooms.step()
        yield rooms.history[before:]


def check_shown(shown: PublicTable, state: MatchState) -> None:
    """The public's table against the real one, where nothing of it is in doubt."""
    real = state.open
    if real.phase is Phase.QUESTIONED or uncounted(state) is not None:
        return
    assert (shown.position, shown.cube) == (real.position, real.cube)
    assert shown.result == real.result
    if shown.score and real.result:
        assert (shown.score.white.holes, shown.score.red.holes) == real.result.tally
    if shown.score and real.count and real.phase is Phase.TO_ACT:
        assert {side: shown.score.of(side) for side in Side} == {
            side: real.count.score(side) for side in Side
        }
    if real.current and real.current in state.rolls and real.phase is Phase.MOVE:
        assert shown.thrown is not None
        assert shown.thrown.dice == state.rolls[real.current].dice


@pytest.mark.parametrize("seed", range(4))
def test_whatever_the_embargo_and_its_changes_a_finished_game_is_wholly_public(seed: int) -> None:
    rng = random.Random(seed)
    rooms = Rooms.seated(BACKGAMMON, seed, Temper(mischief=0.2))
    rooms.play_to_the_end()
    public = PublicMatch(BACKGAMMON, scheduled(embargo=rng.choice(list(Embargo))))
    public.take(started(), NOON)
    last = dict.fromkeys(product(range(1, 5), Room), BACKGAMMON.start())
    for event in rooms.history:
        if rng.random() < 0.02:
            public.take(embargo_set(rng.choice(list(Embargo))), NOON)
        public.take(event, NOON)
        if isinstance(event, ev.PlayMade | ev.PlayCondoned):
            last[event.game, event.room] = event.position
    for game in range(1, 5):
        both = public.snapshot().public_game(game)
        assert both is not None
        assert both.closed is not None
        assert folded(list(both.open)).position == last[game, OPEN]
        assert folded(list(both.closed)).position == last[game, CLOSED]
