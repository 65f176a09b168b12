"""Mail to and from knockouts by messages, as an extra."""

from server.extras import Extra

EXTRA = Extra(
    name="mail",
    about="knockouts by messages receive and send mail",
    server="yalta_extras.mail.hooks:HOOKS",
    settings=(
        *("mail_port", "mail_relay"),
        *("mail_relay_user", "mail_relay_password", "mail_relay_password_file"),
    ),
)
