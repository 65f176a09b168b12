"""The declaration of the extra that works out the luck and the forks of finished matches."""

from rules.text import N_
from server.extras import Extra

EXTRA = Extra(
    name="analysis",
    about=N_("luck and forks of matches that are over, rankings by decisions, take-home sheets"),
    server="yalta_extras.analysis.hooks:HOOKS",
    is_usual=True,
    commands={"luck": "yalta_extras.analysis.luck"},
)
