"""The declaration of the extra with results for feed readers and rounds for calendars."""

from rules.text import N_
from server.extras import Extra

EXTRA = Extra(
    name="subscriptions",
    about=N_("results for feed readers, and the starts of rounds for calendars"),
    server="yalta_extras.subscriptions.hooks:HOOKS",
    is_usual=True,
)
