"""Why something had no effect, in words that say what can be done.

What a table refuses, for pages and API; what the rules refuse in a field: for pages and letters a
clause, for programs a code.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class FieldRefusal:
    """What is so where a field was refused: `code` is promised to programs, `clause` for people.

    `clause` has the refused value in it, as `%(value)s`, and values that the refusal names.
    """

    code: str
    clause: str


FIELD_REFUSALS: Mapping[str, FieldRefusal] = {
    "a round that is not closed": FieldRefusal(
        "round_closed_already", N_("round %(value)s is closed already")
    ),
    "a round that is closed": FieldRefusal("round_not_closed", N_("round %(value)s is not closed")),
    "a round whose matches are all decided; these are not: %(matches)s": FieldRefusal(
        "round_undecided",
        N_("round %(value)s cannot be closed yet: these matches are not decided: %(matches)s"),
    ),
    "a round whose results are all confirmed; these are not: %(matches)s": FieldRefusal(
        "round_unconfirmed",
        N_(
            "round %(value)s cannot be closed yet: "
            "the results of these matches are not confirmed: %(matches)s"
        ),
    ),
    "a round in which nothing has been played; play has begun in match %(matches)s": FieldRefusal(
        "round_play_begun",
        N_("round %(value)s cannot be taken back: play has begun in match %(matches)s"),
    ),
    "%(last)s, the last round that is published": FieldRefusal(
        "later_round_published",
        N_("round %(value)s cannot be taken back before the last published one, round %(last)s"),
    ),
    "%(last)s, the last round that is drawn or published": FieldRefusal(
        "later_round_drawn",
        N_("round %(value)s cannot be taken back before the last one, round %(last)s"),
    ),
    "a round after one whose matches are all decided; these are not: %(matches)s": FieldRefusal(
        "previous_round_undecided",
        N_("round %(value)s cannot be drawn yet: these matches are not decided: %(matches)s"),
    ),
    "none: all is drawn": FieldRefusal("all_rounds_drawn", N_("all rounds are drawn")),
    "a stage that is not drawn yet": FieldRefusal(
        "stage_drawn_already", N_("stage %(value)s is drawn already")
    ),
    "a stage whose places are decided; these are open: %(places)s": FieldRefusal(
        "stage_places_open",
        N_("stage %(value)s cannot be drawn yet: these places are open: %(places)s"),
    ),
    "a stage of which no round is published": FieldRefusal(
        "stage_round_published", N_("a round of stage %(value)s is published already")
    ),
    "a name no other stage has": FieldRefusal(
        "stage_name_taken", N_("another stage is called %(value)s")
    ),
    "a name no other team has": FieldRefusal(
        "team_name_taken", N_("another team is called %(value)s")
    ),
    "a name no other knockout has": FieldRefusal(
        "knockout_name_taken", N_("another knockout is called %(value)s")
    ),
    "a knockout that is not drawn yet": FieldRefusal(
        "knockout_drawn_already", N_("knockout %(value)s is drawn already")
    ),
    "a knockout that is drawn": FieldRefusal(
        "knockout_not_drawn", N_("knockout %(value)s is not drawn yet")
    ),
    "a knockout that takes no messages yet": FieldRefusal(
        "knockout_takes_messages_already", N_("knockout %(value)s takes messages already")
    ),
    "a match that is not over": FieldRefusal("match_over", N_("match %(value)s is over")),
    "a match that is not finished": FieldRefusal(
        "match_finished", N_("match %(value)s is finished")
    ),
    "a match in which nothing has been played": FieldRefusal(
        "match_begun", N_("something has been played in match %(value)s already")
    ),
    "a match without boards at its tables": FieldRefusal(
        "match_has_boards", N_("boards are still at the tables of match %(value)s")
    ),
    "a match without a walkover: take that one back first": FieldRefusal(
        "match_has_walkover", N_("match %(value)s has a walkover: take that back first")
    ),
    "a match of a published round": FieldRefusal(
        "match_not_published", N_("match %(value)s is in no published round")
    ),
    "a match that is in no round: remove the round, or give a walkover": FieldRefusal(
        "match_in_round",
        N_("match %(value)s belongs to a round: remove the round, or give a walkover"),
    ),
    "a match of a round, whose games are all over": FieldRefusal(
        "match_not_posted", N_("match %(value)s is in no round, or not all its games are over")
    ),
    "a match whose results are not final yet: open a case on it": FieldRefusal(
        "match_final", N_("the results of match %(value)s are final: open a case on it")
    ),
    "a match without a winner": FieldRefusal(
        "match_has_winner", N_("match %(value)s has a winner already")
    ),
    "a match without a result: correct the one it has on its own page": FieldRefusal(
        "match_has_result", N_("match %(value)s has a result: correct it on its own page")
    ),
    "a match the director has not decided yet": FieldRefusal(
        "match_decided_by_director", N_("the director has decided match %(value)s already")
    ),
    "the id of a match that is not entered yet": FieldRefusal(
        "match_entered_already", N_("match %(value)s is entered already")
    ),
    "the id of a match of this TTT": FieldRefusal(
        "match_not_in_ttt", N_("this TTT has no match %(value)s")
    ),
    "a reason: this match has a result already": FieldRefusal(
        "result_known_already", N_("this match has a result already: write a reason")
    ),
    "nobody more: the groups are drawn": FieldRefusal(
        "groups_drawn_already", N_("the groups are drawn: nobody more can be entered")
    ),
    "somebody who is not entered yet": FieldRefusal(
        "entrant_entered_already", N_("%(value)s is entered already")
    ),
    "a player who is not entered yet": FieldRefusal(
        "player_entered_already", N_("%(value)s is entered already")
    ),
    "a hold that is in force": FieldRefusal("hold_not_in_force", N_("play is not held here")),
    "a table that has called the director": FieldRefusal(
        "call_not_standing", N_("this table has not called the director, or the call was answered")
    ),
    "a case that may still be appealed": FieldRefusal(
        "appeal_time_over", N_("case %(value)s may no longer be appealed")
    ),
    "a case whose time for an appeal has passed": FieldRefusal(
        "appeal_time_running", N_("case %(value)s may still be appealed")
    ),
    "a query that is not answered yet": FieldRefusal(
        "query_answered_already", N_("query %(value)s is answered already")
    ),
    "%(minutes)s, unchanged: results are already final by it": FieldRefusal(
        "results_final_already",
        N_("results are final by the period of %(minutes)s minutes already: it cannot be changed"),
    ),
    "a team without matches; it has these: %(matches)s": FieldRefusal(
        "team_has_matches", N_("%(value)s has matches already: %(matches)s")
    ),
    "a team in no draw; it is drawn into %(stage)s": FieldRefusal(
        "team_drawn_already", N_("%(value)s is drawn into %(stage)s")
    ),
    "a team that is entered: %(teams)s": FieldRefusal(
        "team_not_entered", N_("no team called %(value)s is entered; these are: %(teams)s")
    ),
    "a team once a place is free: %(limit)s are confirmed, which is the limit": FieldRefusal(
        "entry_limit_reached",
        N_(
            "%(value)s has to wait for a free place: "
            "%(limit)s teams are confirmed, which is the limit"
        ),
    ),
    "a team other than the home team": FieldRefusal(
        "team_against_itself", N_("%(value)s is the home team: choose another as its opponent")
    ),
    "a tournament without matches; remove these first: %(matches)s": FieldRefusal(
        "tournament_has_matches", N_("%(value)s has matches; remove these first: %(matches)s")
    ),
    "one of several: a hall needs at least one tournament": FieldRefusal(
        "tournament_is_the_only_one",
        N_("%(value)s is the only tournament, and a hall needs at least one"),
    ),
    "a free board: %(boards)s": FieldRefusal(
        "board_not_free", N_("%(value)s is not free; these boards are: %(boards)s")
    ),
    "a different board from the one in the open room": FieldRefusal(
        "board_in_both_rooms", N_("%(value)s is chosen for the open room: choose another board")
    ),
    "a match that waits for boards: %(matches)s": FieldRefusal(
        "match_not_waiting_for_boards",
        N_("match %(value)s does not wait for boards; these do: %(matches)s"),
    ),
    "a board that is not a phone: a phone becomes a table's board by its code": FieldRefusal(
        "board_is_a_phone", N_("%(value)s is a phone: it becomes a table's board by its code")
    ),
    "a time after the last start, 24 hours after it at most": FieldRefusal(
        "time_not_after_last_start",
        N_("%(value)s is before the last start, or more than 24 hours after it"),
    ),
    "nothing yet: the match is not finished": FieldRefusal(
        "match_not_finished", N_("%(value)s has nothing to sign yet: the match is not finished")
    ),
    "every game of both rooms: a captain enters the sheet of a match that is over": FieldRefusal(
        "sheet_not_whole", N_("a captain enters every game of both rooms, of a match that is over")
    ),
    "a match without any result so far: the operator enters single results": FieldRefusal(
        "match_has_results", N_("this match has results already: the operator enters single ones")
    ),
    "a person who is not erased": FieldRefusal("person_erased", N_("this person is erased")),
    "one name at least": FieldRefusal("name_needed", N_("write one name at least")),
    "the name of the person the link is for": FieldRefusal(
        "link_person_needed", N_("write the name of the person the link is for")
    ),
    "one match and one kind of link, or more": FieldRefusal(
        "link_choice_needed", N_("choose one match and one kind of link, or more")
    ),
    "in words, what is amended and why": FieldRefusal(
        "amendment_text_needed", N_("write in words what is amended and why")
    ),
    "a yes to the question above": FieldRefusal(
        "answer_needed", N_("answer the question above first")
    ),
    "an id that nobody has in this knockout": FieldRefusal(
        "entrant_id_taken", N_("somebody in this knockout has the id %(value)s already")
    ),
    "two different dice: an opening throw is never equal": FieldRefusal(
        "opening_dice_equal", N_("%(value)s: the dice of an opening throw are never equal")
    ),
}
"""What is so, by what the rules would allow instead: for people, who see the state, not a field.

A refusal that is not here is about a value alone, and says it with what is allowed.
"""
VALUE_NEEDED = "value_needed"
VALUE_NOT_ALLOWED = "value_not_allowed"


def refusal_words(words: Words, why: Refusal) -> str:
    """The refusal as a clause."""
    return words.gettext(REFUSALS[why])


def refusal_code(why: Refusal) -> str:
    """The code that the API promises for a table's refusal."""
    return why.value.replace("-", "_")


def field_refusal_code(error: FieldRefused) -> str:
    """The code that the API promises for a field's refusal."""
    known = FIELD_REFUSALS.get(error.template)
    if known is not None:
        return known.code
    return VALUE_NEEDED if error.value in (None, "") else VALUE_NOT_ALLOWED


def field_refusal_words(
    words: Words, error: FieldRefused, shown: Callable[[object], object]
) -> str:
    """Why a field was refused, as a clause; `shown` gives a value as its reader knows it."""
    named = {name: shown(each) for name, each in error.named.items()}
    value = shown(error.value)
    known = FIELD_REFUSALS.get(error.template)
    if known is not None:
        return words.gettext(known.clause, value=value, **named)
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
