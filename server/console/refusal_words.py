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
    Refusal.OTHER_SIDE_THROWS: N_("it is the other side's throw"),
    Refusal.TOO_FAR_AHEAD: N_("the open room may not get any further ahead"),
    Refusal.ALREADY_RELEASED: N_(
        "the closed room has these dice; see “A roll was wrong” for what can be done"
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
    """The refusal as a clause."""
    return words.gettext(_WORDS.get(why, why.value))


OF_BOARDS = (
    N_(
        "board %(board)s is in the open room of match %(match)s, whose game %(game)s is "
        "being played: take it from that table first, or say why match %(match)s loses it"
    ),
    N_(
        "board %(board)s is in the closed room of match %(match)s, whose game %(game)s is "
        "being played: take it from that table first, or say why match %(match)s loses it"
    ),
    N_(
        "board %(board)s was in a closed room: it may not show an open room's dice while a "
        "game is being played: %(games)s. Wait until both rooms have confirmed it, use "
        "another board, or ask the director to void it because players have seen dice"
    ),
    N_(
        "board %(board)s has shown an open room's dice: it may not go to a closed room "
        "while that game is being played: %(games)s. Wait until both rooms have confirmed "
        "it, use another board, or ask the director to void it because players have seen "
        "dice"
    ),
    N_("game %(game)s of match %(match)s"),
)
"""Why a board stays where it is, in the words of server.boards.board_places."""

OF_FIELDS = (
    N_("a name no other team has"),
    N_("a person from the list"),
    N_("a person who is not erased"),
    N_("another person"),
    N_("not the last director"),
    N_("one name at least"),
    N_("a yes to the question above"),
    N_("the name of the person the link is for"),
    N_("a team that is entered: %(teams)s"),
    N_("a team other than the home team"),
    N_("0 (no limit) to 100 turns"),
    N_("%(team)s: match %(match)s is set up with it"),
    N_("a list with %(players)s: the line-up of match %(match)s names them"),
    N_("a list with %(players)s: a line-up of match %(match)s is in, still sealed"),
    N_("match %(match)s has started: its line-ups are closed"),
    N_("match %(match)s was set up before words could be given"),
    N_("match %(match)s has started: no word can be given any more"),
    N_("both words of match %(match)s are in and open: they stay as they are"),
    N_("a word has one to %(letters)s letters and no line break"),
    N_("match %(match)s is not being played: enter line-ups"),
    N_("'%(team)s' does not play match %(match)s; allowed: %(home)s or %(away)s"),
    N_("'%(player)s' is not in the team: %(players)s"),
    N_("'%(player)s' does not play %(game)s for the team; who does: %(players)s"),
    N_("'%(player)s' sits in the open room already"),
    N_("'%(player)s' is in the line-up of match %(match)s, which is not over"),
    N_(
        "'%(player)s' has watched the open room of game %(game)s: anyone who has may not "
        "sit in the closed room until that game is over in both rooms. Wait, or ask the "
        "director to void the game"
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
    N_("this order was for another game or attempt; now it is game %(game)s, attempt %(attempt)s"),
    N_("nothing yet: the match is not finished"),
    N_("nothing yet: the open room's result of game %(game)s is unconfirmed"),
    N_("nothing yet: the closed room's result of game %(game)s is unconfirmed"),
    N_("a game not yet begun at this table: the director ends one that has begun"),
    N_("a game without a result in the open room: the director corrects an existing one"),
    N_("a game without a result in the closed room: the director corrects an existing one"),
    N_("two different dice, White's first: equal ones are thrown again"),
    N_("%(dice)s, as in the other room of game %(game)s"),
    N_("nothing: the opening throw of game %(game)s is among its rolls"),
    N_("one result for each room where no board has ended the game"),
    N_("nothing: a board has thrown in game %(game)s already"),
    N_("the opening throw of game %(game)s, which comes before any other roll"),
    N_("turn %(turn)s, the next in game %(game)s"),
    N_(
        "the same number of turns for both sides, or one more for the side that began: a slip "
        "may be missing"
    ),
    N_("1: game %(game)s is played without a cube"),
    N_("another ending: game %(game)s is played without a cube"),
    N_("nobody: a cube at 1 is in the middle"),
    N_("the winner, who proposed the double"),
    N_("white or red"),
    N_("a table that has called the director"),
    N_("a hold that is in force"),
    N_("a match that is not over"),
    N_("1 to 14 for bearoff; with all fifteen left it is a gammon"),
    N_("15 for gammon"),
    N_("15 for backgammon"),
    N_("15 for resigned-gammon"),
    N_("15 for resigned-backgammon"),
    N_("1, 2, 4, 8, 16 or 32 for pass; 64 cannot be doubled"),
    N_("multiples of 10 from 0"),
    N_("a game whose results are worth points, such as backgammon or long-gammon"),
    N_("a turn whose dice the closed room was given"),
    N_("a turn after which dice were thrown: the open room plays this one again"),
    N_("a game that is over in neither room: this roll stands, or the score is adjusted"),
    N_("dice other than %(dice)s"),
    N_("two different dice: an opening throw is never equal"),
    N_("a table whose positions are recorded"),
    N_("an address that phones reach: --public-url or YALTA_PUBLIC_URL sets it"),
    N_("recorded positions: %(game)s is counted from them"),
    N_("the current setting: the table has begun the match"),
    N_("a room in which the match has a table"),
    N_("an order about the game, a result, a roll, a turn or the position of a match's one table"),
)
"""What set-up and scoring allow in their fields and refuse in line-ups, in the words they use."""
