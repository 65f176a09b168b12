"""Events of matches and tournaments: accepted facts, the only source of everything that is shown.

The fields of an event suit backgammon, long gammon and trictrac alike. Events are stored
permanently: a field may be added with a default value, but never renamed or removed.
"""

from rules.events.case_events import *
from rules.events.clock_events import *
from rules.events.desk_events import *
from rules.events.dice_events import *
from rules.events.knockout_events import *
from rules.events.match_events import *
from rules.events.pbem_events import *
from rules.events.stage_events import *
from rules.events.table_events import *
from rules.events.ttt_events import *

Event = (
    MatchEvent
    | StageEvent
    | QueryEvent
    | EntryEvent
    | DeskEvent
    | TimeEvent
    | CaseEvent
    | WithdrawalEvent
    | SeatEvent
    | ClockEvent
    | PresenceEvent
    | CallEvent
    | DiceEvent
    | TableEvent
    | PlayedOnPaper
    | AnnouncementEvent
    | KnockoutEvent
    | TttEvent
    | PbemEvent
    | ClockSet
)
