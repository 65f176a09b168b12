"""The subcommands of `yalta tournament`, with a module for each subject."""
