"""What the public is told of a game that went on on paper (rulings 7 and 12)."""

from rules import events as ev
from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from server.live import facts as fx
from server.live.public_table import set_table, table_after
from tests.server.live.by_hand import (
    CLOSED,
    CLOSED_PLAY,
    OPEN,
    RED,
    WHITE,
    Match,
    entered,
    opened,
    thrown,
)

SLIPS = (
    ev.PaperRoll(side=WHITE, turn=2, dice=Roll(6, 1)),
    ev.PaperRoll(side=RED, turn=2, dice=Roll(4, 4)),
)
ON_PAPER = ev.PlayedOnPaper(game=1, attempt=1, rolls=SLIPS, by="director", reason="no power")


def half_played() -> Match:
    """White has played in both rooms, Red has thrown in the open one."""
    return opened(CLOSED_PLAY, thrown(RED, 1, Roll(5, 2)))


def test_rolls_of_paper_are_told_once_the_game_is_over_in_both_rooms() -> None:
    match = half_played()
    assert match.happens(ON_PAPER, entered(OPEN)) == ()
    published = match.happens(entered(CLOSED))
    shown = [fact for fact in published if isinstance(fact, fx.PaperDiceShown)]
    assert [(fact.side, fact.turn, fact.dice) for fact in shown] == [
        (slip.side, slip.turn, slip.dice) for slip in SLIPS
    ]


def test_the_closed_room_had_on_paper_what_its_board_was_not_given() -> None:
    match = half_played()
    *_, story = match.happens(ON_PAPER, entered(OPEN), entered(CLOSED))
    assert isinstance(story, fx.ClosedRoomShown)
    on_paper = [step for step in story.steps if isinstance(step, fx.PaperDiceShown)]
    assert [(step.side, step.turn) for step in on_paper] == [(RED, 1), (WHITE, 2), (RED, 2)]


def test_nobody_knows_the_position_from_the_first_roll_on_paper_on() -> None:
    slip = SLIPS[0]
    published = fx.PaperDiceShown(game=1, side=slip.side, turn=2, dice=slip.dice, opening=False)
    table = table_after(set_table(BACKGAMMON), published)
    assert (table.position, table.thrown, table.on_turn) == (None, None, RED)
