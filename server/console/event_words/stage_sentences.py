"""What the log says of a tournament's stages; a sentence's values are the event's fields."""

from rules.text import N_

STAGES: dict[str, str] = {
    "MatchWithdrawn": N_("The match was removed. Reason: %(reason)s"),
    "EventDescribed": N_("The tournament is called %(title)s. Place: %(place)s. Dates: %(dates)s"),
    "RoomPlacesSet": N_("Open room: %(open_room)s. Closed room: %(closed_room)s"),
    "StagePlanned": N_("Stage %(stage)s was planned: %(name)s, %(games)s games a match"),
    "StageWithdrawn": N_("Stage %(stage)s was removed"),
    "StageDrawn": N_("Stage %(stage)s was drawn: %(groups)s. Seed: %(seed)s"),
    "DrawWithdrawn": N_("The draw of stage %(stage)s was undone. Reason: %(reason)s"),
    "RoundPublished": N_("Round %(round)s of stage %(stage)s was published"),
    "RoundWithdrawn": N_("Round %(round)s of stage %(stage)s was removed. Reason: %(reason)s"),
    "RoundClosed": N_("Round %(round)s of stage %(stage)s was closed"),
    "RoundReopened": N_("Round %(round)s of stage %(stage)s was reopened. Reason: %(reason)s"),
    "ExtraGamesSet": N_("Match %(number)s was set up: two more games of a level match"),
    "WalkoverGiven": N_("Walkover in match %(number)s; absent: %(absent)s. Reason: %(reason)s"),
    "WalkoverLifted": N_("The walkover in match %(number)s was removed. Reason: %(reason)s"),
    "TeamWithdrawn": N_("%(team)s withdrew. Reason: %(reason)s"),
    "TeamReturned": N_("%(team)s plays again. Reason: %(reason)s"),
    "PenaltyGiven": N_("%(team)s: penalty of %(vp)s VP and %(imp)s IMP. Reason: %(reason)s"),
    "PenaltyLifted": N_("Penalty %(penalty)s was removed. Reason: %(reason)s"),
    "OrderDecided": N_("The director decided the order: %(teams)s. Reason: %(reason)s"),
    "TeamJoined": N_(
        "%(team)s plays in stage %(stage)s from round %(round)s on. Reason: %(reason)s"
    ),
    "RoundShortened": N_(
        "Round %(round)s of stage %(stage)s was shortened to %(games)s games. Reason: %(reason)s"
    ),
    "MatchShortened": N_(
        "The match has %(games)s games: its round was shortened. Reason: %(reason)s"
    ),
    "QualificationKept": N_("The teams drawn into stage %(stage)s stay. Reason: %(reason)s"),
}
