"""Sheets for the hall."""
