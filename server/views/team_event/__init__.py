"""Stages of a team event on pages and on paper."""
