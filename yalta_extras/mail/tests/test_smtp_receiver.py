"""The SMTP receiver on loopback: which mail it accepts, its refusals, and its limits."""

import asyncio
import smtplib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from email.message import EmailMessage
from pathlib import Path

import pytest

from rules.formats.knockout.deciding import KNOCKOUT
from server.messages.outbox import messages_looked_after
from server.settings import Settings
from server.web.edge.services import Opening
from tests.support.pbem_players import DOMAIN, Pbem, pbem_hall
from yalta_extras.mail.hooks import mail_running
from yalta_extras.mail.smtp_receiver import LARGEST, MOST_CONNECTIONS, SmtpReceiver
from yalta_extras.mail.tests.mailboxes import mailboxes

TO = f"club@{DOMAIN}"


@asynccontextmanager
async def receiving(folder: Path) -> AsyncIterator[tuple[Pbem, SmtpReceiver, int]]:
    """Run a hall that receives mail at a free port of loopback."""
    async with pbem_hall(folder) as pbem:
        receiver = SmtpReceiver(pbem.hall, pbem.handling, DOMAIN, pbem.clock)
        port = await receiver.start("127.0.0.1", 0)
        try:
            yield pbem, receiver, port
        finally:
            await receiver.close()


def mail(pbem: Pbem, subject: str, handle: str, **other: str) -> EmailMessage:
    """Return a player's mail with the player's token in it."""
    message = EmailMessage()
    message["From"] = f"{handle.title()} <{other.get('address', f'{handle}@players.test')}>"
    message["To"], message["Subject"] = TO, subject
    pbem.written += 1
    message["Message-ID"] = other.get("message_id", f"<{pbem.written}@players.test>")
    token = other.get("token", pbem.tokens.get(handle, ""))
    message.set_content(f"Good morning!\n\ntoken: {token}\n{other.get('text', '')}")
    return message


async def replied(port: int, message: EmailMessage, to: str = TO) -> tuple[int, str]:
    """Send a mail, and return the code and the text of the reply."""

    def send() -> tuple[int, str]:
        with smtplib.SMTP("127.0.0.1", port, "players.test", 20) as client:
            try:
                client.send_message(message, to_addrs=[to])
            except smtplib.SMTPRecipientsRefused as refused:
                code, text = refused.recipients[to]
                return code, text.decode()
            except smtplib.SMTPResponseException as refused:
                return refused.smtp_code, str(refused.smtp_error, "ascii")  # type: ignore[arg-type]
        return 250, ""

    return await asyncio.to_thread(send)


async def talk(port: int, conversation: Callable[[smtplib.SMTP], object]) -> object:
    """Hold any SMTP conversation with the receiver, and return the conversation's result."""

    def speak() -> object:
        with smtplib.SMTP("127.0.0.1", port, "players.test", 20) as client:
            return conversation(client)

    return await asyncio.to_thread(speak)


async def test_a_match_is_opened_and_reported_by_mail(tmp_path: Path) -> None:
    async with receiving(tmp_path) as (pbem, _, port):
        await pbem.open()
        for handle in ("ann", "ben"):
            assert await replied(port, mail(pbem, f"Enter {handle}", handle)) == (250, "")
        await pbem.deliver()
        await pbem.draw()
        for subject in ("match 1: board 5 started", "Re: match 1: board 5 won by ann by 3 points"):
            assert await replied(port, mail(pbem, subject, "ann")) == (250, "")
        assert sorted(pbem.state.matches[1].points) == [0, 3]


@pytest.mark.parametrize(
    ("subject", "handle", "token", "code", "says"),
    [
        ("match 1: board 5 won by ann by 5 points", "ann", None, 554, "points: 5"),
        ("hello", "ann", None, 554, "subject: 'hello'"),
        ("match 1: board 5 started", "ann", "", 550, "token"),
        ("match 1: board 5 started", "eve", "zzzzzzzzzzzz", 550, "token"),
    ],
)
async def test_what_is_refused_is_refused_by_its_reply(
    tmp_path: Path, subject: str, handle: str, token: str | None, code: int, says: str
) -> None:
    async with receiving(tmp_path) as (pbem, _, port):
        await pbem.open()
        await pbem.enter("ann", "ben")
        await pbem.draw()
        await pbem.write("match 1: board 5 started", "ben")
        own = {} if token is None else {"token": token}
        answered = await replied(port, mail(pbem, subject, handle, **own))
        assert answered[0] == code
        assert says in answered[1]


async def test_it_relays_nothing_and_knows_no_other_recipients(tmp_path: Path) -> None:
    async with receiving(tmp_path) as (pbem, _, port):
        message = mail(pbem, "enter ann", "ann")
        assert (await replied(port, message))[0] == 550, "nothing is opened yet"
        await pbem.open()
        for other in (f"other@{DOMAIN}", "club@elsewhere.test", "victim@elsewhere.test"):
            assert (await replied(port, message, other))[0] == 550

        def two_recipients(client: smtplib.SMTP) -> object:
            client.ehlo()
            client.mail("ann@players.test")
            return client.rcpt(TO)[0], client.rcpt(TO)[0]

        assert await talk(port, two_recipients) == (250, 452)


async def test_a_message_too_large_is_refused_before_it_is_read(tmp_path: Path) -> None:
    async with receiving(tmp_path) as (pbem, _, port):
        await pbem.open()
        large = mail(pbem, "enter ann", "ann", text="x" * 70 + "\n" * LARGEST)
        assert (await replied(port, large))[0] == 552

        def unannounced(client: smtplib.SMTP) -> object:
            client.helo()
            client.mail("ann@players.test")
            client.rcpt(TO)
            return client.data(b"x\r\n" * LARGEST)[0]

        assert await talk(port, unannounced) == 552
        assert not pbem.process.state.of(KNOCKOUT).by_number[1].entrants


async def test_a_client_that_tries_address_after_address_is_hung_up_on(tmp_path: Path) -> None:
    async with receiving(tmp_path) as (pbem, _, port):
        await pbem.open()

        def guess(client: smtplib.SMTP) -> object:
            client.ehlo()
            client.mail("eve@players.test")
            codes = []
            for number in range(40):
                try:
                    codes.append(client.rcpt(f"guess{number}@{DOMAIN}")[0])
                except smtplib.SMTPServerDisconnected:
                    break
            return codes

        codes = await talk(port, guess)
        assert isinstance(codes, list)
        assert len(codes) < 40


async def test_no_more_connections_are_kept_than_there_is_room_for(tmp_path: Path) -> None:
    async with receiving(tmp_path) as (_, receiver, port):
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(MOST_CONNECTIONS)]
        for reader, _ in held:
            assert (await reader.readline()).startswith(b"220")
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert (await reader.readline()).startswith(b"421")
        assert receiver.turned_away == 1
        for _, each in [*held, (reader, writer)]:
            each.close()
            await each.wait_closed()


async def test_nothing_in_a_message_gets_a_line_of_its_own_into_the_reply(tmp_path: Path) -> None:
    async with receiving(tmp_path) as (pbem, _, port):
        await pbem.open()
        await pbem.enter("ann")
        subject = "=?utf-8?q?match_1=3A=0D=0A250_OK=E2=98=83?="
        message = mail(pbem, "x", "ann")
        message.replace_header("Subject", subject)
        code, text = await replied(port, message)
        assert code == 554
        assert "\n" not in text
        assert text.isascii()


async def test_while_a_server_runs_tokens_and_answers_go_out_by_its_relay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with mailboxes() as boxes, pbem_hall(tmp_path) as pbem:
        settings = Settings(mail_port=0, mail_domain=DOMAIN, mail_relay=f"127.0.0.1:{boxes.port}")
        await pbem.open()
        opening = Opening(settings, pbem.hall, pbem.served.hub, pbem.handling)
        async with mail_running(opening), messages_looked_after(pbem.hall, pbem.handling):
            port = int(capsys.readouterr().out.rpartition(" ")[2])
            assert (await replied(port, mail(pbem, "enter ann", "ann")))[0] == 250
            await boxes.has(1)
        (to, token_mail) = boxes.mails[0]
        assert to == ["ann@players.test"]
        assert token_mail["From"] == TO
        assert token_mail["Auto-Submitted"] == "auto-replied"
        with pytest.raises(OSError):  # noqa: PT011 - whatever the system says of a closed port
            await asyncio.open_connection("127.0.0.1", port)


async def test_mail_that_bounced_is_refused_as_what_no_person_wrote(tmp_path: Path) -> None:
    async with receiving(tmp_path) as (pbem, _, port):
        await pbem.open()
        await pbem.enter("ann", "bob")
        message = mail(pbem, "match 1: board 9 started", "ann")

        def bounce(client: smtplib.SMTP) -> int:
            client.ehlo()
            client.docmd("MAIL FROM:<>")
            client.rcpt(TO)
            return client.data(message.as_bytes())[0]

        assert await talk(port, bounce) == 550
