"""Printed sheets for the hall: signs, nameplates, rules, slips and blank forms."""
