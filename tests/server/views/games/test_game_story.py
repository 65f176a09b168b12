"""A game to step through: lines, tables, links that last, and where the rooms part."""

from dataclasses import replace
from typing import Any

import pytest

from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.games.game import HoleChoice
from rules.games.trictrac.as_game import TRICTRAC
from rules.position import Move, Play, Position, Side
from rules.room import Ending, Room, RoomResult
from server.live import facts as fx
from server.live.public_table import PublicGame, set_table
from server.views.games.public import GameStory, game_story
from server.web.match_page.stories import story_form
from server.words.translation import words_for
from tests.server.live.following import hub_of, whole_match
from tests.support.ids import match_id

START = BACKGAMMON.start()
SPLIT, SLOT = (Move(24, 23), Move(13, 10)), (Move(13, 10), Move(6, 5))


def turn(position: Position, side: Side, number: int, dice: Roll, play: Play) -> list[Any]:
    """The dice of a turn and its play."""
    after = BACKGAMMON.apply(position, side, play)
    at: dict[str, Any] = {"game": 2, "side": side, "turn": number}
    return [
        fx.DiceShown(**at, dice=dice, opening=number == 1 and side is Side.WHITE),
        fx.PlayShown(**at, moves=play, position=after, condoned=False),
    ]


def doubled(step: fx.CubeStep) -> fx.CubeActed:
    return fx.CubeActed(game=2, side=Side.RED, turn=1, step=step, cube=2)


def passed() -> list[Any]:
    result = RoomResult(loser=Side.WHITE, ending=Ending.PASS, left=15, cube=1)
    return [
        doubled(fx.CubeStep.OFFERED),
        doubled(fx.CubeStep.PASSED),
        fx.OpenGameFinished(game=2, result=result),
    ]


def story(opened: list[Any], closed: list[Any] | None = None) -> GameStory:
    public = PublicGame(
        game=2, attempt=1, open=tuple(opened), closed=None if closed is None else tuple(closed)
    )
    return game_story(public, None, (set_table(BACKGAMMON),) * 2, BACKGAMMON, words_for("en"))


FIRST = turn(START, Side.WHITE, 1, Roll(3, 1), SPLIT)
AFTER_FIRST = FIRST[1].position
ANSWER = turn(AFTER_FIRST, Side.RED, 1, Roll(4, 2), (Move(8, 4), Move(6, 4)))
OTHER_ANSWER = turn(AFTER_FIRST, Side.RED, 1, Roll(4, 2), (Move(24, 20), Move(13, 11)))


def test_every_line_has_the_table_as_it_was_after_it() -> None:
    shown = story([*FIRST, *ANSWER])
    assert [line.text for line in shown.open.lines] == ["3-1: 24/23 13/10", "4-2: 8/4 6/4"]
    assert [table.position for table in shown.open.tables] == [
        START,
        AFTER_FIRST,
        ANSWER[1].position,
    ]
    assert [step.link for step in shown.steps] == ["m1", "m2"]
    assert shown.closed is None
    assert shown.differs is None


def test_turns_with_the_same_dice_stand_side_by_side_and_the_first_other_play_is_marked() -> None:
    shown = story([*FIRST, *ANSWER], [*FIRST, *OTHER_ANSWER])
    assert [(step.open, step.closed) for step in shown.steps] == [(1, 1), (2, 2)]
    assert shown.differs == 1


def test_a_double_of_the_closed_room_alone_keeps_the_open_rooms_links() -> None:
    taken = [doubled(fx.CubeStep.OFFERED), doubled(fx.CubeStep.TAKEN)]
    shown = story([*FIRST, *ANSWER], [*FIRST, *taken, *ANSWER])
    assert [step.link for step in shown.steps] == ["m1", "c2", "c3", "m2"]
    assert [(step.open, step.closed) for step in shown.steps] == [(1, 1), (1, 2), (1, 3), (2, 4)]
    assert shown.differs == 1


def test_a_room_that_ended_earlier_stands_still_while_the_other_goes_on() -> None:
    shown = story([*FIRST, *ANSWER], [*FIRST, *passed()])
    assert [step.link for step in shown.steps] == ["m1", "c2", "c3", "c4", "m2"]
    assert [(step.open, step.closed) for step in shown.steps][1:] == [
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 4),
    ]


def test_links_stay_what_they_were_when_the_closed_room_is_shown() -> None:
    alone = story([*FIRST, *passed()])
    together = story([*FIRST, *passed()], [*FIRST, *OTHER_ANSWER])
    ours = {step.link: step.open for step in together.steps if step.link.startswith("m")}
    assert ours == {step.link: step.open for step in alone.steps}


def test_a_turn_played_again_is_no_turn_of_its_own() -> None:
    again = fx.TurnTakenBack(game=2, side=Side.WHITE, turn=1, position=START)
    slot = replace(FIRST[1], moves=SLOT, position=BACKGAMMON.apply(START, Side.WHITE, SLOT))
    shown = story([*FIRST, again, slot, *ANSWER], [*FIRST, *ANSWER])
    assert shown.steps[-1].open == 3
    assert shown.steps[-1].closed == 2


def dice(side: Side, turn: int) -> fx.DiceShown:
    return fx.DiceShown(game=2, side=side, turn=turn, dice=Roll(6, 4), opening=False)


def went(side: Side, turn: int) -> list[Any]:
    at: dict[str, Any] = {"game": 2, "side": side, "turn": turn}
    again = fx.CheckersSet(**at, position=START)
    return [dice(side, turn), fx.ChoiceShown(**at, choice=HoleChoice.GO), again]


def stayed(side: Side, turn: int) -> list[Any]:
    at: dict[str, Any] = {"game": 2, "side": side, "turn": turn}
    return [
        dice(side, turn),
        fx.ChoiceShown(**at, choice=HoleChoice.HOLD),
        fx.PlayShown(**at, moves=(), position=AFTER_FIRST, condoned=False),
    ]


def test_where_one_room_goes_and_throws_again_turns_with_the_same_dice_still_meet() -> None:
    opened = [*went(Side.WHITE, 1), dice(Side.WHITE, 2), dice(Side.RED, 1), dice(Side.WHITE, 3)]
    closed = [*stayed(Side.WHITE, 1), dice(Side.RED, 1), dice(Side.WHITE, 2), dice(Side.WHITE, 3)]
    shown = story(opened, closed)
    rows = [(step.open, step.closed) for step in shown.steps]
    assert rows[0] == (1, 1)
    assert rows[-1] == (4, 4)
    assert len(rows) == 5
    assert [line.text for line in shown.open.lines][:1] == ["6-4: goes (s'en aller)"]
    assert shown.closed is not None
    assert [line.text for line in shown.closed.lines][:1] == ["6-4, holds (tenir): no move"]
    assert shown.differs == 0


def test_a_counted_game_is_told_with_its_points_and_trous_in_both_rooms() -> None:
    now = hub_of(*whole_match(game=TRICTRAC, games=1)).snapshot(match_id(1))
    assert now is not None
    public = now.public_game(1)
    assert public is not None
    shown = game_story(
        public, now.results[1, Room.CLOSED], (now.start, now.start), TRICTRAC, words_for("en")
    )
    assert shown.closed is not None
    assert shown.open.lines[0].text.startswith("starts (")
    for room in (shown.open, shown.closed):
        marks = [mark for line in room.lines for mark in line.marks]
        assert any(mark.text.startswith("marks 4 points: ") and mark.rule for mark in marks)
        assert any("of 12" in mark.text for mark in marks)
        assert [line for line in room.lines if line.marks and not line.turn] == []
        end = room.tables[-1]
        assert end.score is not None
        assert end.result is not None
        assert (end.score.white.holes, end.score.red.holes) == end.result.tally
        assert room.lines[-1].text.startswith("wins")
        assert room.lines[-1].text.endswith(f", 12:{min(end.result.tally)}")


@pytest.mark.parametrize("game", range(1, 5))
def test_a_played_game_is_told_to_its_end_in_both_rooms(game: int) -> None:
    now = hub_of(*whole_match()).snapshot(match_id(1))
    assert now is not None
    public = now.public_game(game)
    assert public is not None
    result = now.results[game, Room.CLOSED]
    shown = game_story(public, result, (now.start, now.start), BACKGAMMON, words_for("en"))
    form = story_form(shown)
    assert shown.closed is not None
    for room in Room:
        lines = form[room.value]
        assert form["steps"][-1][room.value] == len(lines)
        assert lines[-1]["text"].startswith("wins")
        assert lines[-1]["table"]["result"] is not None
