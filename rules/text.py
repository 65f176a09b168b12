"""Texts that people read in their language: written here in English, marked for the catalogues."""


def N_(message: str) -> str:
    """Mark a text where it stands; whoever shows it translates it."""
    return message
