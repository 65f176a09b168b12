"""Extras, the optional parts of Yalta: each folder is one and can be switched off or deleted."""
