"""Refusals about queries and cases, in the words of rules.formats."""

from server.console.speech import N_

OF_RULINGS = (
    N_("a match of a round, whose games are all over"),
    N_("a match whose results are not final yet: open a case on it"),
    N_("%(minutes)s, unchanged: results are already final by it"),
    N_("a query that is not answered yet"),
    N_("a team without matches; it has these: %(matches)s"),
    N_("a team in no draw; it is drawn into %(stage)s"),
    N_("a tournament without matches; remove these first: %(matches)s"),
    N_("one of several: a hall needs at least one tournament"),
    N_("a case that is not closed, and of which no appeal is open"),
    N_("a case that is ruled on, without an appeal"),
    N_("a case with an appeal that is not decided"),
    N_("a case that is ruled on, its appeal decided"),
    N_("a case that is closed"),
    N_("a case that may still be appealed"),
    N_("a case whose time for an appeal has passed"),
    N_("case %(case)s has moved on"),
    N_("the text of case %(case)s has changed"),
    N_("the ruling on case %(case)s has changed"),
    N_("the public text of case %(case)s has changed"),
    N_("a match without a walkover: take that one back first"),
)
"""Templates of what is allowed, and of what has changed since somebody looked."""
