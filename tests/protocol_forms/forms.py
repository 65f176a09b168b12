"""Views that the tests of the forms share."""

from dataclasses import replace

from protocol_forms.match_protocol import match_protocol_view
from protocol_forms.protocol_view import ProtocolHeading
from rules.position import Side
from rules.room import Ending, Room
from rules.scoring.match_protocol import AdjustedResult, MatchProtocol, cancelled_game
from rules.scoring.scales import Smp
from rules.scoring.teams import PerTeam
from tests.rules.scoring.final import FINAL, FINAL_PROTOCOL, KHARKOV, MOSCOW, result

HEADING = ProtocolHeading(
    teams=PerTeam("Kharkov", "Moscow"),
    event="Fair Backgammon Duplicated Team Tournament",
    match="10",
    players={
        (Room.OPEN, Side.WHITE): ("Jakob Garal",),
        (Room.OPEN, Side.RED): ("Sergei Chertkov",),
        (Room.CLOSED, Side.RED): ("Alexandr Krasov",),
        (Room.CLOSED, Side.WHITE): ("Vladimir Chelter",),
    },
    roll_sets=(37, 38, 39, 40, 41, 42),
    recorded="2008-10-05 14:05 UTC",
)
INVENTED = replace(
    HEADING,
    teams=PerTeam("Compass", "Rudder"),
    event="Harbour Cup",
    players={
        (Room.OPEN, Side.WHITE): ("Robin Brook",),
        (Room.OPEN, Side.RED): ("Kim Holloway",),
        (Room.CLOSED, Side.RED): ("Alex Fields",),
        (Room.CLOSED, Side.WHITE): ("Sasha Stonely",),
    },
)
"""For results that nobody has played; HEADING is that of the final of 2008."""
FINAL_VIEW = match_protocol_view(FINAL_PROTOCOL, HEADING)
BEGUN_VIEW = match_protocol_view(MatchProtocol(6, FINAL[:3]), HEADING)

MARKUP = "<b>*bold*</b> #panic() $x$ &amp; \\ \"'"
MARKED_UP = ProtocolHeading(
    teams=PerTeam(MARKUP, "Київ [red]"),
    event="#set text(red)",
    match="<3>",
    players={(Room.OPEN, Side.WHITE): ("Ґалина Їжакевич", "Ωμέγα (from game 4)")},
)


def long_match() -> MatchProtocol:
    """Twelve games, one adjusted and one cancelled, every result of the rest as wide as can be."""
    played = [
        entry
        for game in range(2, 12)
        for entry in (
            result(game, Room.OPEN, KHARKOV, Ending.BACKGAMMON, 15, 64, MOSCOW),
            result(game, Room.CLOSED, MOSCOW, Ending.RESIGNED, 3, 16, MOSCOW),
        )
    ]
    adjusted = [
        AdjustedResult(game=1, room=room, smp=PerTeam(Smp(150), Smp(150)), reason="wrong *dice*")
        for room in Room
    ]
    return MatchProtocol(12, (*played, *adjusted, *cancelled_game(12, "lights out")))
