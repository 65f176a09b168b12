"""The stages of a tournament of teams on pages and on paper."""
