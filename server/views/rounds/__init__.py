"""Printed lists of a round's players."""
