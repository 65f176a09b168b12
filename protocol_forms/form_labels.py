"""The words printed around the figures and names of a match protocol, in any language.

Source: the headings of the form that was used for the final match in Fair Backgammon Duplicated
Team Tournament (Garal, 2008); rulings 14, 15 and 25 for the figures that games other than
backgammon compare.
"""

from collections.abc import Mapping

from protocol_forms.labels import Say
from protocol_forms.match_play_form import MatchPlayView
from protocol_forms.protocol_view import MatchProtocolView
from rules.text import N_

_ALWAYS: Mapping[str, str] = {
    "title": N_("Match protocol"),
    "game": N_("Game"),
    "room": N_("Room"),
    "sum": N_("Sum"),
    "team": N_("Team"),
    "captain": N_("Captain"),
    "director": N_("Director"),
    "propose": N_("Double passed"),
    "cube": N_("Doubling cube"),
    "left": N_("Remaining checkers"),
    "vp": N_("Result in VP"),
    "later": N_("after all games"),
    "tally": N_("Trous"),
    "note": N_("Footnote"),
    "signed": N_("Signed"),
}
_ROOMS = {"open": N_("Open room"), "closed": N_("Closed room")}
_SETS = (N_("Set of rolls no. %(numbers)s"), N_("Sets of rolls nos. %(numbers)s"))
_PAGE = N_("Page %(page)s of %(pages)s")


def form_labels(view: MatchProtocolView, say: Say) -> dict[str, str]:
    """Return the labels of a match protocol, by their names in the printed form's template.

    A label that this form leaves out is empty. "page" contains {page} and {pages}, which the
    typesetter fills in.
    """
    counted = view.home.tally is not None
    labels = {name: say(text) for name, text in _ALWAYS.items()}
    return {
        **labels,
        **{room: say(text) for room, text in _ROOMS.items()},
        **{f"{row.room}-letter": say(row.letter) for row in view.rows},
        **{seat.colour: say(seat.colour) for seat in (*view.home.seats, *view.away.seats)},
        "match": say(N_("Match %(number)s"), number=view.match) if view.match else "",
        "sets": say(_SETS[view.games > 1], numbers=view.roll_sets) if view.roll_sets else "",
        "opening": say(N_("Opening throw")),
        "difference": say(N_("Difference in trous") if counted else N_("Difference in IMP")),
        "won": say(N_("Won with more trous:") if counted else N_("Won with more IMP:")),
        "state": say(view.state),
        "table": say(view.table_title),
        "ledger": say(N_("ledger hash %(head)s"), head=view.ledger_head)
        if view.ledger_head
        else "",
        "page": say(_PAGE, page="{page}", pages="{pages}"),
    }


_OF_MATCH_PLAY: Mapping[str, str] = {
    "title": N_("Match protocol"),
    "game": N_("Game"),
    "opening": N_("Opening throw"),
    "winner": N_("Won by"),
    "how": N_("How it ended"),
    "cube": N_("Doubling cube"),
    "crawford": N_("Crawford game"),
    "propose": N_("Double passed"),
    "points": N_("Points"),
    "score": N_("Score"),
    "white": N_("White"),
    "red": N_("Red"),
    "note": N_("Footnote"),
    "signed": N_("Signed"),
    "director": N_("Director"),
}


def match_play_labels(view: MatchPlayView, say: Say) -> dict[str, str]:
    """Return the labels for the form of a match at one table, by their names in its template."""
    return {
        **{name: say(text) for name, text in _OF_MATCH_PLAY.items()},
        "match": say(N_("Match %(number)s"), number=view.match) if view.match else "",
        "length": say(N_("Match to %(points)s"), points=view.length),
        "result": say(N_("Result") if view.complete else N_("Score so far")),
        "won": say(N_("The match is won by:")),
        "state": say(view.state),
        "table": "",
        "ledger": say(N_("ledger hash %(head)s"), head=view.ledger_head)
        if view.ledger_head
        else "",
        "page": say(_PAGE, page="{page}", pages="{pages}"),
    }
