"""A message as it was received, by mail or over the API, and the reading of mails.

Reading never raises an error, whatever a mail contains: a part that cannot be read is empty, and
the message is then refused because of that.
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
"""The number of characters of a message that are stored."""
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
    """A message to a tournament: `token` is the token in it or empty, `text` is the rest.

    `digest` is the same if the same message arrives again. `automatic` is True if a program wrote
    the message, since answers to a program could go back and forth forever.
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
    """Return the message in a mail; `sender` is the sender on its envelope, or empty."""
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
    """Return the digest by which a message is recognised when it arrives again."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()


def tidied_address(written: str) -> str:
    """Return a mail address in small letters, or empty if it is invalid."""
    address = written.strip().lower()
    good = len(address) <= _LONGEST_ADDRESS and _ADDRESS.fullmatch(address) is not None
    return address if good and address.isascii() else ""


def token_in(text: str) -> str:
    """Return the token in a message's text, in the form in which it was sent to the player.

    Return an empty text if there is no token. If several lines have a token, the first line counts.
    """
    found = _TOKEN.search(text)
    return "" if found is None else typed_code(found[1])


def without_token(text: str) -> str:
    """Return the text without lines that may hold a token, cut to the length that is stored."""
    return _TOKEN_LINE.sub("", text).strip()[:MOST_TEXT]


def _address_of(mail: Message) -> str:
    """Return the address from which a mail comes, or empty if there is not exactly one."""
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
