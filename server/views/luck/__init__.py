"""Luck and forks."""
