"""The command `yalta print`, and the sources from which it gets its forms."""
