"""What a stream of a match needs, as an extra."""

from server.extras import Extra

EXTRA = Extra(
    name="broadcast",
    about="overlays over a stream's picture, and up to when a camera's may be shown",
    server="yalta_extras.broadcast.hooks:HOOKS",
    is_usual=True,
)
