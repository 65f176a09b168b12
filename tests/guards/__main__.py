"""Keep anew what the hall of the guards shows and answers, and docs/orders.md: `./dev guards`.

`./dev guards api` keeps what the API answers alone; see KINDS.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import tests.support.every_run  # noqa: F401 - its pause behind doubles
from tests.guards.halls import fixed_hall, page_texts
from tests.guards.kept import FOLDER, KINDS, lines_of
from tests.lists.orders_page import PAGE, page

_TEXTS = Path("out") / "guards"


async def keep(kinds: Sequence[str]) -> None:
    """Write golden copies of these kinds, and the pages' whole texts beside them."""
    FOLDER.mkdir(exist_ok=True)
    PAGE.write_text(page(), "utf-8")
    for kind in kinds:
        with TemporaryDirectory() as folder:
            async with fixed_hall(Path(folder)) as hall:
                lines = await lines_of(kind, hall)
                if kind == "pages":
                    _TEXTS.mkdir(parents=True, exist_ok=True)
                    texts = "\n".join(f"== {name}\n{text}" for name, text in page_texts(hall))
                    (_TEXTS / "pages.txt").write_text(texts + "\n", "utf-8")
        (FOLDER / f"{kind}.txt").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    unknown = {*sys.argv[1:]} - {*KINDS}
    if unknown:
        sys.exit(f"no guard is called {', '.join(unknown)}; there are {', '.join(KINDS)}")
    asyncio.run(keep(sys.argv[1:] or KINDS))
