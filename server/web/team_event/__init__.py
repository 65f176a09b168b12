"""Stages of a team event on a tournament's public pages."""
