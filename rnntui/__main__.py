"""`python -m rnntui` is the program `rnntui`: for where the folder of programs is not on the path."""

from .cli import main

if __name__ == "__main__":
    main()
