"""Programs that check a page and come from npm, each in one version."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

VERSIONS = {"axe-core": "4.14.0", "typescript": "7.0.2"}
SECONDS = 180


def installed(package: str, folders: pytest.TempPathFactory) -> Path:
    """Return the folder of modules with a package; skipped where npm reaches nothing, but not in integration."""
    folder = folders.mktemp("npm")
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", f"{package}@{VERSIONS[package]}"]
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=SECONDS)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        if os.environ.get("CI"):
            raise
        pytest.skip(f"npm cannot install {package}")
    return folder / "node_modules"
