"""Tests of the sheets for the hall."""
