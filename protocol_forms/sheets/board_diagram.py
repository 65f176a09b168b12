"""A board on paper: checkers that black and white tell apart, numbers, cube, score."""

import json

from protocol_forms.board_drawing import SIDES, BoardDrawn, board_values
from protocol_forms.form_texts import N_, Say, in_english
from protocol_forms.writers.sheet import Sheet
from rules.position import Side

_TO_DRAW_ON = 2
"""Empty boards on a page."""


def board_diagram(drawn: BoardDrawn, say: Say = in_english, language: str = "en") -> Sheet:
    """One board on a page, White below, each point with both sides' numbers."""
    white, red = (say(SIDES[side]) for side in (Side.WHITE, Side.RED))
    values = {
        "title": drawn.title,
        "under": drawn.under,
        "board": board_values(drawn, say),
        "white": f"{white}: {drawn.names[0]}" if drawn.names[0] else white,
        "red": f"{red}: {drawn.names[1]}" if drawn.names[1] else red,
        "turn": say(N_("%(side)s to play"), side=say(SIDES[drawn.on_turn]))
        if drawn.on_turn
        else "",
        "score": drawn.score,
        "notes": list(drawn.notes),
        "copies": _TO_DRAW_ON if drawn.position is None else 1,
    }
    return Sheet("board_diagram", drawn.title, language, json.dumps(values, ensure_ascii=False))
