"""`python -m kgqa_cli` is `kgqa`."""

from kgqa_cli import main

main()
