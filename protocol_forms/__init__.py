"""Printed forms: each is one view object from which HTML, PDF and JSON are made."""
