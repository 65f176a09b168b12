"""Formats of a tournament: a folder for each, importing only those it is built on."""
