"""Refusals about a tournament's knockouts, in the words of rules.knockout."""

from server.console.speech import N_

OF_KNOCKOUTS = (
    N_("a name no other knockout has"),
    N_("a knockout that is not drawn yet"),
    N_("a knockout that is drawn"),
    N_("a player who is not entered yet"),
    N_("1 to %(most)s in all"),
    N_("each name once"),
    N_("other players are entered by now"),
    N_("none: all is drawn"),
    N_("a round after one whose matches are all decided; these are not: %(matches)s"),
    N_("a round with a match whose two players are known"),
    N_("a published match of a knockout"),
    N_(
        "a match whose players are certain: decide first who goes on from match %(place)s of round "
        "%(round)s"
    ),
    N_("someone else has won match %(place)s of round %(round)s by now"),
    N_("match %(number)s has been decided anew by now"),
    N_(
        "a decision that also says what becomes of match %(matches)s, which rests on this one: "
        "keep who went on, or void the later matches"
    ),
    N_("keep: the winner plays in the next round already, as a lucky loser"),
    N_("a match without a result: correct the one it has on its own page"),
    N_("a match from which it is in question who won"),
    N_("%(last)s, the last round that is drawn or published"),
    N_("a score in which one player has %(length)s points or more, and the other fewer"),
    N_("a player whose opponent has not gone on: void the later matches first"),
)
"""Templates of what is allowed, and of what has changed since somebody looked."""
