"""A real server that receives mail, killed in between: what was answered is there, once."""

import asyncio
import smtplib
from email.message import EmailMessage
from pathlib import Path

import httpx
import pytest

from server.web.edge.authorization import COOKIE
from simulator.server_process import ServerProcess, start_server
from tests.support.served import DIRECTOR, opened
from tests.yalta.test_tournament_by_commands import yalta
from yalta_extras.mail.tests.mailboxes import Mailboxes, mailboxes

pytestmark = pytest.mark.long


def _mail(handle: str, subject: str, token: str = "") -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"] = f"{handle}@players.test", "club@hall.test"
    message["Subject"], message["Message-ID"] = subject, f"<{handle}.{len(subject)}@players.test>"
    message.set_content(f"token: {token}")
    return message


async def _sent(server: ServerProcess, *mails: EmailMessage) -> None:
    """Hand mails to the server; each is taken, or this raises."""
    (line,) = (each for each in server.last_lines if each.startswith("Mail to "))
    port = int(line.rpartition(" ")[2])

    def send() -> None:
        with smtplib.SMTP("127.0.0.1", port, "players.test", 20) as client:
            for each in mails:
                client.send_message(each)

    await asyncio.to_thread(send)


def _token(boxes: Mailboxes, handle: str) -> str:
    for to, mail in boxes.mails:
        text = str(mail.get_payload())
        if to == [f"{handle}@players.test"] and "\ntoken: " in text:
            return text.partition("\ntoken: ")[2].split()[0]
    raise AssertionError(f"no token was sent to {handle}")


async def _ordered(folder: Path, *orders: str) -> None:
    for order in orders:
        done = await asyncio.to_thread(yalta, folder, "knockout", order, "club")
        assert done.exit_code == 0, done.output


async def test_a_server_killed_between_reports_has_each_of_them_once(tmp_path: Path) -> None:
    async with mailboxes() as boxes:
        environment = {
            "YALTA_MAIL_PORT": "0",
            "YALTA_MAIL_DOMAIN": "hall.test",
            "YALTA_MAIL_RELAY": f"127.0.0.1:{boxes.port}",
        }

        async def started() -> ServerProcess:
            records = tmp_path / "records"
            return await start_server(records, tmp_path / "none", environment=environment)

        planning = ("knockout", "new", "club", "--preset", "by-messages")
        await asyncio.to_thread(yalta, tmp_path, *planning)
        server = await started()
        try:
            await _sent(server, *(_mail(each, f"enter {each}") for each in ("ann", "ben")))
            async with asyncio.timeout(60):
                await boxes.has(2)
        finally:
            await server.stop()
        await _ordered(tmp_path, "draw", "publish")
        token = _token(boxes, "ann")
        start = _mail("ann", "match 1: board 7 started", token)
        won = _mail("ann", "match 1: board 7 won by ann by 12 points", token)
        server = await started()
        await _sent(server, start)
        await server.kill()
        server = await started()
        try:
            await _sent(server, start, won, won)
        finally:
            await server.stop()
        shown = (await asyncio.to_thread(yalta, tmp_path, "knockout", "show", "club")).output
        assert "12" in shown
        assert shown.rstrip().splitlines()[-2].split() == ["1", "ann"]


async def test_what_waits_while_it_is_off_is_sent_once_it_is_on_but_to_nobody_who_was_erased(
    tmp_path: Path,
) -> None:
    records, none = tmp_path / "records", tmp_path / "none"
    async with opened(records) as served, served.client(DIRECTOR) as director:
        start = {"order": "start", "name": "PBeM", "length": 10, "days": 7, "quiet_days": 3}
        answer = await director.post("/api/t/club/messages/orders", json=start)
        assert answer.status_code == 204, answer.text
        session = await served.session(DIRECTOR)
    off = await start_server(records, none, environment={"YALTA_EXTRAS": ""})
    async with httpx.AsyncClient(
        base_url=off.address, cookies={COOKIE: session}, headers={"origin": off.address}
    ) as director:
        for handle in ("ann", "ben", "eve"):
            message = {"subject": f"enter {handle}", "address": f"{handle}@players.test"}
            answer = await director.post("/api/t/club/messages", json=message)
            assert answer.status_code == 200, answer.text
        page = (await director.get("/hall/t/club/tournament/messages")).text
        assert "This server sends no mail." in page
        (eve,) = (await director.get("/api/persons", params={"search": "eve"})).json()
        assert (await director.delete(f"/api/persons/{eve['id']}")).status_code == 200
    await off.stop()
    async with mailboxes() as boxes:
        relay = {"YALTA_MAIL_RELAY": f"127.0.0.1:{boxes.port}"}
        on = await start_server(records, none, environment=relay)
        try:
            async with asyncio.timeout(60):
                await boxes.has(2)
        finally:
            await on.stop()
        assert sorted(to for to, _ in boxes.mails) == [["ann@players.test"], ["ben@players.test"]]
        assert _token(boxes, "ann") != _token(boxes, "ben")
