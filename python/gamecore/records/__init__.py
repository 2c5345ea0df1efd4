"""Game records: reading and writing them, whatever the format.

    for record in iter_records("games.sgf"):
        print(record.players, record.result, record.final_state().outcome)

- `record` is the `Record`: one game as its file states it, and its replay under the full rules.
- `jsonl`, `sgf`, `pgn`, `pdn` and `transcript` are the formats, for shogi `kif` (KI2 too), `csa` and `usi` (Little
  Golem's text too). What a game's own files look like is said by the game, in a dialect (`SgfDialect`, `PgnDialect`,
  `PdnDialect`, `TextDialect`, `KifuDialect`) that is an attribute of its class.
- `find` finds the game a record belongs to; `scan`, `sgf_tree` and `movetext` are the syntax below the
  formats.

Reading is streamed: memory does not grow with the file. A game that cannot be read does not lose the next
one: it comes as a record whose `error` says why, and which raises that error when it is replayed.
"""

from gamecore.records.files import dump, dumps, iter_records, load, loads
from gamecore.records.pdn import PdnDialect
from gamecore.records.pgn import PgnDialect
from gamecore.records.record import Line, Record
from gamecore.records.sgf import SgfDialect, points_of, size_of
from gamecore.records.shogi import KifuDialect
from gamecore.records.transcript import TextDialect

__all__ = [
    "KifuDialect",
    "Line",
    "PdnDialect",
    "PgnDialect",
    "Record",
    "SgfDialect",
    "TextDialect",
    "dump",
    "dumps",
    "iter_records",
    "load",
    "loads",
    "points_of",
    "size_of",
]
