"""What the log says of a tournament's hours; a sentence's values are the event's fields."""

from rules.text import N_

TIMES: dict[str, str] = {
    "TimetablePlanned": N_("The hours were planned: %(days)s. Tables: %(tables)s"),
    "RoundTimed": N_("Round %(round)s of stage %(stage)s starts %(starts_at)s"),
    "RoundTimeLifted": N_("The start of round %(round)s of stage %(stage)s was removed"),
    "LastStartSet": N_("No game starts from %(at)s to %(until)s. Reason: %(reason)s"),
    "LastStartLifted": N_("Games start at any time again. Reason: %(reason)s"),
    "StageChanged": N_(
        "Stage %(stage)s was changed: %(games)s games a match, meetings: %(meetings)s"
    ),
}
