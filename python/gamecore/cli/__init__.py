"""The command `gamecore`: what the library does, for the shell.

- `commands` are the verbs; `play` and `simulate` have modules of their own.
- `arguments` is how a verb takes a game with its options, and a position of it.

Exit status: 0; 1 where the input was at fault (one line on stderr says why); 2 for wrong usage; 130 after Ctrl-C;
141 when the reader of the output has gone. click and rich are imported nowhere else in the library.
"""

from gamecore.cli.commands import main

__all__ = ["main"]
