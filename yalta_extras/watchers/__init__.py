"""A question to a match's watchers, before the player's answer: would they take this double?"""
