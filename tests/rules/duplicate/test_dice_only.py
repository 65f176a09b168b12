"""Tables whose positions are not recorded: rulings 6 to 9 hold, and nobody ends a game alone."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.release import awaited
from rules.duplicate.state import fold
from rules.errors import MatchRefused
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.long_gammon import LONG_GAMMON, LongGammon
from rules.position import Position, Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from rules.tables.awaited import Awaited
from rules.tables.state import Phase, may_be_set
from tests.rules.duplicate.test_two_rooms import (
    LATE,
    check_confirmed,
    check_same_dice,
    counts,
    matches,
)
from tests.support.endings import lost
from tests.support.examples import examples
from tests.support.ledger_facts import check_releases
from tests.support.rooms import Rooms, Temper, initial

BOTH = frozenset(Room)
UNRECORDED = (frozenset({Room.OPEN}), frozenset({Room.CLOSED}), BOTH)
CASES = ("bearoff", "gammon", "pass", "resigned", "refused", "open first", "closed first", "tail")
WHITE, RED = Side.WHITE, Side.RED
OPEN: dict[str, Any] = {"room": Room.OPEN}


@dataclass(frozen=True)
class LateLongGammon(LongGammon):
    """Long gammon from a position where a game is short and a mars still happens."""

    def start(self) -> Position:
        return Position(counts(12, p1=1, p3=1, p6=1), counts(0, p2=5, p5=10))


GAMES: tuple[Game, ...] = (LATE, LateLongGammon())


class OneSidesWord(Rooms):
    """Two rooms in which every word is looked at: does it end a game by itself?"""

    def say(self, reading: rd.AnyReading, sender: rd.Sender | None = None) -> tuple[ev.Event, ...]:
        before = self.state
        happened = super().say(reading, sender)
        for event in happened:
            if isinstance(event, ev.GameFinished) and not before.table(event.room).recorded:
                claim = before.table(event.room).claim
                assert claim is not None
                assert isinstance(reading, rd.ResignationAnswered)
                assert reading.accepted
                assert reading.side is claim.side.opponent
        return happened


def judged(
    game: Game, unrecorded: frozenset[Room], match: tuple[int, Temper, int, bool]
) -> list[ev.Event]:
    """A match by chance, judged by every ruling."""
    seed, temper, max_lead, tail_drawn = match
    changes: dict[str, Any] = {"max_lead": max_lead, "tail_drawn": tail_drawn}
    rooms = OneSidesWord.seated(game, seed, temper, unrecorded=unrecorded, **changes)
    rooms.play_to_the_end()
    check_releases(rooms.history)
    check_same_dice(rooms.history)
    check_confirmed(rooms)
    settings_first = [ev.RecordingSet(room=room, positions=False) for room in unrecorded]
    start = fold(game, initial(game, **changes), settings_first)
    assert fold(game, start, rooms.history) == rooms.state
    for event in rooms.history:
        assert not isinstance(event, ev.PlayMade) or event.room not in unrecorded
    return rooms.history


@examples(40)
@given(st.sampled_from(GAMES), st.sampled_from(UNRECORDED), matches)
def test_both_rooms_have_the_same_dice_and_no_player_ends_a_game_alone(
    game: Game, unrecorded: frozenset[Room], match: tuple[int, Temper, int, bool]
) -> None:
    judged(game, unrecorded, match)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("unrecorded", UNRECORDED, ids=["open", "closed", "both"])
@pytest.mark.long(6)
def test_so_it_is_in_many_matches_and_all_that_can_happen_is_among_them(
    game: Game, unrecorded: frozenset[Room]
) -> None:
    seen: Counter[str] = Counter()

    @examples(60)
    @given(matches)
    def judge(match: tuple[int, Temper, int, bool]) -> None:
        seen.update(cases(judged(game, unrecorded, match), unrecorded))

    judge()
    # From so late a start a gammon in backgammon is rare.
    rare = {"gammon"} if game is LATE else set[str]()
    rare |= set() if game is LATE else {"pass"}
    expected = [case for case in CASES if case not in rare]
    assert [case for case in expected if not seen[case]] == []


def cases(history: list[ev.Event], unrecorded: frozenset[Room]) -> list[str]:
    found: list[str] = []
    first: dict[tuple[int, int], Room] = {}
    for event in history:
        match event:
            case ev.GameFinished() if event.room in unrecorded:
                found.append(event.ending.value)
            case ev.EndRefused():
                found.append("refused")
            case ev.RollThrown(tail=True):
                found.append("tail")
            case _:
                pass
        if isinstance(event, ev.GameFinished):
            key = (event.game, event.attempt)
            if first.setdefault(key, event.room) is event.room:
                found.append(f"{event.room.value} first")
    return found


def opened(game: Game = BACKGAMMON, source: DiceSource = DiceSource.READER) -> Rooms:
    """Both tables without positions; White has thrown 6-2 in the open room."""
    rooms = Rooms.seated(game, 1, Temper(), unrecorded=BOTH)
    rooms.say(rd.DiceThrown(**rooms.at, side=None, turn=1, dice=Roll(6, 2), source=source))
    return rooms


def at(rooms: Rooms, side: Side, turn: int = 1) -> dict[str, Any]:
    return {**rooms.at, **OPEN, "side": side, "turn": turn}


def why(happened: tuple[ev.Event, ...]) -> ev.Refusal:
    (answer,) = happened
    assert isinstance(answer, ev.ReadingRefused | ev.ThrowVoided)
    return answer.why


def end(rooms: Rooms, side: Side, ending: Ending, left: int, turn: int = 1) -> rd.EndClaimMade:
    return rd.EndClaimMade(**at(rooms, side, turn), ending=ending, left=left)


def answer(rooms: Rooms, side: Side, *, accepted: bool, turn: int = 1) -> rd.ResignationAnswered:
    return rd.ResignationAnswered(**at(rooms, side, turn), accepted=accepted)


def test_a_play_is_finished_without_a_word_on_where_the_checkers_lie() -> None:
    rooms = opened()
    (played,) = rooms.say(rd.Played(**at(rooms, WHITE)))
    assert played == ev.TurnPlayed(**rooms.at, **OPEN, side=WHITE, turn=1)
    assert rooms.state.open.phase is Phase.TO_ACT


def test_a_position_said_all_the_same_is_ignored_even_one_no_play_leads_to() -> None:
    rooms = opened()
    lying = BACKGAMMON.start()
    (played,) = rooms.say(rd.PlayFinished(**at(rooms, WHITE), position=lying))
    assert isinstance(played, ev.TurnPlayed)


def test_keyed_dice_are_confirmed_before_the_play_is_finished_with() -> None:
    """No play shows that they are right (ruling 9)."""
    rooms = opened(source=DiceSource.CONSOLE)
    assert awaited(rooms.state, Room.OPEN).what is Awaited.DICE_CONFIRMATION
    assert why(rooms.say(rd.Played(**at(rooms, WHITE)))) is ev.Refusal.DICE_UNCONFIRMED
    borne_off = end(rooms, WHITE, Ending.BEAROFF, 3)
    assert why(rooms.say(borne_off)) is ev.Refusal.DICE_UNCONFIRMED
    rooms.say(rd.DiceConfirmed(**at(rooms, RED)))
    assert awaited(rooms.state, Room.OPEN).what is Awaited.MOVE
    (played,) = rooms.say(rd.Played(**at(rooms, WHITE)))
    assert isinstance(played, ev.TurnPlayed)


def test_an_opponents_act_does_not_finish_the_play_that_lies_there() -> None:
    rooms = opened()
    throw = rd.DiceThrown(**rooms.at, side=RED, turn=1, dice=Roll(3, 1), source=DiceSource.READER)
    for early in (throw, rd.Doubled(**at(rooms, RED))):
        assert why(rooms.say(early)) is ev.Refusal.PLAY_UNFINISHED
    for side in Side:
        rooms.say(rd.ReadyDeclared(**rooms.at, room=Room.CLOSED, side=side, turn=1))
    assert rooms.state.closed.phase is Phase.MOVE
    ready = rd.ReadyDeclared(**rooms.at, room=Room.CLOSED, side=RED, turn=1)
    assert why(rooms.say(ready)) is ev.Refusal.PLAY_UNFINISHED
    nothing = rd.PlayAccepted(**at(rooms, RED))
    assert why(rooms.say(nothing)) is ev.Refusal.NOTHING_TO_CONFIRM


@pytest.mark.parametrize("claims", [False, True])
def test_an_early_throw_counts_once_its_mover_says_that_his_play_is_finished(claims: bool) -> None:
    """What he says instead makes it void (ruling 7)."""
    rooms = opened()
    early = rd.DiceThrown(
        **rooms.at, side=RED, turn=1, dice=Roll(3, 1), source=DiceSource.READER, asks=True
    )
    (kept,) = rooms.say(early)
    assert isinstance(kept, ev.EarlyThrowKept)
    if claims:
        voided, claimed = rooms.say(end(rooms, WHITE, Ending.BEAROFF, 3))
        assert isinstance(voided, ev.EarlyThrowVoided)
        assert isinstance(claimed, ev.EndClaimed)
    else:
        played, thrown, counted = rooms.say(rd.FinishedAnswered(**at(rooms, WHITE), finished=True))
        assert isinstance(played, ev.TurnPlayed)
        assert isinstance(thrown, ev.RollThrown)
        assert isinstance(counted, ev.RollCounted)


@pytest.mark.parametrize(
    ("ending", "left"), [(Ending.BEAROFF, 3), (Ending.GAMMON, 15), (Ending.BACKGAMMON, 15)]
)
@pytest.mark.parametrize("played", [False, True])
def test_the_winner_says_that_all_are_off_and_the_loser_agrees(
    ending: Ending, left: int, played: bool
) -> None:
    """While his play is being made, or once it is finished and before the next throw."""
    rooms = opened()
    if played:
        rooms.say(rd.Played(**at(rooms, WHITE)))
    (claimed,) = rooms.say(end(rooms, WHITE, ending, left))
    assert claimed == ev.EndClaimed(**rooms.at, **OPEN, side=WHITE, ending=ending, left=left)
    wait = awaited(rooms.state, Room.OPEN)
    assert (wait.what, wait.side) == (Awaited.END_ANSWER, RED)
    happened = rooms.say(answer(rooms, RED, accepted=True))
    before = () if played else (ev.TurnPlayed(**rooms.at, **OPEN, side=WHITE, turn=1),)
    finished = ev.GameFinished(**rooms.at, **OPEN, loser=RED, ending=ending, left=left, cube=1)
    assert happened == (*before, finished)


def test_a_pass_says_how_many_checkers_were_left_and_counts_before_the_double() -> None:
    rooms = opened()
    rooms.say(rd.Played(**at(rooms, WHITE)))
    rooms.say(rd.Doubled(**at(rooms, RED)))
    bare = rd.DoubleAnswered(**at(rooms, WHITE), taken=False)
    assert why(rooms.say(bare)) is ev.Refusal.COUNT_NEEDED
    assert why(rooms.say(end(rooms, RED, Ending.PASS, 9))) is ev.Refusal.NOT_YOUR_TURN
    rooms.say(end(rooms, WHITE, Ending.PASS, 9))
    passed, finished = rooms.say(answer(rooms, RED, accepted=True))
    assert isinstance(passed, ev.DoublePassed)
    assert finished == ev.GameFinished(
        **rooms.at, **OPEN, proposer=RED, **lost(WHITE, Ending.PASS, 9)
    )


def test_a_resignation_says_how_many_checkers_were_left() -> None:
    rooms = opened()
    bare = rd.ResignationMade(**at(rooms, RED), ending=Ending.RESIGNED)
    assert why(rooms.say(bare)) is ev.Refusal.COUNT_NEEDED
    rooms.say(end(rooms, RED, Ending.RESIGNED, 11))
    resigned, finished = rooms.say(answer(rooms, WHITE, accepted=True))
    assert isinstance(resigned, ev.GameResigned)
    assert finished == ev.GameFinished(**rooms.at, **OPEN, **lost(ending=Ending.RESIGNED, left=11))


def test_a_refused_claim_has_changed_nothing() -> None:
    rooms = opened()
    before = rooms.state
    rooms.say(end(rooms, WHITE, Ending.BEAROFF, 3))
    assert why(rooms.say(answer(rooms, WHITE, accepted=True))) is ev.Refusal.NOT_YOUR_TURN
    (refused,) = rooms.say(answer(rooms, RED, accepted=False))
    assert refused == ev.EndRefused(**rooms.at, **OPEN, side=WHITE)
    assert rooms.state == before


def test_nothing_but_its_answer_is_heard_while_a_claim_is_open() -> None:
    rooms = opened()
    rooms.say(rd.Played(**at(rooms, WHITE)))
    rooms.say(end(rooms, WHITE, Ending.BEAROFF, 3))
    throw = rd.DiceThrown(**rooms.at, side=RED, turn=1, dice=Roll(3, 1), source=DiceSource.READER)
    for reading in (throw, rd.Doubled(**at(rooms, RED)), end(rooms, RED, Ending.RESIGNED, 4)):
        assert why(rooms.say(reading)) is ev.Refusal.CLAIM_PENDING


@pytest.mark.parametrize(
    ("ending", "left"),
    [
        (Ending.BEAROFF, 0),
        (Ending.BEAROFF, 15),
        (Ending.GAMMON, 14),
        (Ending.BACKGAMMON, 14),
        (Ending.RESIGNED, 0),
        (Ending.RESIGNED_GAMMON, 14),
        (Ending.TROUS, 15),
    ],
)
def test_no_game_is_said_to_end_as_none_can(ending: Ending, left: int) -> None:
    rooms = opened()
    assert why(rooms.say(end(rooms, WHITE, ending, left))) is ev.Refusal.NO_SUCH_END


def test_long_gammon_has_no_backgammon_to_claim() -> None:
    rooms = opened(LONG_GAMMON)
    claim = end(rooms, WHITE, Ending.BACKGAMMON, 15)
    assert why(rooms.say(claim)) is ev.Refusal.NO_SUCH_END


def test_who_has_not_played_last_has_not_borne_off() -> None:
    rooms = opened()
    assert why(rooms.say(end(rooms, RED, Ending.BEAROFF, 3))) is ev.Refusal.NOT_YOUR_TURN
    rooms.say(rd.Played(**at(rooms, WHITE)))
    assert why(rooms.say(end(rooms, RED, Ending.BEAROFF, 3))) is ev.Refusal.NOT_YOUR_TURN
    assert why(rooms.say(end(rooms, WHITE, Ending.PASS, 3))) is ev.Refusal.NOT_NOW


def test_where_positions_are_recorded_nothing_is_said_without_one() -> None:
    rooms = Rooms.seated(BACKGAMMON, 1, Temper())
    rooms.say(
        rd.DiceThrown(**rooms.at, side=None, turn=1, dice=Roll(6, 2), source=DiceSource.READER)
    )
    for reading in (rd.Played(**at(rooms, WHITE)), end(rooms, RED, Ending.RESIGNED, 9)):
        assert why(rooms.say(reading)) is ev.Refusal.POSITION_NEEDED


def test_the_director_puts_no_checkers_right_that_nobody_has_recorded() -> None:
    rooms = opened()
    rooms.say(rd.Played(**at(rooms, WHITE)))
    order = rd.CorrectPosition(
        **at(rooms, RED), position=BACKGAMMON.start(), reason="seen on the film"
    )
    with pytest.raises(MatchRefused, match="positions are recorded"):
        rooms.say(order)


def test_a_table_may_be_set_until_it_has_begun_something() -> None:
    """The tables do not speak for each other; equal opening dice begin nothing."""
    rooms = Rooms.seated(BACKGAMMON, 1, Temper())
    opening: dict[str, Any] = {"side": None, "turn": 1, "source": DiceSource.READER}
    rooms.say(rd.DiceThrown(**rooms.at, **opening, dice=Roll(3, 3)))
    assert all(may_be_set(rooms.state, room) for room in Room)
    rooms.say(rd.ReadyDeclared(**rooms.at, room=Room.CLOSED, side=RED, turn=1))
    assert [may_be_set(rooms.state, room) for room in Room] == [True, False]
    rooms.say(rd.DiceThrown(**rooms.at, **opening, dice=Roll(3, 4)))
    assert not may_be_set(rooms.state, Room.OPEN)
    rooms.say(rd.VoidGame(**rooms.at, reason="a die was lost"))
    assert not may_be_set(rooms.state, Room.OPEN)
