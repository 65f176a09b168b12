"""The formats that a tournament can have, one folder each.

The folder of a format imports another format only if it is built on that format.
"""
