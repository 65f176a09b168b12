"""The wire in the page's own JavaScript: the same bytes as every other board, whatever arrives."""

import re
from pathlib import Path
from random import Random

from board_drivers.wire.frames import Decoder
from tests.server.web.phones.scripts import scripts
from tests.support.browser import IN_BROWSER

pytestmark = IN_BROWSER

ROOT = Path(__file__).parents[4]
GOLDEN = dict(
    line.split() for line in (ROOT / "tests/golden/wire/frames.txt").read_text().splitlines()
)
GROUP = re.compile(r"^(\w+), (un)?numbered$\n((?:(?:[0-9A-F]{2}| {9}).+\n)+)", re.MULTILINE)
ROW = re.compile(r"^([0-9A-F]{2}) +(\w+) +(.+(?:\n {9}.+)*)$", re.MULTILINE)
KEY = "game u8, attempt u8, turn u16, side u8"

ENCODED_AGAIN = """async golden => {
    const { Decoder, encode } = await import("/static/phone/wire.js");
    const { pack, unpack } = await import("/static/phone/messages.js");
    const bytes = hex => Uint8Array.from(hex.match(/../g), each => parseInt(each, 16));
    const hex = all => Array.from(all, each => each.toString(16).padStart(2, "0")).join("");
    return Object.fromEntries(Object.entries(golden).map(([name, frame]) => {
        const { frames: [found], damaged } = new Decoder().feed(bytes(frame));
        const message = unpack(found.type, found.payload);
        const [type, ...payload] = pack(message);
        return [name, [message.kind, damaged, hex(encode({ ...found, type, payload }))]];
    }));
}"""
HEARD = """async chunks => {
    const { Decoder } = await import("/static/phone/wire.js");
    const { unpack } = await import("/static/phone/messages.js");
    const decoder = new Decoder();
    const numbers = [];
    let damaged = 0;
    for (const chunk of chunks) {
        const heard = decoder.feed(Uint8Array.from(chunk));
        damaged += heard.damaged;
        heard.frames.forEach(frame => {
            unpack(frame.type, frame.payload);
            numbers.push([frame.type, frame.number]);
        });
    }
    return [numbers, damaged];
}"""


async def test_every_golden_frame_is_read_and_written_as_it_is() -> None:
    async with scripts() as page:
        again = await page.evaluate(ENCODED_AGAIN, GOLDEN)
    assert again == {name: [name, 0, frame] for name, frame in GOLDEN.items()}


async def test_the_page_knows_every_documented_message_and_field() -> None:
    groups = GROUP.findall((ROOT / "docs/wire.md").read_text())
    assert groups
    async with scripts() as page:
        table = await page.evaluate("import('/static/phone/messages.js').then(all => all.TABLE)")
    known = {code: row for code, *row in table}
    for sender, unnumbered, rows in groups:
        for code, kind, fields in ROW.findall(rows):
            *row, own = known[int(code, 16)]
            assert row == [kind, sender, not unnumbered]
            assert own.replace("?", "").startswith(_fields(fields)), kind


def _fields(documented: str) -> str:
    """The fields as the page has them: the turn key is K, and of one byte nothing is said."""
    fields = re.sub(r"\bK\b", KEY, " ".join(documented.split())).split(", ")
    return "" if fields == ["none"] else ", ".join(_sized(field) for field in fields)


def _sized(field: str) -> str:
    return field if " " in field else f"{field} u8"


def garbage(rng: Random) -> bytes:
    """Golden frames, damaged ones, noise and frames without end, in any order."""
    parts = []
    for _ in range(rng.randrange(1, 30)):
        frame = bytearray.fromhex(rng.choice(list(GOLDEN.values())))
        if rng.random() < 0.5:
            frame[rng.randrange(len(frame))] ^= 1 << rng.randrange(8)
        parts.append(bytes(frame) if rng.random() < 0.7 else rng.randbytes(rng.randrange(600)))
    return b"".join(parts)


async def test_garbage_in_any_pieces_is_as_much_damage_as_for_the_server() -> None:
    async with scripts() as page:
        for seed in range(8):
            rng = Random(seed)
            stream = garbage(rng)
            cuts = sorted(rng.randrange(len(stream)) for _ in range(20))
            ends = zip([0, *cuts], [*cuts, None], strict=True)
            pieces = [list(stream[start:end]) for start, end in ends]
            heard = Decoder().feed(stream)
            numbers, damaged = await page.evaluate(HEARD, pieces)
            assert numbers == [[frame.kind, frame.number] for frame in heard.frames], seed
            assert damaged == heard.damaged, seed
