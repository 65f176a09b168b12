"""One task a match: boards in, rules, event log, then releases out."""
