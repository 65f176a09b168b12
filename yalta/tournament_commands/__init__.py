"""The commands of `yalta tournament`, one module a subject."""
