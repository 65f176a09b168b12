"""Phones and tablets that serve as a table's board."""
