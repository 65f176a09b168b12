"""A message as it came, by mail or over the API, and what a mail is read as.

Whatever a mail consists of, reading it raises nothing: what cannot be read is empty, and then
refused for that.
"""

import hashlib
import re
from dataclasses import dataclass, field
from datetime import datetime
from email import message_from_bytes
from email.errors import HeaderParseError, MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.utils import getaddresses, parseaddr

from rules.identities import TournamentId
from rules.text import N_
from server.secret_codes import CODE_LETTERS, CODE_SIZE, typed_code

MOST_TEXT = 2_000
"""Characters that are kept of what stands in a message."""
_LONGEST_ADDRESS = 254
_ADDRESS = re.compile(r"[^@\s<>\"(),:;\\\[\]]{1,64}@[^@\s<>\"(),:;\\\[\]]{1,189}")
_TOKEN_LINE = re.compile(r"^[\s>|]*token\b.*$", re.IGNORECASE | re.MULTILINE)
_TOKEN = re.compile(
    rf"^\s*token\s*[:=]?\s*((?:[{CODE_LETTERS}][ -]?){{{CODE_SIZE}}})\s*$",
    re.IGNORECASE | re.MULTILINE,
)
ADDRESS_ALLOWED = N_("a mail address such as ann@example.org")


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """A message to a tournament: `token` is the one in it, empty for none, `text` what is besides.

    `digest` is the same where the same message comes again. `automatic`: no person wrote it, so
    that an answer could be answered for ever.
    """

    tournament: TournamentId
    address: str
    subject: str
    text: str
    token: str = field(repr=False)
    digest: bytes = field(repr=False)
    at: datetime
    by_mail: bool
    automatic: bool = False


def read_mail(content: bytes, sender: str, tournament: TournamentId, at: datetime) -> Received:
    """The message in a mail; `sender` is whom its envelope names, empty for nobody."""
    try:
        mail = message_from_bytes(content)
        text = _plain_text(mail)
        address, subject = _address_of(mail), _header(mail, "Subject")
        message_id, automatic = _header(mail, "Message-ID"), _is_automatic(mail) or not sender
    except (MessageError, ValueError, LookupError, AttributeError, TypeError, RecursionError):
        address = subject = text = message_id = ""
        automatic = False
    token = token_in(text)
    parts = (tournament.text, address, token, subject, message_id or content.hex())
    return Received(
        tournament=tournament,
        address=address,
        subject=subject,
        text=without_token(text),
        token=token,
        digest=message_digest(*parts),
        at=at,
        by_mail=True,
        automatic=automatic,
    )


def message_digest(*parts: str) -> bytes:
    """What tells a message that comes again."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()


def tidied_address(written: str) -> str:
    """An address in small letters; empty for what is none."""
    address = written.strip().lower()
    good = len(address) <= _LONGEST_ADDRESS and _ADDRESS.fullmatch(address) is not None
    return address if good and address.isascii() else ""


def token_in(text: str) -> str:
    """The token of the first line that has one, as it was given; empty for none."""
    found = _TOKEN.search(text)
    return "" if found is None else typed_code(found[1])


def without_token(text: str) -> str:
    """A text without lines that may hold a token, as much of it as is kept."""
    return _TOKEN_LINE.sub("", text).strip()[:MOST_TEXT]


def _address_of(mail: Message) -> str:
    """Whom a mail is from; empty where it names nobody, or several."""
    written = [str(each) for each in mail.get_all("From", [])]
    if len(written) != 1 or len(getaddresses(written)) != 1:
        return ""
    return tidied_address(parseaddr(written[0])[1])


def _header(mail: Message, name: str) -> str:
    written = str(mail.get(name, ""))
    try:
        decoded = str(make_header(decode_header(written)))
    except (HeaderParseError, LookupError, ValueError):
        decoded = written
    return "".join(each if each.isprintable() else " " for each in decoded).strip()


def _is_automatic(mail: Message) -> bool:
    answers_itself = _header(mail, "Auto-Submitted").lower() not in ("", "no")
    return answers_itself or _header(mail, "Precedence").lower() in ("bulk", "junk", "list")


def _plain_text(mail: Message) -> str:
    for part in mail.walk():
        if part.get_content_type() == "text/plain":
            content = part.get_payload(decode=True)
            if isinstance(content, bytes):
                return _decoded(content, part.get_content_charset() or "utf-8")
    return ""


def _decoded(content: bytes, charset: str) -> str:
    try:
        text = content.decode(charset, "replace")
    except LookupError:
        text = content.decode("utf-8", "replace")
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(each if each == "\n" or each.isprintable() else " " for each in lines)
