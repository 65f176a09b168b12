"""Refusals about a TTT, in the words of rules.ttt."""

from server.console.speech import N_

OF_TTT = (
    N_("a TTT that is set up"),
    N_("a TTT whose groups are drawn"),
    N_("0 to %(most)s"),
    N_("at most six places after the point"),
    N_("the rules have been amended by somebody else"),
    N_("in words, what is amended and why"),
    N_("somebody who is not entered yet"),
    N_("at least one player, and at most %(most)s in all"),
    N_("nobody more: the groups are drawn"),
    N_("%(players)s players are entered by now"),
    N_("two players or more"),
    N_("a draw no mini-TTT rests on: take that back first"),
    N_("a draw of which nobody was removed: take that back first"),
    N_("a draw with no match yet; these are known: %(matches)s"),
    N_("a group that is finished, whose tie for first only a mini-TTT can break"),
    N_("a player who has timed out in fewer than %(limit)s games"),
    N_("an opponent whose invitation is yours to make and who is still in it"),
    N_("somebody whose invitation waits for you"),
    N_("another player than the first"),
    N_("the id of a match that is not entered yet"),
    N_("the id of a match of this TTT"),
    N_("a match the director has not decided yet"),
    N_("a reason: this match has a result already"),
    N_("a match that was timed out or resigned in"),
    N_("the last position is another one by now"),
    N_("this match has another result by now"),
    N_("whoever of %(players)s is on roll"),
    N_("whoever of %(players)s is X, the lower player"),
    N_("a position ID of 14 characters, or a whole XGID"),
    N_("a match to points whose game of backgammon is under way, its positions recorded"),
    N_("a position in which no point is held by both sides"),
    N_("a position in which nobody has borne everything off"),
)
"""Templates of what is allowed, and of what has changed since somebody looked."""
