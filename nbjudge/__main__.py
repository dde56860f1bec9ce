"""`python -m nbjudge` is the command `nbjudge`."""

from nbjudge.commands.cli import main

if __name__ == "__main__":
    main()
