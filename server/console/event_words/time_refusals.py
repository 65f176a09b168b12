"""Refusals about the hours of a tournament, in the words of rules.formats and of its forms."""

from server.console.speech import N_

OF_TIMES = (
    N_("days in their order, none of them longer than 24 hours"),
    N_("breaks within the hours of their day, in their order"),
    N_("a stage of which no round is published"),
    N_("starts that are not announced yet"),
    N_("the hours and tables have been planned again"),
    N_("the start of round %(round)s of %(stage)s has changed"),
    N_("the games or meetings of %(stage)s have changed"),
    N_("a time after the last start, 24 hours after it at most"),
    N_("the time after which no game starts has changed"),
    N_("a match that waits for boards: %(matches)s"),
    N_("a free board: %(boards)s"),
    N_("a different board from the one in the open room"),
    N_("a day such as 2026-10-03"),
    N_("a time such as 10:00"),
    N_("times such as 13:00–14:00, 18:00–18:30"),
)
"""Templates of what is allowed, and of what has changed since somebody looked."""
