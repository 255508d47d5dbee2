"""Do the examples run as they are?"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_the_gallery_draws_what_is_asked_for(tmp_path: Path) -> None:
    words = [sys.executable, EXAMPLES / "gallery.py", "--out", tmp_path, "cd", "roc", "surface", "null_histogram"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "gallery.html").read_text(encoding="utf8")
    assert page.count("<figure>") == 4
    assert (tmp_path / "gallery.png").read_bytes().startswith(b"\x89PNG")
