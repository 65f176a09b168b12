"""The reasons why something is refused at a table, in words that say what can be done.

Pages and the API use these words.
"""

from collections.abc import Mapping

from rules.events import Refusal
from rules.text import N_
from server.words.translation import Words

REFUSALS: Mapping[Refusal, str] = {
    Refusal.NOT_PLAYING: N_(
        "no game is being played: the match has not begun, or the game or the match is over"
    ),
    Refusal.STALE: N_("the match has moved on: check which game and turn is being played"),
    Refusal.NOT_YOUR_TURN: N_("the other side has to do this"),
    Refusal.NOT_NOW: N_("this cannot be done at this table right now"),
    Refusal.WRONG_ROOM: N_("this can only be done in the other room"),
    Refusal.PLAY_UNFINISHED: N_("a play is not finished yet"),
    Refusal.DOUBLE_PENDING: N_("the double has not been answered yet"),
    Refusal.RESIGNATION_PENDING: N_("the resignation has not been answered yet"),
    Refusal.ALREADY_THROWN: N_("these dice are known already"),
    Refusal.CONFLICT: N_("other dice were stored for this turn"),
    Refusal.COCKED: N_("a die did not lie flat"),
    Refusal.OTHER_SIDE_THROWS: N_("it is the other side's throw"),
    Refusal.TOO_FAR_AHEAD: N_("the open room may not get any further ahead"),
    Refusal.ALREADY_RELEASED: N_(
        "the closed room has these dice; let the roll stand, reopen the turn or void the game"
    ),
    Refusal.ROLL_NOT_SHOWN: N_("no dice have been shown for this turn"),
    Refusal.CUBE_NOT_YOURS: N_("the cube is the other side's"),
    Refusal.CUBE_AT_LIMIT: N_("the cube cannot go higher than 64"),
    Refusal.NO_CUBE: N_("this game is played without a cube"),
    Refusal.NO_GAMMON_POSSIBLE: N_("no gammon is possible any more"),
    Refusal.IMPOSSIBLE_POSITION: N_(
        "no game can reach this position: both sides on one point, or one side has everything off"
    ),
    Refusal.ALREADY_CONFIRMED: N_("this side has confirmed already"),
    Refusal.NOTHING_TO_CONFIRM: N_("there is nothing to confirm yet"),
    Refusal.TABLE_STOPPED: N_(
        "the table is stopped: its board shows different dice from those it was given"
    ),
    Refusal.HELD: N_("the director holds the table"),
    Refusal.DICE_UNCONFIRMED: N_("the opponent has to confirm the dice first"),
    Refusal.NO_CHOICE: N_("there is nothing to choose now"),
    Refusal.BATTERY_LOW: N_("no new game begins: the battery of a board is low"),
    Refusal.LAST_START: N_("no new game begins: the time that the director set has come"),
    Refusal.COUNT_NEEDED: N_(
        "positions are not recorded here: enter how many checkers the loser has left"
    ),
    Refusal.POSITION_NEEDED: N_("positions are recorded here: enter what is on the board"),
    Refusal.NO_SUCH_END: N_("no game can end like that"),
    Refusal.CLAIM_PENDING: N_("a player has said how the game ended: the opponent has to answer"),
    Refusal.LATER_ROLL_THROWN: N_(
        "a later roll was thrown: let it stand, void the game or correct the result"
    ),
}


def refusal_words(words: Words, why: Refusal) -> str:
    """Return the refusal as a clause, in a language."""
    return words.gettext(REFUSALS[why])


def refusal_code(why: Refusal) -> str:
    """Return the code of a table's refusal, which never changes, for clients of the API."""
    return why.value.replace("-", "_")
