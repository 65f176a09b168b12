"""Why something had no effect, in words that say what can be done now."""

from rules.events import Refusal
from server.console.speech import N_, Words

_WORDS = {
    Refusal.NOT_PLAYING: N_("the match is not being played; it starts when both line-ups are in"),
    Refusal.STALE: N_("this is about another game, attempt or turn; look at the match again"),
    Refusal.NOT_YOUR_TURN: N_("the other side has to do this"),
    Refusal.NOT_NOW: N_("the table is not at a point where this can be done"),
    Refusal.WRONG_ROOM: N_("this can only be done in the other room"),
    Refusal.PLAY_UNFINISHED: N_("a play is not finished yet"),
    Refusal.DOUBLE_PENDING: N_("a double waits for its answer"),
    Refusal.RESIGNATION_PENDING: N_("a resignation waits for its answer"),
    Refusal.ALREADY_THROWN: N_("these dice are known already"),
    Refusal.CONFLICT: N_("other dice were stored for this turn"),
    Refusal.COCKED: N_("a die did not lie flat"),
    Refusal.OTHER_SIDE_THROWS: N_("the other side is to throw"),
    Refusal.TOO_FAR_AHEAD: N_("the open room is as far ahead as it may be"),
    Refusal.ALREADY_RELEASED: N_(
        "the closed room has these dice; reopen the turn or void the game"
    ),
    Refusal.ROLL_NOT_SHOWN: N_("no dice have been shown for this turn"),
    Refusal.CUBE_NOT_YOURS: N_("the cube is the other side's"),
    Refusal.CUBE_AT_LIMIT: N_("the cube cannot go higher than 64"),
    Refusal.NO_GAMMON_POSSIBLE: N_("no gammon is possible any more"),
    Refusal.IMPOSSIBLE_POSITION: N_("no game can come to such a position"),
    Refusal.ALREADY_CONFIRMED: N_("this side has confirmed already"),
    Refusal.NOTHING_TO_CONFIRM: N_("there is nothing to confirm yet"),
    Refusal.TABLE_STOPPED: N_("the table is stopped: its board shows other dice than it was given"),
    Refusal.DICE_UNCONFIRMED: N_("the opponent has to confirm the dice first"),
    Refusal.NO_CHOICE: N_("there is nothing to choose now"),
    Refusal.LATER_ROLL_THROWN: N_("a later roll was thrown; void the game or correct its result"),
}


def refusal_words(words: Words, why: Refusal) -> str:
    """The refusal as a clause."""
    return words.gettext(_WORDS.get(why, why.value))
