"""The start of `python -m yalta`, which does the same as the `yalta` script."""

from yalta.entry import main

main()
