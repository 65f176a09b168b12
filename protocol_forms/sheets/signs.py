"""Signs for the doors of the two rooms.

Source: Fair Backgammon Duplicated Team Tournament (Garal, 2008): "two separate playing rooms with
following nameplates: OPEN - spectators are allowed to watch the game and CLOSED - spectators are
not allowed to watch the game".
"""

import json
from collections.abc import Sequence

from protocol_forms.form_texts import N_, Say, in_english
from protocol_forms.writers.sheet import Sheet
from rules.room import Room

_WORDS = {
    Room.OPEN: (N_("OPEN"), N_("spectators are allowed to watch the game")),
    Room.CLOSED: (N_("CLOSED"), N_("spectators are not allowed to watch the game")),
}


def room_signs(
    rooms: Sequence[Room], event: str, say: Say = in_english, language: str = "en"
) -> Sheet:
    """A page for the door of each room, in the room's colour, with the word and what it means."""
    signs = [
        {"room": room.value, "word": say(word), "sentence": say(sentence)}
        for room, (word, sentence) in ((room, _WORDS[room]) for room in rooms)
    ]
    values = json.dumps({"event": event, "signs": signs}, ensure_ascii=False)
    return Sheet("room_signs", say(N_("Signs for the rooms")), language, values)
