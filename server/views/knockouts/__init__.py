"""Knockouts on pages and on paper."""
