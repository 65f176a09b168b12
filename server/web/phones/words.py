"""The texts of a phone's page between two players, in the language of the request.

The page's script replaces the words in braces: `you` is the player who reads the sentence, `other`
the opponent. No sentence names a pip count, a legal play or a number left to play (ruling 35).
"""

from collections.abc import Callable
from functools import partial

from server.words.translation import Words

_SLOTS = {
    name: f"{{{name}}}"
    for name in (
        *("you", "other", "dice", "value", "turn", "kind", "n", "winner", "loser", "code", "name"),
        *("reason", "left", "free", "side", "holes", "points", "point"),
    )
}
Gettext = Callable[[str], str]


def phone_terms(words: Words) -> dict[str, str]:
    """Return every text of the page, by the key that the page's script uses."""
    gettext: Gettext = partial(words.gettext, **_SLOTS)
    return {
        "white": gettext("White"),
        "red": gettext("Red"),
        "dismiss": gettext("Dismiss"),
        **_waits(gettext),
        **_throws(gettext),
        **_plays(gettext),
        **_cube(gettext),
        **_ends(gettext),
        **_proposed_ends(gettext),
        **_results(gettext),
        **_beside(gettext),
        **_director(gettext),
        **_refusals(gettext),
    }


def _waits(gettext: Gettext) -> dict[str, str]:
    return {
        "wait_server": gettext("Nothing to do yet: the operator is setting up this table."),
        "wait_other_room": gettext("Waiting for the other room"),
        "wait_next_game": gettext(
            "The next game begins when the other room has finished this one."
        ),
        "match_over": gettext("The match is over. Thank you for playing."),
        "wait_director": gettext("The table is stopped. The director is coming."),
        "wait_set": gettext("Waiting until %(other)s is ready"),
        "set_up": gettext("Set up the checkers, then tap."),
        "set": gettext("Checkers are set up"),
        "wait_throw": gettext("%(other)s throws"),
        "wait_tail_throw": gettext("%(other)s throws for the closed room"),
        "wait_ready": gettext("%(other)s decides: dice or double"),
        "wait_dice": gettext("The dice are on their way"),
        "wait_play": gettext("%(other)s plays %(dice)s"),
        "wait_yes": gettext("%(dice)s: waiting for %(other)s to confirm"),
        "wait_take": gettext("%(other)s decides: take or pass"),
        "wait_answer": gettext("%(other)s answers"),
        "wait_confirm": gettext("%(other)s confirms the result"),
        "wait_choice": gettext("%(other)s answers a question"),
        "your_turn": gettext("Your turn"),
        "ready": gettext("READY"),
        "back": gettext("Back"),
        "yes": gettext("Yes"),
        "no": gettext("No"),
    }


def _throws(gettext: Gettext) -> dict[str, str]:
    return {
        "key_opening": gettext("Opening: which die did you throw?"),
        "wait_opening": gettext("Waiting for the die of %(other)s"),
        "wait_begin": gettext("%(other)s says that both dice are right."),
        "opening_right": gettext("Are both dice right?"),
        "begin": gettext("Begin with %(dice)s"),
        "tie": gettext("Equal dice: throw again"),
        "key_dice": gettext("Which dice did you throw?"),
        "key_anew": gettext("Which dice were they?"),
        "key_tail": gettext("Throw for the closed room, your side's turn %(turn)s there."),
        "key_both": gettext("Tap both dice"),
        "cocked": gettext("Cocked dice"),
        "keep": gettext("It was right"),
        "rekey": gettext("I entered it wrong"),
        "dice_right": gettext("%(other)s threw %(dice)s. Right?"),
        "draw_rest": gettext("Draw the rest"),
        "die": gettext("Die: %(n)s"),
    }


def _plays(gettext: Gettext) -> dict[str, str]:
    return {
        "play_on_board": gettext("%(dice)s: play, then tap."),
        "played": gettext("Played"),
        "play_on_page": gettext("%(dice)s: tap a checker, then its point."),
        "play_again": gettext("The play does not fit %(dice)s. Correct it."),
        "finish": gettext("Finished"),
        "no_move": gettext("I cannot move"),
        "undo": gettext("Undo"),
        "play_questioned": gettext("The play of %(other)s does not fit %(dice)s."),
        "play_condone": gettext("%(other)s corrects it, or you let it stand."),
        "condone": gettext("Let it stand"),
        "ask_2": gettext("A trou by your own throw: hold or go?"),
        "ask_3": gettext("%(other)s has thrown already. Had you finished your play?"),
        "finish_now": gettext(
            "%(other)s has thrown already. Finish your play, or tap “Not finished”."
        ),
        "not_finished": gettext("Not finished"),
        "ask_4": gettext("Should the server draw the closed room's remaining dice?"),
        "hold": gettext("Hold"),
        "go": gettext("Go"),
        "place_point": gettext("Point %(point)s, own checkers: %(n)s"),
        "place_bar": gettext("Bar, own checkers: %(n)s"),
        "place_off": gettext("Bear off"),
    }


def _cube(gettext: Gettext) -> dict[str, str]:
    return {
        "double": gettext("Double to %(value)s"),
        "doubles": gettext("%(other)s doubles to %(value)s."),
        "take": gettext("Take"),
        "pass": gettext("Pass …"),
        "pass_sure": gettext("Pass and lose this game?"),
        "pass_loses": gettext("The game is lost with the cube at %(value)s."),
        "pass_yes": gettext("Yes, I pass"),
        "cube_centred": gettext("Cube at %(value)s, centred."),
        "cube_white": gettext("Cube at %(value)s, White's."),
        "cube_red": gettext("Cube at %(value)s, Red's."),
        "cube_offered": gettext("Cube offered at %(value)s."),
        "score": gettext("%(side)s: trous %(holes)s, points %(points)s"),
    }


def _ends(gettext: Gettext) -> dict[str, str]:
    return {
        "resign": gettext("Resign …"),
        "resign_what": gettext("What do you resign?"),
        "resign_asks": gettext("The game goes on until %(other)s accepts."),
        "off": gettext("All off …"),
        "won_what": gettext("What have you won?"),
        "won_asks": gettext("The game is over when %(other)s agrees."),
        "kind_single": gettext("A single game"),
        "kind_gammon": gettext("A gammon"),
        "kind_backgammon": gettext("A backgammon"),
        "kind_some": gettext("The game"),
        "left_own": gettext("How many checkers have you left?"),
        "left_other": gettext("How many checkers has %(other)s left?"),
        "left_choose": gettext("Choose a number"),
        "left_say": gettext("Checkers left: %(n)s"),
        "resigned": gettext("%(other)s resigns: %(kind)s. Do you accept?"),
        "resigned_own": gettext("You resign: %(kind)s."),
        "corrected": gettext("A result was corrected. Is it right?"),
        "corrected_open": gettext("Corrected result …"),
        "corrected_later": gettext("Later"),
    }


def _proposed_ends(gettext: Gettext) -> dict[str, str]:
    return {
        "end_reported": gettext("Is the game over, as %(other)s says?"),
        "end_pass_asked": gettext("%(other)s passes. Checkers left: %(n)s. Right?"),
        "end_pass_own": gettext("You pass. Checkers left: %(n)s."),
        "end_lost_asked": gettext("%(other)s resigns: %(kind)s. Checkers left: %(n)s. Right?"),
        "end_lost_own": gettext("You resign: %(kind)s. Checkers left: %(n)s."),
        "end_won_asked": gettext(
            "%(other)s has everything off: %(kind)s. You have checkers left: %(n)s. Right?"
        ),
        "end_won_own": gettext("You have everything off: %(kind)s. Checkers left there: %(n)s."),
        "end_pass_asked_plain": gettext("%(other)s passes. Right?"),
        "end_pass_own_plain": gettext("You pass."),
        "end_lost_asked_plain": gettext("%(other)s resigns: %(kind)s. Right?"),
        "end_lost_own_plain": gettext("You resign: %(kind)s."),
        "end_won_asked_plain": gettext("%(other)s has everything off: %(kind)s. Right?"),
        "end_won_own_plain": gettext("You have everything off: %(kind)s."),
    }


def _results(gettext: Gettext) -> dict[str, str]:
    return {
        "result_right": gettext("Is this result right?"),
        "confirm": gettext("Confirm the result"),
        "over_1": gettext("%(winner)s wins. Checkers %(loser)s has left: %(n)s. Cube: %(value)s."),
        "over_2": gettext(
            "%(winner)s wins: the double was passed. Checkers %(loser)s has left: %(n)s. "
            "Cube: %(value)s."
        ),
        "over_3": gettext("%(winner)s wins a gammon. Cube: %(value)s."),
        "over_4": gettext("%(winner)s wins a backgammon. Cube: %(value)s."),
        "over_5": gettext(
            "%(winner)s wins: %(loser)s resigned. Checkers left: %(n)s. Cube: %(value)s."
        ),
        "over_6": gettext("%(winner)s wins: %(loser)s resigned a gammon. Cube: %(value)s."),
        "over_7": gettext("%(winner)s wins: %(loser)s resigned a backgammon. Cube: %(value)s."),
        "over_8": gettext("%(winner)s wins by trous."),
        "over_1_plain": gettext("%(winner)s wins. Cube: %(value)s."),
        "over_2_plain": gettext("%(winner)s wins: the double was passed. Cube: %(value)s."),
        "over_5_plain": gettext("%(winner)s wins: %(loser)s resigned. Cube: %(value)s."),
    }


def _beside(gettext: Gettext) -> dict[str, str]:
    return {
        "sent": gettext("Sent"),
        "kept": gettext("Saved here, not sent yet"),
        "lost": gettext("No connection. What you enter is saved here."),
        "lost_kept": gettext("No connection. Saved here, not sent yet."),
        "gone": gettext(
            "No connection for two minutes. Ask the operator: if the laptop has another address "
            "now, scan a new code."
        ),
        "full": gettext(
            "This browser cannot save any more: your taps are not accepted. Call the director."
        ),
        "clock_free": gettext("%(left)s · %(free)s s free"),
        "ended_replaced": gettext("This phone is no longer this table's board."),
        "ended_forbidden": gettext("This phone is not a table's board."),
        "ended_elsewhere": gettext("This table is open in another window of this phone."),
    }


def _director(gettext: Gettext) -> dict[str, str]:
    return {
        "call_why": gettext("What do you need the director for?"),
        "call_dice_or_play": gettext("Dice or a play"),
        "call_illegal_play": gettext("An illegal play"),
        "call_clock": gettext("The clock"),
        "call_other": gettext("Something else"),
        "called": gettext("The director is called."),
        "coming": gettext("Someone is coming."),
        "coming_who": gettext("%(name)s is coming."),
        "held": gettext("Held by the director"),
        "held_why": gettext("Held by the director: %(reason)s"),
    }


def _refusals(gettext: Gettext) -> dict[str, str]:
    """Return, by the wire's fault codes, texts that say what happened and what to do."""
    return {
        "refused": gettext("That was not accepted (%(code)s). Call the director."),
        "refused_11": gettext(
            "The server cannot store anything right now. What you enter is saved here."
        ),
        "refused_104": gettext("The dice shown here are wrong. The director is coming."),
        "refused_106": gettext("The server has a different position. Call the director."),
        "refused_202": gettext("It is the other player's turn."),
        "refused_203": gettext("That cannot be done now."),
        "refused_205": gettext("The previous play is not finished. Throw again after it."),
        "refused_206": gettext("The double must be answered first."),
        "refused_207": gettext("The resignation must be answered first."),
        "refused_208": gettext("These dice were thrown already."),
        "refused_209": gettext("This turn has different dice. Call the director."),
        "refused_210": gettext("Cocked. Throw again."),
        "refused_211": gettext("The other side throws."),
        "refused_212": gettext("The closed room is too far behind. Wait a little."),
        "refused_213": gettext("The closed room has these dice already. Call the director."),
        "refused_215": gettext("The cube is not yours."),
        "refused_216": gettext("The cube goes no higher."),
        "refused_217": gettext("No gammon is possible any more: a checker is off."),
        "refused_218": gettext("This position is not possible. Correct the checkers."),
        "refused_221": gettext("The next dice have been thrown already. Call the director."),
        "refused_222": gettext("The dice must be confirmed first."),
        "refused_224": gettext("The table is stopped. The director is coming."),
        "refused_228": gettext(
            "The game cannot have ended like this. Check the number of checkers."
        ),
        "refused_229": gettext("First answer whether the game is over."),
        "refused_230": gettext("The director is holding this table."),
    }
