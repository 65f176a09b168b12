"""Mails as they are read: sender, subject, token, text; whatever they consist of."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.identities import TournamentId
from server.messages.received import Received, read_mail, tidied_address, token_in, without_token

_CLUB, _AT = TournamentId("clubofharbor"), datetime(2008, 10, 3, tzinfo=UTC)
_TOKEN = "mjk7943xzxmf"


def _read(content: bytes, sender: str = "ann@example.org") -> Received:
    return read_mail(content, sender, _CLUB, _AT)


def test_a_mail_gives_its_sender_subject_token_and_text() -> None:
    received = _read(
        b"From: Ann <Ann@Example.org>\r\nSubject: =?utf-8?q?match_12=3A_board_3_started?=\r\n"
        b"\r\nHello\r\nToken: MJK7-943x zxmf\r\n> token: mjk7943xzxmf\r\nbye\r\n"
    )
    assert received.address == "ann@example.org"
    assert received.subject == "match 12: board 3 started"
    assert received.token == _TOKEN
    assert received.text == "Hello\n\n\nbye"
    assert not received.automatic


def test_the_plain_part_of_a_mail_in_several_is_read() -> None:
    received = _read(
        b'From: ann@example.org\nContent-Type: multipart/alternative; boundary="b"\n\n'
        b"--b\nContent-Type: text/html\n\n<p>token: aaaaaaaaaaaa</p>\n"
        b"--b\nContent-Type: text/plain; charset=koi8-u\n\ntoken: mjk7943xzxmf\n--b--\n"
    )
    assert received.token == _TOKEN


@pytest.mark.parametrize(
    "head",
    [
        b"From: ann@example.org\nAuto-Submitted: auto-replied\n",
        b"From: ann@example.org\nPrecedence: bulk\n",
    ],
)
def test_what_a_program_wrote_is_known_as_that(head: bytes) -> None:
    assert _read(head + b"Subject: out of office\n\n").automatic
    assert _read(b"From: ann@example.org\n\n", sender="").automatic


def test_a_mail_without_a_plain_part_has_no_text() -> None:
    received = _read(b"From: ann@example.org\nContent-Type: text/html\n\ntoken: mjk7943xzxmf\n")
    assert (received.text, received.token) == ("", "")


def test_a_text_in_letters_that_nobody_knows_is_read_as_utf_8() -> None:
    head = b"From: ann@example.org\nContent-Type: text/plain; charset=klingon\n"
    assert _read(head + "\nЯлта\ntoken: mjk7943xzxmf\n".encode()).text == "Ялта"


def test_a_subject_in_letters_that_nobody_knows_is_read_as_it_stands() -> None:
    assert (
        _read(b"From: ann@example.org\nSubject: =?klingon?q?a?=\n\n").subject == "=?klingon?q?a?="
    )


@pytest.mark.parametrize("charset", [b"idna", b'"a\0b"', b"undefined"])
def test_a_text_in_no_letters_at_all_makes_a_mail_of_nobody(charset: bytes) -> None:
    head = b"From: ann@example.org\nSubject: a\nContent-Type: text/plain; charset="
    received = _read(head + charset + b"\n\na..b\ntoken: mjk7943xzxmf\n")
    assert (received.address, received.subject, received.text) == ("", "", "")
    assert received.token == ""


def test_several_senders_are_none() -> None:
    assert _read(b"From: ann@example.org, eve@example.org\n\n").address == ""
    assert _read(b"From: ann@example.org\nFrom: eve@example.org\n\n").address == ""


@pytest.mark.parametrize(
    "written",
    ["ann", "@x", "ann@", "a b@x.org", "ann@x.org\n", "ann@x.org>", "á@x.org", "a" * 300 + "@x"],
)
def test_what_is_no_address_is_none(written: str) -> None:
    assert tidied_address(written) in ("", written.strip() if written.endswith("\n") else "")


def test_the_same_message_is_told_and_another_is_not() -> None:
    mail = b"From: ann@example.org\nMessage-ID: <1@x>\nSubject: a\n\n"
    assert _read(mail).digest == _read(mail).digest
    assert _read(mail).digest != _read(mail.replace(b"<1", b"<2")).digest
    assert _read(mail).digest != _read(mail + b"token: mjk7943xzxmf\n").digest


@given(st.binary(max_size=600))
def test_no_bytes_are_anything_but_read(content: bytes) -> None:
    received = _read(content)
    assert "\n" not in received.subject
    assert received.address == tidied_address(received.address)


@given(st.text('FromSubjctContnyp:=?/;<>@"\n\r\t qb_-utf8,()', max_size=400))
def test_no_headers_are_anything_but_read(text: str) -> None:
    _read(b"From: " + text.encode() + b"\n\n" + text.encode())


@given(st.text(max_size=300))
def test_a_text_that_is_kept_holds_no_token(text: str) -> None:
    kept = without_token(f"{text}\ntoken: {_TOKEN}\n{text}")
    assert token_in(kept) == ""
    assert _TOKEN not in kept
