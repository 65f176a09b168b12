"""What people ask for, in the imperative: values that can be logged, sent on and answered once.

A command says what is to be done; whether it may be done is decided by the stream that it is about.
What a table or the director says to a duplicate match is a command as well: see
rules.tables.readings.
"""

from rules.commands.case_commands import *
from rules.commands.knockout_commands import *
from rules.commands.match_commands import *
from rules.commands.pbem_commands import *
from rules.commands.stage_commands import *
from rules.commands.tournament_commands import *
from rules.commands.ttt_commands import *

TournamentCommand = (
    DeskCommand
    | StageCommand
    | QueryCommand
    | TimeCommand
    | CaseCommand
    | WithdrawEntry
    | KnockoutCommand
    | TttCommand
    | PbemCommand
)
"""What is asked of a tournament: of its desk, of its rulings, of each format."""
