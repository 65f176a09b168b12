"""Refusals about queries, in the words of rules.formats."""

from server.console.speech import N_

OF_RULINGS = (
    N_("a match of a round, whose games are all over"),
    N_("a match whose results are not final yet: open a case on it"),
    N_("%(minutes)s, as it is: results are final by it"),
    N_("a query that is not answered yet"),
)
"""Templates of what is allowed."""
