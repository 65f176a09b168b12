"""A lesson in Grand Trictrac, as an extra."""

from server.extras import Extra

EXTRA = Extra(
    name="lesson",
    about="Grand Trictrac at the terminal, to learn to mark it",
    commands={"trictrac": "yalta_extras.lesson.trictrac"},
)
