"""What the log says of queries and cases; a sentence's values are the event's fields."""

from rules.text import N_

RULINGS: dict[str, str] = {
    "QueryPeriodSet": N_("Results are final %(minutes)s minutes after they are posted"),
    "QueryRaised": N_("Query %(query)s about match %(number)s by %(by)s: %(text)s"),
    "QueryAnswered": N_("Query %(query)s was answered: %(answer)s"),
    "EntryWithdrawn": N_("%(team)s was removed. Reason: %(reason)s"),
    "TournamentWithdrawn": N_("The tournament was removed. Reason: %(reason)s"),
    "ClockSet": N_("The computer's clock was set; it is now %(by_ms)s ms ahead of the time here"),
    "CaseOpened": N_("Case %(case)s was opened; teams: %(teams)s. %(facts)s"),
    "CaseAmended": N_("Case %(case)s was corrected; teams: %(teams)s. %(facts)s"),
    "CaseRuled": N_("Ruling in case %(case)s, %(ruling)s: %(text)s"),
    "AppealLodged": N_("%(team)s appeals in case %(case)s: %(text)s"),
    "AppealDecided": N_("The appeal in case %(case)s was decided: %(text)s"),
    "CaseClosed": N_("Case %(case)s was closed"),
    "CaseReopened": N_("Case %(case)s was reopened. Reason: %(reason)s"),
    "CaseMadePublic": N_("Case %(case)s was made public: %(words)s"),
    "CaseMadePrivate": N_("Case %(case)s is no longer public"),
}
CASE_RULINGS: dict[str, str] = {
    "none": N_("no ruling"),
    "warning": N_("warning"),
    "penalty": N_("penalty"),
    "adjusted": N_("adjusted result"),
    "other": N_("other ruling"),
}
"""What a case came to."""
CASE_STAGES: dict[str, str] = {
    "open": N_("open"),
    "ruled": N_("ruled on"),
    "appealed": N_("under appeal"),
    "appeal decided": N_("appeal decided"),
    "closed": N_("closed"),
}
"""How far a case has come."""
