"""The relay: the mail server to which this server hands over its outgoing mail."""

import smtplib
import ssl
from dataclasses import dataclass, field
from email.message import EmailMessage
from enum import StrEnum

from server.platform_support import is_loopback
from server.settings import Settings
from server.web.edge.services import ExtraRefused

WITHIN = 20.0
"""The seconds within which the relay has to answer (our choice)."""


class RelayTls(StrEnum):
    """The encryption of the connection to the relay.

    `OFF` is none, `STARTTLS` begins after a greeting in clear text, `TLS` encrypts from the start.
    """

    OFF = "off"
    STARTTLS = "starttls"
    TLS = "tls"


@dataclass(frozen=True, slots=True)
class Relay:
    """The mail server at `host` and `port`, and how to sign in there; call it with a mail to send.

    `own_name` is the name by which this server introduces itself. With TLS the relay's certificate
    has to be valid for `host`. If `user` is not empty, this server signs in with `user` and
    `password`; neither is shown in errors or in the text of this object.
    """

    host: str
    port: int
    own_name: str
    tls: RelayTls = RelayTls.OFF
    user: str = field(default="", repr=False)
    password: str = field(default="", repr=False)

    def __call__(self, mail: EmailMessage) -> None:
        """Hand a mail over to the relay; raises OSError or SMTPException if that fails."""
        with self._connected() as relay:
            if self.tls is RelayTls.STARTTLS:
                relay.starttls(context=ssl.create_default_context())
            if self.user:
                self._sign_in(relay)
            relay.send_message(mail)

    def _connected(self) -> smtplib.SMTP:
        if self.tls is RelayTls.TLS:
            context = ssl.create_default_context()
            return smtplib.SMTP_SSL(
                self.host, self.port, self.own_name, timeout=WITHIN, context=context
            )
        return smtplib.SMTP(self.host, self.port, self.own_name, WITHIN)

    def _sign_in(self, relay: smtplib.SMTP) -> None:
        try:
            relay.login(self.user, self.password)
        except smtplib.SMTPResponseException as refused:
            # The relay's answers may repeat what it was sent.
            raise smtplib.SMTPException(f"sign-in refused ({refused.smtp_code})") from None


def relay_of(settings: Settings) -> Relay | None:
    """Return the relay that the settings name, None if they name no relay.

    Raises OSError if the file with the password cannot be read.
    """
    if settings.relay is None:
        return None
    return Relay(
        *settings.relay,
        settings.mail_domain,
        RelayTls(settings.mail_relay_tls),
        settings.mail_relay_user,
        settings.relay_password(),
    )


def checked_relay(settings: Settings) -> Relay | None:
    """Check the settings for the relay, and return the relay, or None if they name no relay.

    Raises ExtraRefused if with these settings signing in is impossible, or would send the password
    in clear.
    """
    user, relay = settings.mail_relay_user, settings.relay
    given = bool(settings.mail_relay_password.get_secret_value())
    in_file = settings.mail_relay_password_file
    if not (user or given or in_file):
        return relay_of(settings)
    if relay is None:
        raise ExtraRefused("YALTA_MAIL_RELAY_USER: there is no YALTA_MAIL_RELAY to sign in at")
    if settings.mail_relay_tls == "off" and not is_loopback(relay[0]):
        raise ExtraRefused(
            "YALTA_MAIL_RELAY_TLS: 'off' would send the password in clear; allowed with a sign-in:"
            " starttls, tls, or a relay on this machine"
        )
    if given and in_file:
        raise ExtraRefused(
            "YALTA_MAIL_RELAY_PASSWORD: there is a YALTA_MAIL_RELAY_PASSWORD_FILE, too; allowed:"
            " one of them"
        )
    try:
        password = settings.relay_password()
    except OSError as error:
        raise ExtraRefused(
            f"YALTA_MAIL_RELAY_PASSWORD_FILE: {str(in_file)!r} cannot be read ({error.strerror});"
            " allowed: a file with the password in its first line"
        ) from error
    if not (user and password and (user + password).isascii()):
        raise ExtraRefused(
            "YALTA_MAIL_RELAY_USER: signing in needs a user and a password, both of ASCII"
            " characters"
        )
    return relay_of(settings)
