"""`python -m yalta`: the same as the `yalta` script."""

from yalta.cli import main

main()
