from dataclasses import replace

import pytest

from rules.games.trictrac.score import Score, Tally
from rules.games.trictrac.table import Phase, claim, judge
from rules.position import Side
from tests.support.trictrac_positions import facing
from yalta_extras.lesson.dialogue import answer, begin, farewell, prompt
from yalta_extras.lesson.lesson import Lesson, Reply
from yalta_extras.lesson.tests.lessons import (
    FOUR_FOR_RED,
    FOUR_FOR_WHITE,
    honest_lines,
    lesson_of,
    white_has_thrown,
)

WHITE, RED = Side.WHITE, Side.RED
THROWN = white_has_thrown(FOUR_FOR_WHITE, "4-2")


def text_of(reply: Reply) -> str:
    """Return the reply's lines as one text, without the breaks that keep lines short."""
    return " ".join(" ".join(reply.lines).split())


def points(lesson: Lesson) -> tuple[int, int]:
    return lesson.table.score.of(WHITE).points, lesson.table.score.of(RED).points


def claimed(points_claimed: int, *, errs: int = 0) -> Lesson:
    """Return a lesson in which the learner, Red, has to judge White's claim of points.

    The right number of points is four.
    """
    return lesson_of(claim(THROWN, points_claimed), RED, errs=errs)


def at_contest(claim_of: int, right: int, *, errs: int = 0, learner: Side = WHITE) -> Lesson:
    return lesson_of(judge(claim(THROWN, claim_of), right), learner, errs=errs)


def test_a_right_claim_is_agreed_to_and_its_figure_explained() -> None:
    reply = answer(lesson_of(THROWN, WHITE), "4")
    assert "Red agrees to 4 points." in reply.lines
    assert "true hit in a petit jan, point 20: 1 way at 4 by 4: 24/20" in text_of(reply)
    assert "Malfilâtre, article 10" in text_of(reply)
    assert (reply.lesson.table.phase, points(reply.lesson)) == (Phase.PLAY, (4, 0))


def test_points_are_asked_for_before_a_checker_is_touched() -> None:
    lesson = lesson_of(THROWN, WHITE)
    assert prompt(lesson) == "Your points for White's 4-2: "
    refused = answer(lesson, "24/18")
    assert refused.lesson == lesson
    assert "points: '24/18' is not possible; allowed: even numbers from 0 to 98" in text_of(refused)


def test_points_of_the_opponents_throw_are_asked_for_before_ones_own_next_throw() -> None:
    lesson = lesson_of(white_has_thrown(FOUR_FOR_RED, "3-2"), RED)
    lesson = answer(lesson_of(claim(lesson.table, 0), RED), "").lesson
    assert prompt(lesson) == "Your points for White's 3-2: "
    reply = answer(lesson, "4")
    assert "false hit in a petit jan" in text_of(reply)
    assert (reply.lesson.table.thrower, points(reply.lesson)) == (RED, (0, 4))


def test_a_forgotten_claim_is_taken_as_an_ecole_and_accepted() -> None:
    asked = answer(lesson_of(THROWN, WHITE), "0")
    assert "Red says it should be 4 and takes an école of 4." in text_of(asked)
    assert prompt(asked.lesson) == "Accept or contest? "
    reply = answer(asked.lesson, "a")
    assert "École for Red: 4 points, marked after the throw's own." in reply.lines
    assert "By the tariff 4-2 is worth 4 to White" in text_of(reply)
    late = answer(answer(reply.lesson, "1").lesson, "")
    assert "Red marks 4 points." in late.lines


def test_a_right_ecole_that_is_contested_counts_twice() -> None:
    reply = answer(at_contest(0, 4), "contest")
    assert "Red was right" in text_of(reply)
    assert "École for Red: 8 points, marked after the throw's own." in reply.lines


def test_a_false_ecole_that_is_contested_is_the_claimants() -> None:
    reply = answer(at_contest(4, 6), "c")
    assert "White was right" in text_of(reply)
    assert "École for White: 2 points, marked after the throw's own." in reply.lines


def test_when_both_are_wrong_each_pays_for_his_own_fault() -> None:
    reply = answer(at_contest(8, 6), "c")
    assert "both were wrong" in text_of(reply)
    assert "École for Red: 4 points, marked after the throw's own." in reply.lines
    assert "École for White: 2 points, marked after the throw's own." in reply.lines


def test_a_learner_takes_an_ecole_and_the_opponent_who_counts_again_accepts_it() -> None:
    reply = answer(claimed(2), "4")
    assert "White accepts the école." in reply.lines
    assert "École for Red: 2 points, marked after the throw's own." in reply.lines


def test_a_learner_who_takes_a_false_ecole_pays_for_it() -> None:
    reply = answer(claimed(4), "6")
    assert "White contests the école." in reply.lines
    assert "École for White: 2 points, marked after the throw's own." in reply.lines


def test_an_opponent_who_counts_wrongly_again_contests_a_right_ecole_and_pays_twice() -> None:
    reply = answer(claimed(2, errs=100), "4")
    assert "White contests the école." in reply.lines
    assert "École for Red: 4 points, marked after the throw's own." in reply.lines


def test_an_ecole_that_is_not_taken_lets_the_wrong_claim_stand() -> None:
    reply = answer(claimed(2), "")
    assert "so that is marked, though it is 2 forgotten: nobody must take an école." in text_of(
        reply
    )
    assert points(reply.lesson) == (2, 0)


def test_an_opponent_who_always_errs_claims_wrongly_when_there_is_a_figure() -> None:
    thrown = white_has_thrown(FOUR_FOR_RED, "3-2")
    reply = answer(answer(lesson_of(thrown, WHITE, errs=100), "0").lesson, "1")
    assert prompt(reply.lesson).startswith(("Red claims 2 ", "Red claims 6 "))
    quiet = begin(7, RED, errs=100).lesson.table
    assert quiet.marks == ()
    assert quiet.reckoning is not None
    assert quiet.reckoning.claim == 0


def test_a_hint_tells_how_many_figures_and_not_which() -> None:
    lesson = lesson_of(THROWN, WHITE)
    assert answer(lesson, "h") == Reply(lesson, ("4-2 makes 1 figure for White.",))


def test_a_hint_for_a_play_is_a_legal_one() -> None:
    lesson = answer(lesson_of(THROWN, WHITE), "4").lesson
    (hint,) = answer(lesson, "H").lines
    play = hint.removesuffix(" is a legal play.")
    assert answer(lesson, play).lines[0] == f"White plays {play}."


def test_a_hint_for_a_trou_is_what_the_simulated_player_would_do() -> None:
    near = Score(Tally(10), Tally())
    chooses = white_has_thrown(FOUR_FOR_WHITE, "4-2", school=False, score=near)
    (hint,) = answer(lesson_of(chooses, WHITE), "hint").lines
    assert hint in {"The simulated player would hold.", "The simulated player would go."}


def test_every_question_says_what_can_be_typed() -> None:
    near = Score(Tally(10), Tally())
    asked = {
        "the points you mark": lesson_of(THROWN, WHITE),
        "Enter to agree": claimed(4),
        "accept (a), or contest (c)": at_contest(0, 4),
        "hold, or go": lesson_of(
            white_has_thrown(FOUR_FOR_WHITE, "4-2", school=False, score=near), WHITE
        ),
        "a play such as": answer(lesson_of(THROWN, WHITE), "4").lesson,
    }
    for words, lesson in asked.items():
        assert words in text_of(answer(lesson, "?"))
        assert "q leave" in text_of(answer(lesson, "?"))
        assert prompt(lesson).endswith(" ")


def test_legal_plays_are_listed_and_chosen_by_their_number() -> None:
    lesson = answer(lesson_of(THROWN, WHITE), "4").lesson
    assert "  2  23/19 24/22    4  23/19 18/16    6  18/14 23/21" in answer(lesson, "l").lines
    assert answer(lesson, "2").lines[0] == "White plays 23/19 24/22."
    assert answer(lesson, " 24/22   23/19 ").lines[0] == "White plays 24/22 23/19."


def test_the_position_and_the_tariff_are_shown_on_demand() -> None:
    lesson = lesson_of(THROWN, WHITE, plain=True)
    assert answer(lesson, "b").lines[0] == "White (you): 13 on the talon 24, 1 on 23, 1 on 18."
    assert "petit jan filled 4 6" in text_of(answer(lesson, "t"))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "play: '' is not possible; allowed: one of 6 legal plays"),
        ("0", "allowed: a number from 1 to 6, or a play"),
        ("15", "allowed: a number from 1 to 6, or a play"),
        ("sixes", "is no move; expected such as"),
        ("24/20 22/20", "no checker on 22"),
        ("24/23", "4-2 does not add up to these moves"),
    ],
)
def test_a_play_that_is_refused_is_asked_for_again_with_what_is_allowed(
    line: str, why: str
) -> None:
    lesson = answer(lesson_of(THROWN, WHITE), "4").lesson
    refused = answer(lesson, line)
    assert refused.lesson == lesson
    assert why in text_of(refused)


def test_a_long_answer_is_cut_when_it_is_refused() -> None:
    assert len(text_of(answer(lesson_of(THROWN, WHITE), "9" * 5000))) < 120


@pytest.mark.parametrize("line", ["maybe", "", "3"])
def test_an_unclear_word_on_an_ecole_is_asked_for_again(line: str) -> None:
    lesson = at_contest(0, 4)
    refused = answer(lesson, line)
    assert refused.lesson == lesson
    assert text_of(refused) == f"école: {line!r} is not possible; allowed: accept, contest"


def test_points_that_are_odd_are_refused_for_either_side() -> None:
    assert text_of(answer(lesson_of(THROWN, WHITE), "3")).startswith("points: '3' is not possible")
    assert text_of(answer(claimed(4), "5")).startswith("right points: '5' is not possible")


def test_going_sets_the_checkers_anew_and_the_same_side_throws() -> None:
    near = Score(Tally(10), Tally())
    lesson = lesson_of(white_has_thrown(FOUR_FOR_WHITE, "4-2", school=False, score=near), WHITE)
    gone = answer(lesson, "go")
    assert gone.lesson.table.thrower is WHITE
    assert gone.lesson.table.score == Score(Tally(0, 2), Tally())
    assert "White goes: no points are left" in text_of(gone)
    held = answer(lesson, "hold")
    assert held.lesson.table.phase is Phase.PLAY


def test_a_trou_is_told_with_bredouille_and_what_is_struck_out() -> None:
    first = Score(Tally(8), Tally())
    reply = answer(lesson_of(white_has_thrown(FOUR_FOR_WHITE, "4-2", score=first), WHITE), "4")
    assert "White marks 4 points, a trou bredouille, which is two." in reply.lines
    second = Score(Tally(8, unbroken=False), Tally(2))
    reply = answer(lesson_of(white_has_thrown(FOUR_FOR_WHITE, "4-2", score=second), WHITE), "4")
    assert "White marks 4 points, a trou; Red's 2 points are struck out." in reply.lines


def test_a_throw_that_cannot_be_played_is_not_asked_for() -> None:
    blocked = lesson_of(white_has_thrown(facing("24:15", "24:13 7:2"), "6-6"), WHITE)
    reply = answer(blocked, "0")
    assert "Nothing of 6-6 can be played." in reply.lines
    assert prompt(reply.lesson) == "Red claims 4 for White's 6-6. Enter agrees; or it should be: "
    assert answer(reply.lesson, "l").lines == ("Nothing of 6-6 can be played.",)
    marked = text_of(answer(reply.lesson, ""))
    assert "unplayable number: 2 numbers at 2 the 6 cannot be played;" in marked


def test_automatic_marking_explains_both_sides_marks_and_asks_for_plays_alone() -> None:
    lesson = lesson_of(white_has_thrown(FOUR_FOR_RED, "3-2", school=False), WHITE)
    assert prompt(lesson) == "Your play of 3-2: "
    reply = answer(lesson, "1")
    assert "By the tariff 3-2 is worth 4 to Red" in text_of(reply)
    assert "Red marks 4 points." in reply.lines


def test_leaving_tells_how_it_stood() -> None:
    table = replace(THROWN, score=Score(Tally(4, 3), Tally(2, 1)))
    reply = answer(lesson_of(table, WHITE), "q")
    assert reply.lesson.is_over
    assert reply.lines == ("You leave. White has 4 points, 3 trous; Red has 2 points, 1 trou.",)
    assert farewell(lesson_of(table, WHITE)) == reply
    assert prompt(reply.lesson) == ""


def test_a_last_trou_ends_the_game() -> None:
    near = Score(Tally(8, 10), Tally())
    reply = answer(lesson_of(white_has_thrown(FOUR_FOR_WHITE, "4-2", score=near), WHITE), "4")
    assert reply.lesson.is_over
    assert reply.lines[-1] == "White wins by 12 trous to 0."


def test_the_last_checker_off_is_told_and_the_same_side_throws() -> None:
    lesson = lesson_of(white_has_thrown(facing("1:1", "24:15"), "6-5", school=False), WHITE)
    reply = answer(lesson, "1")
    assert "The last checker is off: all are set anew, points stay, White throws." in reply.lines


@pytest.mark.parametrize("school", [True, False])
@pytest.mark.parametrize("learner", list(Side))
def test_whole_games_end_with_twelve_trous_and_stay_within_eighty_columns(
    learner: Side, school: bool
) -> None:
    reply = begin(11, learner, school=school, errs=30)
    lines = list(reply.lines)
    for line in honest_lines(11, learner, school=school, errs=30):
        assert len(prompt(reply.lesson)) < 70
        reply = answer(reply.lesson, line)
        lines += reply.lines
    winner = reply.lesson.table.winner
    assert winner is not None
    assert reply.lesson.table.score.of(winner).trous == 12
    assert max(map(len, lines)) < 80


def test_the_dice_are_the_same_whatever_is_claimed_and_played() -> None:
    first, second = (begin(5, WHITE).lesson for _ in range(2))
    thrown: list[list[str]] = [[], []]
    for lesson, dice, claims in ((first, thrown[0], "0"), (second, thrown[1], "2")):
        while not lesson.is_over and lesson.throws < 12:
            dice.append(f"{lesson.throws} {lesson.table.roll}")
            plays = {Phase.PLAY: "1", Phase.CONTEST: "a", Phase.CHOOSE: "hold", Phase.JUDGE: ""}
            lesson = answer(lesson, plays.get(lesson.table.phase, claims)).lesson
    assert set(thrown[0]) == set(thrown[1])
