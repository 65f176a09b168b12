"""The declaration of the extra for replaying finished games in the closed room."""

from rules.text import N_
from server.extras import Extra

EXTRA = Extra(
    name="closed_seat",
    about=N_("visitors take a seat in the closed room and play a finished game again"),
    server="yalta_extras.closed_seat.hooks:HOOKS",
    schema="yalta_extras.closed_seat.tables:CLOSED_SEATS_SCHEMA",
    file="closed-seats.sqlite3",
)
