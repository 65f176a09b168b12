"""The golden copies of what the hall of the guards shows and answers."""

from pathlib import Path

from tests.guards.halls import FixedHall, api_lines, form_lines, page_lines, printed_lines
from tests.guards.refusals import api_refusals, form_refusals

FOLDER = Path(__file__).parents[1] / "golden" / "guards"
SHOWN = ("api", "forms", "pages", "printed")
ANSWERED = ("api-refusals", "form-refusals")
"""These send what is wrong, and now and then what is right: each has a hall of its own."""
KINDS = (*SHOWN, *ANSWERED)


async def lines_of(kind: str, hall: FixedHall) -> list[str]:
    """What is kept of that kind, as that hall shows it."""
    match kind:
        case "api":
            return list(api_lines(hall.served.app))
        case "forms":
            return form_lines(hall)
        case "pages":
            return list(page_lines(hall))
        case "printed":
            return [line async for line in printed_lines(hall.served)]
        case "api-refusals":
            return await api_refusals(hall.served)
        case _:
            return await form_refusals(hall)


def kept(kind: str) -> list[str]:
    """What was kept of that kind."""
    return (FOLDER / f"{kind}.txt").read_text("utf-8").removesuffix("\n").split("\n")
