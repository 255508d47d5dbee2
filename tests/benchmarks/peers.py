"""The environment of peers that cannot live in ours: autorank brings a package ``tests`` that would hide ours."""

from __future__ import annotations

import sys
from pathlib import Path

PEERS = Path(sys.prefix) / "peers" / "bin" / "python"
