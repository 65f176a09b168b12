"""Refusals about announcements and sheets of links, in the words of what decides them."""

from server.console.speech import N_

OF_ANNOUNCEMENTS = (
    N_("1 to %(most)s characters"),
    N_("a time to come, within 31 days"),
    N_("%(most)s at once: take one down first"),
    N_("none is shown"),
    N_("one match and one kind of link, or more"),
)
"""Templates of what is allowed."""
