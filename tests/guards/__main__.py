"""Keep anew what the hall of the guards shows and answers, and docs/orders.md: `./dev guards`."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

import tests.conftest  # noqa: F401 - its pause behind doubles
from tests.guards.halls import fixed_hall, page_texts
from tests.guards.kept import FOLDER, KINDS, lines_of
from tests.lists.orders_page import PAGE, page

_TEXTS = Path("out") / "guards"


async def keep() -> None:
    """Write every golden copy, and the pages' whole texts beside them."""
    FOLDER.mkdir(exist_ok=True)
    PAGE.write_text(page(), "utf-8")
    for kind in KINDS:
        with TemporaryDirectory() as folder:
            async with fixed_hall(Path(folder)) as hall:
                lines = await lines_of(kind, hall)
                if kind == "pages":
                    _TEXTS.mkdir(parents=True, exist_ok=True)
                    texts = "\n".join(f"== {name}\n{text}" for name, text in page_texts(hall))
                    (_TEXTS / "pages.txt").write_text(texts + "\n", "utf-8")
        (FOLDER / f"{kind}.txt").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    asyncio.run(keep())
