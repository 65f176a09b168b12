"""The declaration of the extra for showing a match on other sites."""

from rules.text import N_
from server.extras import Extra

EXTRA = Extra(
    name="sharing",
    about=N_("previews of shared addresses with a picture, and a match in a frame on other sites"),
    server="yalta_extras.sharing.hooks:HOOKS",
    is_usual=True,
    settings=("embed_sites",),
)
