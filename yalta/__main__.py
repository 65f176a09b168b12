"""`python -m yalta`: the same as the `yalta` script."""

from yalta.entry import main

main()
