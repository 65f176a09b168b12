"""A page's journal: every event kept before it is sent, under a number of its own for good."""

from tests.server.web.phones.scripts import scripts
from tests.support.browser import IN_BROWSER

pytestmark = IN_BROWSER

OPENED = """const { Journal } = await import("/static/phone/journal.js");
    const journal = () => new Journal(localStorage, "phone-00000001");"""


async def test_an_event_has_its_number_for_the_life_of_the_journal() -> None:
    async with scripts() as page:
        await page.evaluate(f"""async () => {{ {OPENED}
            const first = journal();
            first.append(Uint8Array.of(1, 0, 255));
            first.append(Uint8Array.of(2));
            first.acknowledged(1);
            window.id = Array.from(first.id);
        }}""")
        found = await page.evaluate(f"""async () => {{ {OPENED}
            const again = journal();
            const number = again.append(Uint8Array.of(3));
            const kept = again.since(0).map(([at, raw]) => [at, ...raw]);
            const same = Array.from(again.id).join() === window.id.join();
            return [kept, number, again.stored, same];
        }}""")
    assert found == [[[1, 1, 0, 255], [2, 2], [3, 3]], 3, 1, True]


async def test_the_last_1024_acknowledged_events_are_kept_and_all_that_are_not() -> None:
    async with scripts() as page:
        found = await page.evaluate(f"""async () => {{ {OPENED}
            const kept = journal();
            for (let number = 1; number <= 1100; number += 1) kept.append(Uint8Array.of(7));
            kept.acknowledged(1090);
            const again = journal();
            const left = again.since(1090).length;
            return [again.first, again.last, again.stored, left, localStorage.length];
        }}""")
    assert found == [67, 1100, 1090, 10, 1100 - 66 + 1]


async def test_what_cannot_be_kept_has_no_number() -> None:
    async with scripts() as page:
        found = await page.evaluate(f"""async () => {{ {OPENED}
            const kept = journal();
            kept.append(Uint8Array.of(1));
            for (let size = 2 ** 22; size >= 1; size /= 2) {{
                for (;;) {{
                    const key = `filler ${{localStorage.length}}`;
                    try {{ localStorage.setItem(key, "x".repeat(size)); }} catch {{ break; }}
                }}
            }}
            let refused = false;
            try {{ kept.append(new Uint8Array(200)); }} catch {{ refused = true; }}
            return [refused, kept.last, journal().last];
        }}""")
    assert found == [True, 1, 1]
