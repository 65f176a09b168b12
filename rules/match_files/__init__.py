"""Transcribed matches between text and records, without touching a file."""
