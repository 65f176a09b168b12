"""The embargoes case by case (ruling 12)."""

from collections.abc import Iterable

import pytest

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.seed_dice import commitment
from rules.games.backgammon import BACKGAMMON
from rules.position import Move
from rules.room import Ending, Room
from server.live import facts as fx
from server.live.embargo import MatchEmbargo
from server.live.public_table import PublicGame
from tests.server.live.by_hand import (
    BEGUN,
    CLOSED,
    CLOSED_PLAY,
    COUNTED,
    FIVE_THREE,
    MADE,
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
    doubled,
    embargo_set,
    finished,
    kinds,
    opened,
    played,
    ready,
    released,
    reopened,
    thrown,
)
from tests.support.persons import person_id
from tests.support.rooms import SEED, started

LOCKSTEP, LIVE, AFTER_GAME = ev.Embargo.LOCKSTEP, ev.Embargo.LIVE, ev.Embargo.AFTER_GAME
TAKEN = doubled(OPEN, RED, 1, ev.DoubleTaken)
PASSED = (*doubled(OPEN, RED, 1, ev.DoublePassed), finished(OPEN, WHITE, Ending.PASS))
CANCELLED = ev.GameCancelled(game=1, attempt=1, by="director", reason="fire alarm")
OVER = finished(OPEN, RED), finished(CLOSED, RED)
WHOLE_GAME = "DiceShown PlayShown OpenGameFinished GameOver ClosedRoomShown"
CASES: dict[str, tuple[ev.Embargo, tuple[ev.Event, ...], str, str]] = {
    "an open play after the closed one is told at once": (
        LOCKSTEP,
        (THROWN, RELEASED, CLOSED_PLAY, OPEN_PLAY),
        "DiceShown",
        "PlayShown",
    ),
    "a double in the closed room tells nothing until it is answered": (
        LOCKSTEP,
        (*BEGUN, *TAKEN, CLOSED_PLAY, *doubled(CLOSED, RED, 1, ev.DoubleTaken)),
        "DiceShown PlayShown",
        "CubeActed CubeActed",
    ),
    "a refused double is told with the open room's result": (
        LOCKSTEP,
        (*BEGUN, *PASSED, CLOSED_PLAY, ready(RED, 1)),
        "DiceShown PlayShown",
        "CubeActed CubeActed OpenGameFinished",
    ),
    "a cancelled game is over in both rooms and wholly public": (
        LOCKSTEP,
        (*BEGUN, CANCELLED),
        "DiceShown",
        "PlayShown GameAnnulled ClosedRoomShown",
    ),
    "a director who ends the open game is not heard of before the closed one ends": (
        LOCKSTEP,
        (*BEGUN, CLOSED_PLAY, corrected_result(OPEN), ready(RED, 1)),
        "DiceShown PlayShown",
        "",
    ),
    "told live, dice wait until they count": (LIVE, (THROWN, COUNTED), "", "DiceShown"),
    "told live, a play at once": (LIVE, (THROWN, COUNTED, OPEN_PLAY), "DiceShown", "PlayShown"),
    "told live, a double and the open result do not wait for the closed room": (
        LIVE,
        (THROWN, COUNTED, OPEN_PLAY, *PASSED),
        "DiceShown PlayShown CubeActed CubeActed",
        "OpenGameFinished",
    ),
    "after_game tells nothing of a game until it is over in both rooms": (
        AFTER_GAME,
        (THROWN, COUNTED, RELEASED, OPEN_PLAY, CLOSED_PLAY, *OVER),
        "",
        WHOLE_GAME,
    ),
    "from lockstep to live what was held back is told with the change": (
        LOCKSTEP,
        (THROWN, COUNTED, OPEN_PLAY, embargo_set(LIVE)),
        "",
        "EmbargoChanged DiceShown PlayShown",
    ),
}


@pytest.mark.parametrize(("embargo", "events", "before", "then"), CASES.values(), ids=CASES)
def test_the_last_of_these_events_makes_just_that_public(
    embargo: ev.Embargo, events: tuple[ev.Event, ...], before: str, then: str
) -> None:
    match, (*first, last) = Match(embargo), events
    match.happens(*first)
    assert match.kinds() == before.split()
    assert kinds(match.happens(last)) == then.split()


def test_dice_are_told_when_the_closed_room_is_given_them() -> None:
    match = Match()
    assert match.happens(THROWN) == ()
    (dice,) = match.happens(RELEASED)
    assert dice == fx.DiceShown(game=1, side=WHITE, turn=1, dice=FIVE_THREE, opening=True)


def test_a_play_is_told_when_the_closed_room_has_played_the_same_dice() -> None:
    match = opened()
    assert match.kinds() == ["DiceShown"]
    (play,) = match.happens(CLOSED_PLAY)
    assert isinstance(play, fx.PlayShown)
    assert play.moves == MADE
    assert play.position == BACKGAMMON.apply(START, WHITE, MADE)


def test_a_double_is_told_after_the_closed_room_has_decided_at_that_turn() -> None:
    match = opened(*TAKEN, thrown(RED, 1, Roll(6, 1)), CLOSED_PLAY)
    assert match.kinds() == ["DiceShown", "PlayShown"]
    offered, taken = match.happens(ready(RED, 1))
    assert isinstance(offered, fx.CubeActed)
    assert isinstance(taken, fx.CubeActed)
    assert (offered.step, taken.step) == (fx.CubeStep.OFFERED, fx.CubeStep.TAKEN)


def test_tail_rolls_are_never_told() -> None:
    match = opened(*PASSED, CLOSED_PLAY, ready(RED, 1))
    source = DiceSource.CONSOLE
    tail = ev.RollThrown(
        game=1, attempt=1, side=RED, turn=1, dice=Roll(6, 6), source=source, tail=True
    )
    published = len(match.published)
    match.happens(tail, released(RED, 1, Roll(6, 6)), played(CLOSED, RED, 1))
    assert len(match.published) == published


def test_corrected_dice_are_told_as_they_are_in_the_end() -> None:
    match = opened(CLOSED_PLAY, thrown(RED, 1, Roll(6, 1)))
    match.happens(played(OPEN, RED, 1, Move(13, 7), Move(8, 7)))
    match.happens(
        corrected(RED, 1, Roll(6, 2), DiceSource.DIRECTOR),
        played(OPEN, RED, 1, Move(24, 18), Move(13, 11)),
    )
    match.happens(ready(RED, 1), released(RED, 1, Roll(6, 2)), played(CLOSED, RED, 1))
    dice, play = match.published[-2:]
    assert isinstance(dice, fx.DiceShown)
    assert dice.dice == Roll(6, 2)
    assert isinstance(play, fx.PlayShown)
    assert play.moves == (Move(24, 18), Move(13, 11))


def test_an_opening_corrected_to_a_tie_leaves_nothing_to_tell() -> None:
    match = Match()
    tie = ev.OpeningTied(game=1, attempt=1, dice=Roll(4, 4), source=DiceSource.CONSOLE)
    match.happens(tie, THROWN, tie)
    match.happens(thrown(RED, 1, Roll(1, 2), opening=True), released(RED, 1, Roll(1, 2)))
    assert match.published == [
        fx.DiceShown(game=1, side=RED, turn=1, dice=Roll(1, 2), opening=True)
    ]


def test_a_voided_attempt_leaves_nothing_to_tell() -> None:
    match = opened(
        ev.GameVoided(game=1, attempt=1, by="director", reason="Red's 6-6 was shown"),
        ev.GameStarted(game=1, attempt=2),
    )
    match.happens(
        ev.PlayMade(game=1, attempt=2, room=CLOSED, side=WHITE, turn=1, moves=RAN, position=START)
    )
    assert match.kinds() == ["DiceShown", "GameWithdrawn", "GameOpened"]
    assert "6-6" not in repr(match.published)


def put_right(room: Room) -> ev.PositionCorrected:
    return ev.PositionCorrected(
        game=1, attempt=1, room=room, position=START, by="director", reason="knocked over"
    )


def test_checkers_the_director_put_right_are_told_with_the_play_they_lay_after() -> None:
    match = opened()
    assert match.happens(put_right(OPEN)) == ()
    _, right = match.happens(CLOSED_PLAY)
    assert right == fx.CheckersPutRight(game=1, side=RED, position=START)


def test_checkers_put_right_in_the_closed_room_are_told_with_its_plays_only() -> None:
    match = opened(CLOSED_PLAY)
    assert match.happens(put_right(CLOSED)) == ()
    match.happens(finished(OPEN, RED))
    *_, shown = match.happens(finished(CLOSED, RED))
    assert isinstance(shown, fx.ClosedRoomShown)
    assert isinstance(shown.steps[-1], fx.CheckersPutRight)


def test_a_substitute_is_told_without_the_directors_reason() -> None:
    match = Match()
    (seated,) = match.happens(
        ev.SubstituteSeated(
            team="Rudder",
            room=CLOSED,
            player=person_id("Petrov"),
            game=1,
            by="director",
            reason="ill",
        )
    )
    assert seated == fx.SubstituteShown(
        team="Rudder", room=CLOSED, player=person_id("Petrov"), game=1
    )


def lag_of(match: Match, ahead: Iterable[ev.Event]) -> list[int]:
    """How many facts each of these events makes public."""
    return [len(match.happens(event)) for event in ahead]


def test_after_the_closed_game_the_open_room_is_told_at_its_last_lag_and_without_a_burst() -> None:
    match = opened(CLOSED_PLAY, thrown(RED, 1, Roll(6, 1)))
    match.happens(played(OPEN, RED, 1, Move(13, 7), Move(8, 7)))
    assert match.happens(finished(CLOSED, RED)) == ()
    turns = [(side, turn) for turn in (2, 3) for side in (WHITE, RED)]
    ahead = [
        event
        for side, turn in turns
        for event in (thrown(side, turn, Roll(2, 1)), played(OPEN, side, turn))
    ]
    assert lag_of(match, ahead) == [1] * len(ahead)
    assert kinds(match.happens(finished(OPEN, RED))) == WHOLE_GAME.split()


def test_after_the_closed_game_dice_wait_until_nobody_can_correct_them() -> None:
    match = opened(CLOSED_PLAY, finished(CLOSED, RED))
    wrong = thrown(RED, 1, Roll(6, 1))
    right = corrected(RED, 1, Roll(6, 2), DiceSource.CONSOLE)
    assert lag_of(match, [wrong, right, played(OPEN, RED, 1)]) == [0, 0, 0]
    dice, _ = match.happens(thrown(WHITE, 2, Roll(3, 2)))
    assert isinstance(dice, fx.DiceShown)
    assert dice.dice == Roll(6, 2)


def test_a_turn_reopened_before_its_play_was_public_is_told_once() -> None:
    match = opened(reopened())
    match.happens(played(OPEN, WHITE, 1, *RAN), played(CLOSED, WHITE, 1, *MADE))
    assert match.kinds() == ["DiceShown", "PlayShown"]
    play = match.published[-1]
    assert isinstance(play, fx.PlayShown)
    assert play.moves == RAN


def test_a_turn_reopened_after_its_play_was_public_is_taken_back_in_public() -> None:
    match = opened(CLOSED_PLAY)
    (back,) = match.happens(reopened())
    assert back == fx.TurnTakenBack(game=1, side=WHITE, turn=1, position=START)
    (play,) = match.happens(played(OPEN, WHITE, 1, *RAN))
    assert isinstance(play, fx.PlayShown)
    assert play.moves == RAN


def test_a_result_corrected_while_the_other_room_plays_waits_for_both() -> None:
    match = opened(finished(OPEN, RED))
    assert match.happens(corrected_result(OPEN)) == ()
    *_, last, over, _ = match.happens(finished(CLOSED, RED))
    assert isinstance(last, fx.OpenGameFinished)
    assert last.result.ending is Ending.GAMMON
    assert isinstance(over, fx.GameOver)
    assert over.open == last.result


def test_a_result_corrected_after_both_games_is_told_at_once() -> None:
    match = opened(*OVER)
    (changed,) = match.happens(corrected_result(CLOSED))
    assert isinstance(changed, fx.ResultChanged)
    assert changed.room is CLOSED


def test_line_ups_are_sealed_until_both_are_in_and_the_seed_until_the_match_is_over() -> None:
    embargo = MatchEmbargo(START, ev.Embargo.LOCKSTEP)
    first = ev.LineUpSubmitted(
        team="Compass", open_player=person_id("Brook"), closed_player=person_id("Fields")
    )
    assert embargo.take(first) == ()
    (line_ups,) = embargo.take(started())
    assert isinstance(line_ups, fx.LineUpsOpened)
    assert line_ups.commitment == commitment(SEED)
    assert SEED.hex() not in repr(line_ups)
    assert embargo.take(ev.MatchClosed()) == (fx.MatchOver(seed=SEED),)


SILENT: list[ev.Event] = [
    ev.BoardAttached(room=OPEN, board_id="b1"),
    ev.BoardLost(room=CLOSED, board_id="b2", reason="unplugged"),
    ev.BoardLetIn(
        room=OPEN, board_id="b1", doubt=ev.BoardDoubt.BATTERY_LOW, journal_id=b"", by="Olena"
    ),
    ev.TailDrawSet(drawn=True, by="director", reason="player ill"),
    ev.RoomNoteSent(number=1, room=CLOSED, text="a new cube is brought", by="director"),
    ev.PlayerSet(game=1, attempt=1, room=CLOSED, side=WHITE),
    ev.ReadingRefused(
        game=1, attempt=1, room=OPEN, side=RED, said="Doubled", why=ev.Refusal.NOT_NOW
    ),
    ev.ThrowVoided(
        game=1,
        attempt=1,
        side=RED,
        dice=Roll(6, 6),
        source=DiceSource.READER,
        why=ev.Refusal.COCKED,
    ),
    ev.PlayAsked(
        game=1, attempt=1, room=OPEN, side=RED, turn=1, plays=((Move(6, 4),), (Move(8, 6),))
    ),
    ev.PlayQuestioned(game=1, attempt=1, room=OPEN, side=RED, turn=1, position=START),
    ev.ResultConfirmed(game=1, attempt=1, room=OPEN, side=RED, by="Holloway"),
]


@pytest.mark.parametrize("event", SILENT, ids=lambda event: type(event).__name__)
def test_what_is_no_business_of_the_public_is_not_told(event: ev.Event) -> None:
    match = opened()
    assert match.happens(event) == ()


def stands(room: Room, dice: Roll, relayed: Roll = FIVE_THREE) -> ev.RollStands:
    """White's first roll was other dice in that room."""
    return ev.RollStands(
        game=1,
        attempt=1,
        room=room,
        side=WHITE,
        turn=1,
        dice=dice,
        relayed=relayed,
        by="director",
        reason="mis-keyed",
    )


@pytest.mark.parametrize("embargo", ev.Embargo)
@pytest.mark.parametrize("room", Room)
def test_dice_that_stand_in_one_room_are_told_once_the_game_is_over_in_both(
    embargo: ev.Embargo, room: Room
) -> None:
    match = Match()
    match.happens(embargo_set(embargo), THROWN, RELEASED)
    assert match.happens(stands(room, Roll(5, 4))) == ()
    match.happens(*OVER)
    differs = match.published[-1]
    assert differs == fx.RollDiffers(
        game=1, side=WHITE, turn=1, room=room, dice=Roll(5, 4), relayed=FIVE_THREE
    )


def test_dice_found_wrong_after_the_game_are_told_at_once_in_both_rooms_story() -> None:
    match = Match()
    match.happens(THROWN, RELEASED, *OVER, ev.GameStarted(game=2, attempt=1))
    (differs,) = match.happens(stands(OPEN, Roll(5, 4)))
    assert isinstance(differs, fx.RollDiffers)
    public = PublicGame(game=1, attempt=1, open=(_shown(),), closed=(_shown(),))
    marked = public.with_differing(differs)
    assert marked.differs(WHITE, 1)
    assert marked.facts(OPEN) == (_shown(Roll(5, 4)),)
    assert marked.facts(CLOSED) == (_shown(),)
    (taken_back,) = match.happens(stands(OPEN, FIVE_THREE))
    assert isinstance(taken_back, fx.RollDiffers)
    assert marked.with_differing(taken_back) == public


def _shown(dice: Roll = FIVE_THREE) -> fx.DiceShown:
    return fx.DiceShown(game=1, side=WHITE, turn=1, dice=dice, opening=True)


def test_a_turn_that_is_played_again_has_no_other_dice_any_more() -> None:
    match = opened(stands(OPEN, Roll(5, 4)), reopened(), *OVER)
    assert "RollDiffers" not in match.kinds()
