"""The counter as an extra."""

from server.extras import Extra

EXTRA = Extra(
    name="gammon_counter",
    about="how many gammons there were, on a page and below each match",
    server="gammon_counter.hooks:HOOKS",
    is_usual=True,
)
