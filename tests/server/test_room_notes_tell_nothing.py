"""A note of the director to the open room changes no byte for anybody elsewhere (ADR 36)."""

from collections.abc import Sequence
from pathlib import Path

from rules import commands as cmd
from rules.room import Room
from tests.server.test_non_interference import (
    IN_BRIEF_AND_WHOLE,
    IN_CLOSED,
    WATCHING,
    Observed,
    Watch,
    shared_past,
)
from tests.support.ids import TOURNAMENT
from tests.support.secrecy import Step, run_in
from tests.support.served import DIRECTOR, everybody

NOTES = ("6-1 stands, they play on", "", "once more: 6-1 stands")


async def _observed(
    watch: Watch, folder: Path, steps: Sequence[Step], notes: Sequence[str]
) -> Observed:
    """A run at whose end these notes are sent to the open room, and what the watch sees of it."""
    async with run_in(folder, lambda _: True) as run:
        for step in steps:
            await run.happens(step)
        for text in notes:
            note = cmd.SendRoomNote(number=1, room=Room.OPEN, text=text)
            await run.hall.commands.to_desk(TOURNAMENT, note, DIRECTOR)
        followed, visitors = await run.frames(), everybody(1)
        roles = {role: await run.look(visitors[role], brief=watch.brief) for role in watch.roles}
        return Observed(followed, roles, run.board.heard)


@IN_BRIEF_AND_WHOLE
async def test_a_note_to_the_open_room_looks_like_none(tmp_path: Path, brief: bool) -> None:
    steps, watch = shared_past(14).steps, Watch((*WATCHING, *IN_CLOSED)).sized(brief)
    quiet = await _observed(watch, tmp_path / "one", steps, ())
    noted = await _observed(watch, tmp_path / "other", steps, NOTES)
    watch.compare(quiet, noted)
    assert not any("6-1 stands" in seen.text for seen in noted.roles.values())
