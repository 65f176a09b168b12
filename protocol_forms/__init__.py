"""Printed forms, each one view object that feeds HTML, PDF and JSON."""
