"""The declaration of the extra that receives and sends the mail of PBeM knockouts."""

from rules.text import N_
from server.extras import Extra

EXTRA = Extra(
    name="mail",
    about=N_("knockouts by messages receive and send mail"),
    server="yalta_extras.mail.hooks:HOOKS",
    settings=(
        *("mail_port", "mail_relay"),
        *("mail_relay_user", "mail_relay_password", "mail_relay_password_file"),
    ),
)
