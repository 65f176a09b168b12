"""Refusals about a tournament's stages, in the words of rules.formats."""

from server.console.speech import N_

OF_STAGES = (
    N_("%(least)s to %(most)s"),
    N_("none yet"),
    N_("a stage that is not drawn yet"),
    N_("a stage that is drawn"),
    N_("a stage from which nobody qualifies for %(other)s"),
    N_("a stage whose places are decided; these are open: %(places)s"),
    N_(
        "a stage whose teams are certain; by the current standings other teams would be in "
        "it, or a place is open again: keep the teams that were drawn, or undo the draw"
    ),
    N_("a stage whose teams are uncertain"),
    N_("%(last)s, the last round that is published"),
    N_("none: all are published"),
    N_("a round in which nothing has been played; play has begun in match %(matches)s"),
    N_("a round whose matches are all decided; these are not: %(matches)s"),
    N_("a round whose results are all confirmed; these are not: %(matches)s"),
    N_("a round that is not closed"),
    N_("a round that is closed"),
    N_("a match of a published round"),
    N_("a match that is not finished"),
    N_("a match that is in no round: remove the round, or give a walkover"),
    N_("a match in which nothing has been played"),
    N_("a match without boards at its tables"),
    N_("a match that is not over"),
    N_("a board that is not a phone: a phone becomes a table's board by its code"),
    N_("one that was not removed"),
    N_("at least one"),
    N_("1 to %(most)s, of VP or of IMP"),
    N_("a match that counts: no walkover, no team that withdrew, no draw or round taken back"),
    N_("a pair whose match is over and level in IMP"),
    N_("a team that has played here"),
    N_("a match without any result so far: the operator enters single results"),
    N_("every game of both rooms: a captain enters the sheet of a match that is over"),
    N_("a name no other stage has"),
    N_("two places for each pair"),
    N_("no places: every team plays in it"),
    N_("each place once"),
    N_("a stage that is planned before this one"),
    N_("the number of games in round %(round)s has changed"),
    N_(
        "%(lengths)s: fewer games than the matches have, and a number the VP table has a "
        "column for; without one a match has no VP, which decide the standings"
    ),
    N_(
        "a round of longer matches: for fewer than %(games)s games the VP table has no column, "
        "and standings rest on VP"
    ),
    N_("%(played)s or more: that many games have begun in match %(matches)s"),
    N_("the pairs of round %(round)s have changed"),
    N_("other teams have qualified for %(stage)s by now"),
)
"""Templates of what is allowed, and of what has changed since somebody looked."""
