"""Printed forms. Each form is one view object, from which its HTML, PDF and JSON are made."""
