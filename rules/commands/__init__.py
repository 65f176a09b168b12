"""Commands: values that describe what a person asks for and that can be logged, sent and answered.

A command says what is to be done. The code of the stream that the command is about decides whether
it is done or refused. Readings and orders to a match in play are commands as well: see
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
"""Every command to a tournament.

Commands to its desk are about entries and set-up. Others are about its stages, queries, timetable
and cases. The rest go to one of the formats of play: knockout, TTT or PBeM.
"""
