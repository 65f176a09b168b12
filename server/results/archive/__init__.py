"""A tournament as one file or as plain pages: what is given away of it, and taken in."""
