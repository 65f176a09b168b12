"""Why something had no effect, in words that say what can be done.

What a table refuses, for pages and API; what the rules refuse in a field, for pages and letters.
"""

from collections.abc import Callable, Mapping

from rules.errors import FieldRefused
from rules.events import Refusal
from rules.text import N_
from server.words.translation import Words

REFUSALS: Mapping[Refusal, str] = {
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

FIELD_REFUSALS: Mapping[str, str] = {
    "a round that is not closed": N_("round %(value)s is closed already"),
    "a round that is closed": N_("round %(value)s is not closed"),
    "a round whose matches are all decided; these are not: %(matches)s": N_(
        "round %(value)s cannot be closed yet: these matches are not decided: %(matches)s"
    ),
    "a round whose results are all confirmed; these are not: %(matches)s": N_(
        "round %(value)s cannot be closed yet: "
        "the results of these matches are not confirmed: %(matches)s"
    ),
    "a round in which nothing has been played; play has begun in match %(matches)s": N_(
        "round %(value)s cannot be taken back: play has begun in match %(matches)s"
    ),
    "%(last)s, the last round that is published": N_(
        "round %(value)s cannot be taken back before the last published one, round %(last)s"
    ),
    "%(last)s, the last round that is drawn or published": N_(
        "round %(value)s cannot be taken back before the last one, round %(last)s"
    ),
    "a round after one whose matches are all decided; these are not: %(matches)s": N_(
        "round %(value)s cannot be drawn yet: these matches are not decided: %(matches)s"
    ),
    "none: all is drawn": N_("all rounds are drawn"),
    "a stage that is not drawn yet": N_("stage %(value)s is drawn already"),
    "a stage whose places are decided; these are open: %(places)s": N_(
        "stage %(value)s cannot be drawn yet: these places are open: %(places)s"
    ),
    "a stage of which no round is published": N_("a round of stage %(value)s is published already"),
    "a name no other stage has": N_("another stage is called %(value)s"),
    "a name no other team has": N_("another team is called %(value)s"),
    "a name no other knockout has": N_("another knockout is called %(value)s"),
    "a knockout that is not drawn yet": N_("knockout %(value)s is drawn already"),
    "a knockout that is drawn": N_("knockout %(value)s is not drawn yet"),
    "a knockout that takes no messages yet": N_("knockout %(value)s takes messages already"),
    "a match that is not over": N_("match %(value)s is over"),
    "a match that is not finished": N_("match %(value)s is finished"),
    "a match in which nothing has been played": N_(
        "something has been played in match %(value)s already"
    ),
    "a match without boards at its tables": N_("boards are still at the tables of match %(value)s"),
    "a match without a walkover: take that one back first": N_(
        "match %(value)s has a walkover: take that back first"
    ),
    "a match of a published round": N_("match %(value)s is in no published round"),
    "a match that is in no round: remove the round, or give a walkover": N_(
        "match %(value)s belongs to a round: remove the round, or give a walkover"
    ),
    "a match of a round, whose games are all over": N_(
        "match %(value)s is in no round, or not all its games are over"
    ),
    "a match whose results are not final yet: open a case on it": N_(
        "the results of match %(value)s are final: open a case on it"
    ),
    "a match without a winner": N_("match %(value)s has a winner already"),
    "a match without a result: correct the one it has on its own page": N_(
        "match %(value)s has a result: correct it on its own page"
    ),
    "a match the director has not decided yet": N_(
        "the director has decided match %(value)s already"
    ),
    "the id of a match that is not entered yet": N_("match %(value)s is entered already"),
    "the id of a match of this TTT": N_("this TTT has no match %(value)s"),
    "a reason: this match has a result already": N_(
        "this match has a result already: write a reason"
    ),
    "nobody more: the groups are drawn": N_("the groups are drawn: nobody more can be entered"),
    "somebody who is not entered yet": N_("%(value)s is entered already"),
    "a player who is not entered yet": N_("%(value)s is entered already"),
    "a hold that is in force": N_("play is not held here"),
    "a table that has called the director": N_(
        "this table has not called the director, or the call was answered"
    ),
    "a case that may still be appealed": N_("case %(value)s may no longer be appealed"),
    "a case whose time for an appeal has passed": N_("case %(value)s may still be appealed"),
    "a query that is not answered yet": N_("query %(value)s is answered already"),
    "%(minutes)s, unchanged: results are already final by it": N_(
        "results are final by the period of %(minutes)s minutes already: it cannot be changed"
    ),
    "a team without matches; it has these: %(matches)s": N_(
        "%(value)s has matches already: %(matches)s"
    ),
    "a team in no draw; it is drawn into %(stage)s": N_("%(value)s is drawn into %(stage)s"),
    "a team that is entered: %(teams)s": N_(
        "no team called %(value)s is entered; these are: %(teams)s"
    ),
    "a team once a place is free: %(limit)s are confirmed, which is the limit": N_(
        "%(value)s has to wait for a free place: %(limit)s teams are confirmed, which is the limit"
    ),
    "a team other than the home team": N_(
        "%(value)s is the home team: choose another as its opponent"
    ),
    "a tournament without matches; remove these first: %(matches)s": N_(
        "%(value)s has matches; remove these first: %(matches)s"
    ),
    "one of several: a hall needs at least one tournament": N_(
        "%(value)s is the only tournament, and a hall needs at least one"
    ),
    "a free board: %(boards)s": N_("%(value)s is not free; these boards are: %(boards)s"),
    "a different board from the one in the open room": N_(
        "%(value)s is chosen for the open room: choose another board"
    ),
    "a match that waits for boards: %(matches)s": N_(
        "match %(value)s does not wait for boards; these do: %(matches)s"
    ),
    "a board that is not a phone: a phone becomes a table's board by its code": N_(
        "%(value)s is a phone: it becomes a table's board by its code"
    ),
    "a time after the last start, 24 hours after it at most": N_(
        "%(value)s is before the last start, or more than 24 hours after it"
    ),
    "nothing yet: the match is not finished": N_(
        "%(value)s has nothing to sign yet: the match is not finished"
    ),
    "every game of both rooms: a captain enters the sheet of a match that is over": N_(
        "a captain enters every game of both rooms, of a match that is over"
    ),
    "a match without any result so far: the operator enters single results": N_(
        "this match has results already: the operator enters single ones"
    ),
    "a person who is not erased": N_("this person is erased"),
    "one name at least": N_("write one name at least"),
    "the name of the person the link is for": N_("write the name of the person the link is for"),
    "one match and one kind of link, or more": N_("choose one match and one kind of link, or more"),
    "in words, what is amended and why": N_("write in words what is amended and why"),
    "a yes to the question above": N_("answer the question above first"),
    "an id that nobody has in this knockout": N_(
        "somebody in this knockout has the id %(value)s already"
    ),
    "two different dice: an opening throw is never equal": N_(
        "%(value)s: the dice of an opening throw are never equal"
    ),
}
"""What is so, by what the rules would allow instead: for people, who see the state, not a field.

A refusal that is not here is about a value alone, and says it with what is allowed.
"""


def refusal_words(words: Words, why: Refusal) -> str:
    """The refusal as a clause."""
    return words.gettext(REFUSALS[why])


def field_refusal_words(
    words: Words, error: FieldRefused, shown: Callable[[object], object]
) -> str:
    """Why a field was refused, as a clause; `shown` gives a value as its reader knows it."""
    named = {name: shown(each) for name, each in error.named.items()}
    value = shown(error.value)
    clause = FIELD_REFUSALS.get(error.template)
    if clause is not None:
        return words.gettext(clause, value=value, **named)
    # Without values a percent sign is one that somebody wrote, such as in a team's name.
    template = error.template if error.named else error.template.replace("%", "%%")
    return refused_value_words(words, value, words.gettext(template, **named))


def refused_value_words(words: Words, value: object, allowed: str) -> str:
    """That a field cannot hold the value, or needs one, and what is allowed, as a clause."""
    if value in (None, ""):
        return words.gettext("needed: %(allowed)s", allowed=allowed)
    return words.gettext(
        "%(value)s is not possible; allowed: %(allowed)s", value=value, allowed=allowed
    )
