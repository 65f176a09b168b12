"""Formats of a tournament: a folder for each, which knows no other but what it rests on."""
