"""`python -m gamecore` is the command `gamecore`."""

from gamecore.cli import main

if __name__ == "__main__":
    main()
