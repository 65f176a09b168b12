"""The declaration of the extra with watchers' answers to doubles."""

from rules.text import N_
from server.extras import Extra

EXTRA = Extra(
    name="watchers",
    about=N_(
        "spectators vote on whether they would take a double, before they see the player's answer"
    ),
    server="yalta_extras.watchers.hooks:HOOKS",
    rows="double_votes",
)
