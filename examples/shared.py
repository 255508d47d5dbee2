"""Where do the examples write?"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path


def output_folder(about: str | None, flags: Sequence[str] = ()) -> Path:
    """Read ``--out FOLDER``; by default build/examples and the example's number."""
    number = Path(sys.argv[0]).name[:2]
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("build") / "examples" / number, help="where the reports go")
    for flag in flags:
        parser.add_argument(flag, action="store_true")
    return parser.parse_args().out
