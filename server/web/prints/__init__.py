"""Printed forms and match files, for operators and the public."""
