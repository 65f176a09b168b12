"""The declaration of the extra with the study of the scoring."""

from server.extras import Extra

EXTRA = Extra(
    name="study",
    about="how well the scoring finds the better team, measured on simulated boards",
    commands={"study": "yalta_extras.study.study"},
)
