"""The command `selfcheck`, also as `python -m selfcheck`."""

import sys


def main() -> None:
    """Run the command line; say what to install where only students' part is there."""
    try:
        from selfcheck.authoring.commands import app
    except ModuleNotFoundError as error:
        sys.exit(f"selfcheck: {error.name} is missing. Authors need it: pip install 'mlcore[authoring]'")
    app()


if __name__ == "__main__":
    main()
