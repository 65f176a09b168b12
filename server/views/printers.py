"""The server machine's printers, and forms on which the side Red is called "Black".

Sources: the manuals of lp(1) and lpstat(1); a machine without `lp` has no printers. Ruling 5 has
both names of that side.
"""

import asyncio
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, replace
from gettext import NullTranslations

from protocol_forms.grids import Paper
from rules.text import N_
from server.settings import SecondColour
from server.words.translation import Words

PATIENCE, PATIENCE_FOR_LISTS = 20.0, 3.0
"""The seconds within which the printing service must accept a print, and list the printers.

They are our choice.
"""
_LONGEST_ANSWER = 300
_MEDIA = {Paper.A4: "A4", Paper.A5: "A5", Paper.LETTER: "Letter"}
_DEFAULT = "system default destination: "


class PrinterFailed(Exception):
    """The printing service did not accept a print.

    The operator can look at the printer, or open the PDF. `why` is the reason as an English text,
    with placeholders such as `%(name)s` for the values in `named`.
    """

    def __init__(self, why: str, **named: object) -> None:
        super().__init__(why % named)
        self.why, self.named = why, named


@dataclass(frozen=True, slots=True)
class Printer:
    """A printer. `default` is True for the printer that the machine would choose.

    `ready` is False while the printing service accepts no prints for it.
    """

    name: str
    default: bool = False
    ready: bool = True


def has_printing() -> bool:
    """Return True if this machine has a printing service."""
    return shutil.which("lp") is not None


async def printers() -> list[Printer]:
    """Return the printers, the default one first, or an empty list if there is no printing service.

    Raises PrinterFailed if the service does not answer.
    """
    if not has_printing() or shutil.which("lpstat") is None:
        return []
    # The exit status is ignored, because on a machine without printers it is not 0.
    _, answer, _ = await _run(["lpstat", "-d", "-a"], b"", PATIENCE_FOR_LISTS)
    lines = answer.splitlines()
    default = next((line[len(_DEFAULT) :] for line in lines if line.startswith(_DEFAULT)), "")
    found = [
        Printer(words[0], words[0] == default, words[1] == "accepting")
        for words in (line.split() for line in lines)
        if len(words) > 2 and words[1] in ("accepting", "not")
    ]
    return sorted(found, key=lambda each: (not each.default, each.name))


async def send_to_printer(pdf: bytes, title: str, printer: str, paper: Paper) -> None:
    """Send a PDF to the printer of that name, as a print of that title.

    Raises PrinterFailed if the printing service did not accept it; then nothing was printed.
    """
    if not has_printing():
        raise PrinterFailed(
            N_("this computer has no printing service: open the PDF and print it from there")
        )
    order = ["lp", "-d", printer, "-t", title, "-o", f"media={_MEDIA[paper]}", "-"]
    status, _, complaint = await _run(order, pdf, PATIENCE)
    if status:
        reason = " ".join(complaint.split())[:_LONGEST_ANSWER]
        if not _is_readable(reason):
            raise PrinterFailed(
                N_(
                    "%(printer)s did not print it, and lp ended with status %(status)s. Check the "
                    "printer, or open the PDF"
                ),
                printer=printer,
                status=status,
            )
        raise PrinterFailed(
            N_("%(printer)s did not print it: %(said)s. Check the printer, or open the PDF"),
            printer=printer,
            said=reason,
        )


def _is_readable(answer: str) -> bool:
    return bool(answer) and answer.isprintable() and "\N{REPLACEMENT CHARACTER}" not in answer


async def _run(order: list[str], given: bytes, patience: float) -> tuple[int, str, str]:
    """Run a program; return its exit status, output and error text, which are in English.

    `order` are the program and its arguments, `given` is its input, `patience` the seconds that it
    may take. It runs in a thread, because a program that ends without reading its input must not
    cause an error in the event loop. Raises PrinterFailed if it takes longer or cannot be started.
    """
    try:
        done = await asyncio.to_thread(
            subprocess.run,
            order,
            input=given,
            capture_output=True,
            check=False,
            timeout=patience,
            env={**os.environ, "LC_ALL": "C"},
        )
    except subprocess.TimeoutExpired:
        raise PrinterFailed(
            N_("the printing service has not answered for %(seconds)s seconds"),
            seconds=f"{patience:g}",
        ) from None
    except OSError as error:
        raise PrinterFailed(
            N_("the printing service cannot be started: %(said)s"), said=error.strerror
        ) from None
    answer, complaint = (each.decode(errors="replace") for each in (done.stdout, done.stderr))
    return done.returncode, answer, complaint


IN_BLACK: Mapping[str, str] = {
    "Red": N_("Black"),
    "Red in the open room": N_("Black in the open room"),
    "Trous of Red": N_("Trous of Black"),
    "White : Red": N_("White : Black"),
    "≠ Red's turn %(turn)s: the rooms' dice differ, %(open)s in the open room and %(closed)s "
    "in the closed.": N_(
        "≠ Black's turn %(turn)s: the rooms' dice differ, %(open)s in the open room and %(closed)s "
        "in the closed."
    ),
    "Game %(game)s, Red's turn %(turn)s: the rooms' dice differ, %(dice)s in the open room "
    "and %(relayed)s in the closed room; ruled by %(by)s, %(when)s: %(reason)s": N_(
        "Game %(game)s, Black's turn %(turn)s: the rooms' dice differ, %(dice)s in the "
        "open room and %(relayed)s in the closed room; ruled by %(by)s, %(when)s: "
        "%(reason)s"
    ),
    "Game %(game)s, Red's turn %(turn)s: the rooms' dice differ, %(dice)s in the closed "
    "room and %(relayed)s in the open room; ruled by %(by)s, %(when)s: %(reason)s": N_(
        "Game %(game)s, Black's turn %(turn)s: the rooms' dice differ, %(dice)s in the "
        "closed room and %(relayed)s in the open room; ruled by %(by)s, %(when)s: "
        "%(reason)s"
    ),
}
"""The English texts of forms that name the side Red, each with the one that says Black instead."""


def printed_words(words: Words, colour: SecondColour) -> Words:
    """Return a language's texts for printed forms, with the name that the side Red has on them.

    `colour` is the server's setting: "red" for "Red", otherwise that side is called "Black". Pages
    and programs always call it Red, as the rules do.
    """
    if colour == "red":
        return words
    return replace(words, translations=_InBlack(words.translations))


class _InBlack(NullTranslations):
    """A catalogue of translations in which the side Red is called Black."""

    def __init__(self, own: NullTranslations) -> None:
        super().__init__()
        self._own = own

    def gettext(self, message: str) -> str:
        return self._own.gettext(IN_BLACK.get(message, message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._own.ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        return self._own.pgettext(context, message)
