"""A process that judges luck: what it is when it fails."""

import pytest

from yalta_extras.analysis.judged import JudgingFailed, JudgingProcess, NotJudged, read, written
from yalta_extras.analysis.tests.recorded_judgements import compared, recorded


def test_what_is_written_is_read_again_and_anything_else_is_no_judgement() -> None:
    assert read(written(recorded())) == recorded()
    for damaged in ("", "[]", "{}", written(recorded()).replace('"plies"', '"pliers"')):
        with pytest.raises(NotJudged):
            read(damaged)


@pytest.mark.parametrize(("module", "why"), [("no_such_module", "ended"), ("this", "answered")])
async def test_a_process_that_ends_or_answers_nonsense_is_of_no_use_any_more(
    module: str, why: str
) -> None:
    throws = next(iter(compared().throws.values()))
    process = await JudgingProcess.start(module)
    try:
        with pytest.raises(JudgingFailed, match=why):
            await process.judged(throws)
    finally:
        await process.close()
