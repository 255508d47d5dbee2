"""What the main thread of a page does until it is painted, as the browser itself traces it."""

from __future__ import annotations

import json
import urllib.request
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import websocket
from selenium import webdriver

from tests.document.chromium import SECONDS, Page

CATEGORIES = "toplevel,loading,blink.user_timing,devtools.timeline,cc"
TASK, FRAME, SCRIPT = "ThreadControllerImpl::RunTask", "ProxyMain::BeginMainFrame", "EvaluateScript"
Event = Mapping[str, Any]


@dataclass(frozen=True)
class Load:
    """Milliseconds of work of the main thread, in thread time: what other programs compute costs nothing."""

    first_paint: float
    first_screen: float
    loaded: float


class Trace:
    """A connection to the browser beside the driver's, which records what all its threads do."""

    def __init__(self, browser: webdriver.Chrome) -> None:
        address = browser.capabilities["goog:chromeOptions"]["debuggerAddress"]
        with urllib.request.urlopen(f"http://{address}/json/version") as answer:
            target = json.load(answer)["webSocketDebuggerUrl"]
        self._socket = websocket.create_connection(target, suppress_origin=True, timeout=SECONDS)
        self._events: list[Event] = []
        self._send("Tracing.start", {"categories": CATEGORIES, "transferMode": "ReportEvents"})

    def end(self) -> list[Event]:
        """Return all that was recorded."""
        self._send("Tracing.end", {})
        while self._read().get("method") != "Tracing.tracingComplete":
            pass
        self._socket.close()
        return self._events

    def frames(self) -> list[float]:
        """Return the milliseconds of work of the main thread from each frame to the next."""
        # Arrows between threads have no duration.
        events = [event for event in self.end() if event["ph"] == "X"]
        busy = Counter((event["pid"], event["tid"]) for event in events if event["name"] == FRAME)
        work = [event for event in events if (event["pid"], event["tid"]) == busy.most_common(1)[0][0]]
        starts = sorted(event["ts"] for event in work if event["name"] == FRAME)
        return [_spent(work, end) - _spent(work, start) for start, end in pairwise(starts)]

    def _send(self, method: str, values: Mapping[str, Any]) -> None:
        self._socket.send(json.dumps({"id": 1, "method": method, "params": values}))
        while self._read().get("id") != 1:
            pass

    def _read(self) -> Mapping[str, Any]:
        message: Mapping[str, Any] = json.loads(self._socket.recv())
        if message.get("method") == "Tracing.dataCollected":
            self._events += message["params"]["value"]
        return message


def load_of(browser: webdriver.Chrome, path: Path) -> Load:
    """Compute how long the main thread works on a page: until something is painted, until its script has drawn the
    first screen, until all is loaded.
    """
    browser.get("about:blank")
    trace = Trace(browser)
    browser.get(path.as_uri())
    Page(browser, path.as_uri()).wait("performance.getEntriesByName('first-contentful-paint').length")
    Page(browser, path.as_uri()).rest()
    events = trace.end()
    paint = [event for event in events if event["name"] == "firstContentfulPaint"][-1]
    thread = [event for event in events if (event["pid"], event["tid"]) == (paint["pid"], paint["tid"])]
    start = max(event["ts"] for event in thread if event["name"] == "navigationStart")
    work = [event for event in thread if event["ph"] == "X" and event["ts"] >= start]
    loaded = min(event["ts"] for event in thread if event["name"] == "loadEventEnd" and event["ts"] >= start)
    script = max((_end(event) for event in work if event["name"] == SCRIPT and event["ts"] < loaded), default=start)
    frame = min((_end(event) for event in work if event["name"] == FRAME and event["ts"] >= script), default=loaded)
    return Load(*(_spent(work, until) for until in (paint["ts"], max(frame, paint["ts"]), max(loaded, frame))))


def _end(event: Event) -> float:
    return float(event["ts"] + event["dur"])


def _spent(work: list[Event], until: float) -> float:
    """Return the thread time of all tasks that had begun by a moment, in milliseconds."""
    return sum(event.get("tdur", 0) for event in work if event["name"] == TASK and event["ts"] < until) / 1e3
