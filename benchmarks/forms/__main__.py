"""The time to make forms, and printing during play: `python -m benchmarks.forms [FOLDER]`.

First, the milliseconds per page are measured. Two forms are made as PDF/UA by Typst: a match
protocol of twelve games, and a set for 24 teams with standings, cross-table and all pairings. The
same forms as HTML are made into PDF by WeasyPrint, if installed, and by a headless Chromium that is
already running. The programs take turns, and no form is made twice, since repeated forms come from
a cache.

Then ten matches are played through `yalta serve`, in turns with and without a request for a
protocol every second, and then with and without a request for a match's picture every second. The
time from READY to DICE_SHOW is measured as in `benchmarks.relay`.
"""

import asyncio
import importlib
import importlib.util
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer
from playwright.sync_api import sync_playwright

from benchmarks.forms.beside_play import print_beside_play
from benchmarks.forms.samples import protocol, set_of_a_field
from benchmarks.pages.live_page import CHROMIUM
from protocol_forms.any_form import AnyForm
from protocol_forms.writers.form_html import form_html
from protocol_forms.writers.pdf import form_pdf

FORMS: Mapping[str, tuple[Callable[[int], AnyForm], int]] = {
    "a protocol of twelve games": (protocol, 20),
    "a set for 24 teams": (set_of_a_field, 5),
}
"""The forms to make, and how often each program makes them."""
AT_MOST = 900.0
"""Seconds after which the measurement during play stops with an error."""
Printer = Callable[[AnyForm], bytes]


@contextmanager
def printers() -> Iterator[dict[str, Printer]]:
    """Start the programs that can make PDFs on this machine, and yield them by name."""
    found: dict[str, Printer] = {"Typst": form_pdf}
    if importlib.util.find_spec("weasyprint"):
        found["WeasyPrint"] = _by_weasyprint
    else:
        print("WeasyPrint is not installed (pip install weasyprint): left out")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()

        def by_chromium(form: AnyForm) -> bytes:
            page.set_content(form_html(form))
            return page.pdf(format="A4", tagged=True)

        yield {**found, "Chromium": by_chromium}
        browser.close()


def _by_weasyprint(form: AnyForm) -> bytes:
    document = importlib.import_module("weasyprint").HTML(string=form_html(form))
    pdf: bytes = document.write_pdf(pdf_variant="pdf/ua-1")
    return pdf


def pages_of(pdf: bytes) -> int:
    """Return the number of pages of a PDF."""
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(pdf)
        file.flush()
        info = subprocess.run(["pdfinfo", file.name], capture_output=True, check=True).stdout
    return int(info.decode(errors="replace").split("Pages:")[1].split()[0])


def print_pages() -> None:
    """Print, for each form and program, the number of pages and the milliseconds per page."""
    with printers() as known:
        print(f"{'':28} {'program':12} {'pages':>6} {'ms a page':>10} {'ratio':>6}")
        for name, (make, times) in FORMS.items():
            _print_form(name, make, times, known)


def _print_form(
    name: str, make: Callable[[int], AnyForm], times: int, known: Mapping[str, Printer]
) -> None:
    taken: dict[str, list[float]] = {printer: [] for printer in known}
    pages = {printer: pages_of(write(make(0))) for printer, write in known.items()}
    for number in range(1, times + 1):
        form = make(number)
        for printer, write in known.items():
            started = perf_counter()
            pdf = write(form)
            taken[printer].append((perf_counter() - started) * 1000 / pages_of(pdf))
    first = statistics.median(taken["Typst"])
    for printer, each in taken.items():
        median = statistics.median(each)
        ratio = first / median
        print(f"{name:28} {printer:12} {pages[printer]:6} {median:10.1f} {ratio:6.2f}", flush=True)


async def _in_time(place: Path | None) -> None:
    with tempfile.TemporaryDirectory(dir=place) as name:
        async with asyncio.timeout(AT_MOST):
            await print_beside_play(Path(name))


def main(
    folder: Annotated[
        Path | None, typer.Argument(help="On whose disk the records are; the system's else.")
    ] = None,
) -> None:
    """Measure forms, then printing beside play, within a time limit."""
    started = perf_counter()
    print_pages()
    asyncio.run(_in_time(folder))
    print(f"{perf_counter() - started:.0f} s")


if __name__ == "__main__":
    typer.run(main)
