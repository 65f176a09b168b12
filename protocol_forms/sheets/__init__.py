"""Sheets for the hall that are not grids: signs, nameplates, rules, blank forms, slips, boards.

Each function returns a sheet for one Typst template. `say` translates its words into the language
with the code `language`. Names are passed to templates as texts, never as markup.
"""
