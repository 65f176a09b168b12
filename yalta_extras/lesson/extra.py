"""The declaration of the extra that gives a lesson in Grand Trictrac."""

from server.extras import Extra

EXTRA = Extra(
    name="lesson",
    about="Grand Trictrac at the terminal, to learn to mark it",
    commands={"trictrac": "yalta_extras.lesson.trictrac"},
)
