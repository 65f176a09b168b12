"""What the log says of queries; a sentence's values are the event's fields."""

from server.console.speech import N_

RULINGS: dict[str, str] = {
    "QueryPeriodSet": N_("Results are final %(minutes)s minutes after they are posted"),
    "QueryRaised": N_("Query %(query)s about match %(number)s by %(by)s: %(text)s"),
    "QueryAnswered": N_("Query %(query)s was answered: %(answer)s"),
}
