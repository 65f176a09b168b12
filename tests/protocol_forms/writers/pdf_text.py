"""What a PDF says, for tests."""

import subprocess

from protocol_forms.any_form import AnyForm
from protocol_forms.writers.form_pdf import form_pdf
from tests.support.needs import PDFTOTEXT


def text_of(pdf: bytes) -> str:
    """The pages' text as it lies on the paper, a form feed after each."""
    return _text(pdf, "-layout")


def printed_text(form: AnyForm) -> str:
    """A form's text in English, in the order in which it is read, runs of spaces made one."""
    return " ".join(_text(form_pdf(form)).split())


def _text(pdf: bytes, *options: str) -> str:
    assert PDFTOTEXT.path
    return subprocess.run(
        [PDFTOTEXT.path, *options, "-", "-"], input=pdf, capture_output=True, check=True
    ).stdout.decode()
