"""Sheets for the hall other than tables: signs, nameplates, rules, blank forms, slips, boards.

Each function returns the sheet of one Typst template; `say` gives its words in the language with
the code `language`. Names reach the templates as texts, never as markup.
"""
