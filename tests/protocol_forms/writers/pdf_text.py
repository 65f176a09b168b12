"""What a PDF says, for tests."""

import subprocess

from protocol_forms.any_form import AnyForm
from protocol_forms.writers.pdf import form_pdf
from tests.support.needs import PDFTOTEXT


def text_of(pdf: bytes) -> str:
    """The pages' text as it lies on the paper, a form feed after each."""
    return printed(pdf, "-layout")


def printed_text(form: AnyForm) -> str:
    """A form's text in English, in the order in which it is read, runs of spaces made one."""
    return " ".join(printed(form_pdf(form)).split())


def printed(pdf: bytes, *options: str) -> str:
    """What pdftotext makes of it."""
    assert PDFTOTEXT.path
    return subprocess.run(
        [PDFTOTEXT.path, *options, "-", "-"], input=pdf, capture_output=True, check=True
    ).stdout.decode()
