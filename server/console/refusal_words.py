"""Why something had no effect, in words that say what can be done now."""

from rules.events import Refusal
from server.console.speech import N_, Words

_WORDS = {
    Refusal.NOT_PLAYING: N_(
        "no game is being played: the match has not begun, or the game or the match is over"
    ),
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
    Refusal.NO_CUBE: N_("this game is played without a cube"),
    Refusal.NO_GAMMON_POSSIBLE: N_("no gammon is possible any more"),
    Refusal.IMPOSSIBLE_POSITION: N_(
        "no game can come to such a position: both sides on one point, or one of them all off"
    ),
    Refusal.ALREADY_CONFIRMED: N_("this side has confirmed already"),
    Refusal.NOTHING_TO_CONFIRM: N_("there is nothing to confirm yet"),
    Refusal.TABLE_STOPPED: N_("the table is stopped: its board shows other dice than it was given"),
    Refusal.HELD: N_("the director holds the table"),
    Refusal.DICE_UNCONFIRMED: N_("the opponent has to confirm the dice first"),
    Refusal.NO_CHOICE: N_("there is nothing to choose now"),
    Refusal.BATTERY_LOW: N_("no further game begins: the battery of a board is low"),
    Refusal.LAST_START: N_("no further game begins: the time that the director set has come"),
    Refusal.COUNT_NEEDED: N_(
        "positions are not recorded here: say how many checkers the loser has left"
    ),
    Refusal.POSITION_NEEDED: N_("positions are recorded here: say what lies on the board"),
    Refusal.NO_SUCH_END: N_("no game can end like that"),
    Refusal.CLAIM_PENDING: N_("a player has said how the game ended: the opponent is to answer"),
    Refusal.LATER_ROLL_THROWN: N_("a later roll was thrown; void the game or correct its result"),
}


def refusal_words(words: Words, why: Refusal) -> str:
    """The refusal as a clause."""
    return words.gettext(_WORDS.get(why, why.value))


OF_BOARDS = (
    N_(
        "board %(board)s stands in the open room of match %(match)s, whose game %(game)s is being "
        "played: take it from that table first, or say why match %(match)s loses it"
    ),
    N_(
        "board %(board)s stands in the closed room of match %(match)s, whose game %(game)s is "
        "being played: take it from that table first, or say why match %(match)s loses it"
    ),
    N_(
        "board %(board)s has served a closed room: it shows no dice of an open room while a game "
        "is being played: %(games)s. Wait until both rooms have confirmed it, take another board, "
        "or have the director void it because players have seen dice"
    ),
    N_(
        "board %(board)s has shown dice of an open room: it goes to no closed room while that game "
        "is being played: %(games)s. Wait until both rooms have confirmed it, take another board, "
        "or have the director void it because players have seen dice"
    ),
    N_("game %(game)s of match %(match)s"),
)
"""Why a board stays where it is, in the words of server.boards.board_places."""

OF_FIELDS = (
    N_("a name no other team has"),
    N_("a person of the list"),
    N_("a person who is not erased"),
    N_("another person"),
    N_("another than the last director"),
    N_("one name at least"),
    N_("a change of the names as they are now: %(names)s"),
    N_("a yes to what is said above"),
    N_("the name of whose link it is"),
    N_("a team that is entered: %(teams)s"),
    N_("another team than home"),
    N_("0 (no limit) to 100 turns"),
    N_("%(team)s: match %(match)s is set up with it"),
    N_("a list with %(players)s: the line-up of match %(match)s names them"),
    N_("a list with %(players)s: a line-up of match %(match)s is in, still sealed"),
    N_("match %(match)s has started: its line-ups are closed"),
    N_("match %(match)s is not being played: enter line-ups"),
    N_("'%(team)s' does not play match %(match)s; allowed: %(home)s or %(away)s"),
    N_("'%(player)s' is not in the team: %(players)s"),
    N_("'%(player)s' does not play %(game)s for the team; who does: %(players)s"),
    N_("'%(player)s' sits in the open room already"),
    N_("'%(player)s' is lined up in match %(match)s, which is not over"),
    N_(
        "'%(player)s' has watched the open room of game %(game)s: nobody who has sits down in the "
        "closed room before that game is over in both rooms. Wait, or have the director void the "
        "game"
    ),
    N_("'%(player)s' does not sit in the open room of match %(match)s"),
    N_("'%(player)s' does not sit in the closed room of match %(match)s"),
    N_("'%(player)s' has left already"),
    N_("'%(player)s' has not left the table"),
    N_("match %(match)s is not being played: nobody sits at its tables"),
    N_("'%(player)s' sits in the closed room already"),
    N_(
        "game %(game)s is being played; a substitute may sit down once it is confirmed in both "
        "rooms and before the next opening throw"
    ),
    N_("ordered for another game or attempt; now it is game %(game)s, attempt %(attempt)s"),
    N_("nothing yet: the match is not finished"),
    N_("nothing yet: the open room's result of game %(game)s is unconfirmed"),
    N_("nothing yet: the closed room's result of game %(game)s is unconfirmed"),
    N_("a game this table has not begun: the director ends one that it has"),
    N_("a game without a result in the open room: the director corrects one that is there"),
    N_("a game without a result in the closed room: the director corrects one that is there"),
    N_("two different dice, White's first: equal ones are thrown again"),
    N_("%(dice)s, as in the other room of game %(game)s"),
    N_("nothing: the boards know the opening throw of game %(game)s"),
    N_("1: game %(game)s is played without a cube"),
    N_("another ending: game %(game)s is played without a cube"),
    N_("nobody: a cube at 1 is in the middle"),
    N_("the winner, who proposed the double"),
    N_("white or red"),
    N_("a table that has called the director"),
    N_("a hold that is on"),
    N_("a match that is not over"),
    N_("1 to 14 for bearoff; with all fifteen left it is a gammon"),
    N_("15 for gammon"),
    N_("15 for backgammon"),
    N_("15 for resigned-gammon"),
    N_("15 for resigned-backgammon"),
    N_("1, 2, 4, 8, 16 or 32 for pass; 64 cannot be doubled"),
    N_("multiples of 10 from 0"),
    N_("a game whose results are worth points, such as backgammon or long-gammon"),
    N_("a table whose positions are recorded"),
    N_("recorded positions: %(game)s is counted from them"),
    N_("what is set, for the table has begun the match"),
    N_("a room in which the match has a table"),
    N_("an order about the game, a result, a roll, a turn or the position of a match's one table"),
)
"""What set-up and scoring allow in their fields and refuse in line-ups, in the words they use."""
