"""The process that judges luck: how its answers are read, and how its failures are reported."""

from pathlib import Path

import pytest

from yalta_extras.analysis.judged import JudgingFailed, JudgingProcess, NotJudged, read, written
from yalta_extras.analysis.tests.recorded_judgements import compared, recorded


def test_what_is_written_is_read_again_and_anything_else_is_no_judgement() -> None:
    assert read(written(recorded())) == recorded()
    for damaged in ("", "[]", "{}", written(recorded()).replace('"plies"', '"pliers"')):
        with pytest.raises(NotJudged):
            read(damaged)


@pytest.mark.parametrize(
    ("program", "why"),
    [("pass", "ended"), ("input(); print('perhaps')", "answered"), ("input()", "ended")],
)
async def test_a_process_that_ends_or_answers_nonsense_is_of_no_use_any_more(
    program: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    throws = next(iter(compared().throws.values()))
    (tmp_path / "other_judge.py").write_text(program, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    process = await JudgingProcess.start("other_judge")
    try:
        with pytest.raises(JudgingFailed, match=why):
            await process.judged(throws)
    finally:
        await process.close()
