"""The declaration of the extra for streaming video of a match."""

from rules.text import N_
from server.extras import Extra

EXTRA = Extra(
    name="broadcast",
    about=N_("overlays for a stream, and the time up to which camera video may be shown"),
    server="yalta_extras.broadcast.hooks:HOOKS",
    is_usual=True,
)
