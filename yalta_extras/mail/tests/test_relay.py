"""Mail is sent only by TLS, with a sign-in, and to a relay whose certificate is trusted."""

import asyncio
import smtplib
import ssl
import subprocess
from email.message import EmailMessage
from pathlib import Path

import pytest
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from server.settings import Settings
from tests.support.needs import OPENSSL
from yalta_extras.mail.relay import Relay, relay_of
from yalta_extras.mail.tests.mailboxes import mailboxes

PASSWORD = "four-quiet-words"
pytestmark = OPENSSL.required


class Doorkeeper:
    """An authenticator that lets one user in.

    Its refusal repeats the password that was sent, as the refusals of some relays do.
    """

    def __init__(self) -> None:
        self.tried = list[bytes]()

    def __call__(
        self, _: SMTP, __: Session, ___: Envelope, ____: str, given: LoginPassword
    ) -> AuthResult:
        """Return success for the right user and password, and a refusal for all others."""
        self.tried.append(given.password)
        if given == LoginPassword(b"hall", PASSWORD.encode()):
            return AuthResult(success=True)
        why = f"535 5.7.8 no: {given.password.decode()}"
        return AuthResult(success=False, handled=False, message=why)


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """Return a server's SSL context with a certificate for 127.0.0.1.

    Clients trust it, because SSL_CERT_FILE names the certificate.
    """
    key, cert = tmp_path / "key.pem", tmp_path / "cert.pem"
    assert OPENSSL.path is not None
    subprocess.run(
        [
            *(OPENSSL.path, "req", "-x509", "-newkey", "ec", "-nodes", "-days", "2"),
            *("-pkeyopt", "ec_paramgen_curve:prime256v1", "-subj", "/CN=relay.test"),
            *("-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert),
        ],
        check=True,
        capture_output=True,
    )
    monkeypatch.setenv("SSL_CERT_FILE", str(cert))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    return context


def relay(port: int, tls: str, folder: Path, password: str = PASSWORD) -> Relay:
    """Return the relay at this port, as the settings would name it."""
    secret = folder / "password"
    secret.write_text(f"{password}\n", encoding="utf-8")
    settings = Settings.model_validate(
        {
            "mail_relay": f"127.0.0.1:{port}",
            "mail_relay_tls": tls,
            "mail_relay_user": "hall",
            "mail_relay_password_file": secret,
        }
    )
    made = relay_of(settings)
    assert made is not None
    assert password not in repr(made)
    assert password not in repr(settings)
    return made


async def sent(by: Relay) -> None:
    """Hand a mail to the relay as the outbox does."""
    mail = EmailMessage()
    mail["From"], mail["To"] = "club@hall.test", "ann@players.test"
    mail["Subject"] = "Match 1"
    mail.set_content("You play Ben.")
    await asyncio.to_thread(by, mail)


@pytest.mark.parametrize("tls", ["starttls", "tls"])
async def test_mail_is_handed_over_enciphered_by_whoever_signs_in(
    tls: str, certificate: ssl.SSLContext, tmp_path: Path
) -> None:
    options = {"tls_context": certificate} if tls == "starttls" else {}
    from_start = certificate if tls == "tls" else None
    doorkeeper = Doorkeeper()
    async with mailboxes(
        from_start, authenticator=doorkeeper, auth_require_tls=tls == "starttls", **options
    ) as boxes:
        await sent(relay(boxes.port, tls, tmp_path))
        (((to,), mail),) = boxes.mails
        assert (to, mail["Subject"]) == ("ann@players.test", "Match 1")
        assert doorkeeper.tried == [PASSWORD.encode()]
        with pytest.raises(smtplib.SMTPException) as refused:
            await sent(relay(boxes.port, tls, tmp_path, "not-that-one"))
        assert str(refused.value) == "sign-in refused (535)"
        assert doorkeeper.tried[-1] == b"not-that-one"


async def test_nothing_is_sent_to_whoever_has_no_good_certificate(
    certificate: ssl.SSLContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    doorkeeper = Doorkeeper()
    async with mailboxes(tls_context=certificate, authenticator=doorkeeper) as boxes:
        with pytest.raises(ssl.SSLCertVerificationError):
            await sent(relay(boxes.port, "starttls", tmp_path))
        assert (boxes.mails, doorkeeper.tried) == ([], [])


async def test_a_relay_that_does_not_encipher_is_not_signed_in_at(tmp_path: Path) -> None:
    doorkeeper = Doorkeeper()
    async with mailboxes(authenticator=doorkeeper, auth_require_tls=False) as boxes:
        with pytest.raises(smtplib.SMTPNotSupportedError):
            await sent(relay(boxes.port, "starttls", tmp_path))
        assert (boxes.mails, doorkeeper.tried) == ([], [])
