"""Watchers' answers to a double, which are collected until the player's own answer is public."""
