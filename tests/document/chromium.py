"""A page in a real browser: opened, pointed at, typed into, tapped and read."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

# Long enough for a machine that does much else; nothing waits longer than it must.
SECONDS = 60.0
WIDTH, HEIGHT = 1280, 1600
# What is copied and what is offered for download is caught instead; a page from a file may have no clipboard.
CATCH_WHAT_LEAVES = """
    window.copied = null;
    document.execCommand = function () { window.copied = document.activeElement.value; return true; };
    if (navigator.clipboard) navigator.clipboard.writeText = function (text) {
        window.copied = text;
        return Promise.resolve();
    };
    window.saved = null;
    HTMLAnchorElement.prototype.click = function () {
        const name = this.download;
        window.offered.text().then((text) => { window.saved = [name, text]; });
    };
    window.announced = [];
    const said = document.querySelector("#said");
    new MutationObserver(() => { if (said.textContent) window.announced.push(said.textContent); })
        .observe(said, { childList: true });
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => { window.offered = blob; return make(blob); };
"""
# Whether the middle of an element is its own.
TOPMOST = """
    const box = arguments[0].getBoundingClientRect();
    return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === arguments[0];
"""


def started(profile: Path) -> webdriver.Chrome:
    """Return a browser that shows nothing on a screen and asks nobody."""
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for flag in (
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
        "--disable-background-networking", "--disable-component-update", f"--window-size={WIDTH},{HEIGHT}",
        f"--user-data-dir={profile}",
    ):  # fmt: skip
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    driver.set_script_timeout(SECONDS)
    return driver


def restored(browser: webdriver.Chrome) -> None:
    """Run no emulation any longer, and forget what was logged."""
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.execute_cdp_cmd("Page.setBypassCSP", {"enabled": False})
    browser.get_log("browser")


@dataclass(frozen=True)
class Page:
    """A page that is open, and what a reader does with it."""

    browser: webdriver.Chrome
    address: str
    opened: list[str] = field(default_factory=list)

    def open(self, fragment: str = "", *, scripted: bool = True) -> None:
        """Read the page anew, from a fragment of its address or from its top."""
        self.browser.get("about:blank")
        self.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not scripted})
        self.browser.get(f"{self.address}{fragment}")
        if scripted:
            self.run(CATCH_WHAT_LEAVES)
            self.wait("document.documentElement.matches('.ready')")

    def resize(self, width: int, height: int = HEIGHT, *, touch: bool = False) -> None:
        """Run the page in a window of so many pixels, or on a telephone of that size."""
        self.browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch},
        )
        self.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": touch, "maxTouchPoints": 2})

    def media(self, medium: str = "", **features: str) -> None:
        wishes = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": medium, "features": wishes})

    # Reading

    def run(self, script: str, *values: Any) -> Any:
        return self.browser.execute_script(script, *values)

    def find(self, query: str) -> WebElement:
        return self.browser.find_element(By.CSS_SELECTOR, query)

    def all(self, query: str) -> list[WebElement]:
        return self.browser.find_elements(By.CSS_SELECTOR, query)

    def count(self, query: str) -> int:
        return int(self.run("return document.querySelectorAll(arguments[0]).length", query))

    def text(self, query: str) -> str:
        """Return the text of an element with blanks as they are read, seen or not."""
        content = self.run("return document.querySelector(arguments[0])?.textContent ?? ''", query)
        return " ".join(content.split())

    def texts(self, query: str) -> list[str]:
        contents = self.run(
            "return [...document.querySelectorAll(arguments[0])].map((node) => node.textContent)", query
        )
        return [" ".join(content.split()) for content in contents]

    def attributes(self, query: str, name: str) -> list[str | None]:
        return self.run(  # type: ignore[no-any-return]
            "const [query, name] = arguments;"
            "return [...document.querySelectorAll(query)].map((node) => node.getAttribute(name))",
            query,
            name,
        )

    def is_seen(self, query: str) -> bool:
        return bool(
            self.run(
                "return [...document.querySelectorAll(arguments[0])]"
                ".some((node) => node.checkVisibility({visibilityProperty: true}) && node.getClientRects().length)",
                query,
            )
        )

    def wait(self, script: str, *values: Any) -> Any:
        """Return what a script gives as soon as it gives anything."""
        return WebDriverWait(self.browser, SECONDS, 0.03).until(lambda _: self.run(f"return {script}", *values))

    def wait_for_words(self, text: str) -> None:
        """Run on until the page has said something, which it does not show for long."""
        self.wait("window.announced.includes(arguments[0])", text)

    def wait_for_tip(self) -> str:
        return str(self.wait("!document.querySelector('#tip').hidden && document.querySelector('#tip').innerText"))

    def mark(self, name: str) -> WebElement:
        """Return a mark of a figure that shows an algorithm and lies under no other, in the middle of the window."""
        for mark in self.all("main section:not(.opening) figure > svg [data-v]"):
            if mark.get_attribute("data-a") == name and self.run(TOPMOST, self.bring(mark)):
                return mark
        raise AssertionError(name)

    def focused(self) -> WebElement:
        return self.browser.switch_to.active_element

    @property
    def hash(self) -> str:
        return str(self.run("return location.hash"))

    # Acting

    def bring(self, element: WebElement) -> WebElement:
        """Return an element in the middle of the window, and at rest there: what moves is missed."""
        self.run("arguments[0].scrollIntoView({block: 'center', inline: 'nearest', behavior: 'instant'})", element)
        self.rest()
        return element

    def rest(self) -> None:
        """Run on until nothing moves, and two frames, after which all that follows a scroll or a change is done."""
        self.run(
            "return Promise.allSettled(document.getAnimations().map((animation) => animation.finished)).then(() =>"
            " new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))"
        )

    def click(self, query: str | WebElement) -> None:
        self.bring(self.find(query) if isinstance(query, str) else query).click()

    def hover(self, query: str | WebElement) -> None:
        element = self.bring(self.find(query) if isinstance(query, str) else query)
        ActionChains(self.browser, duration=0).move_to_element(element).perform()

    def press(self, *keys: str) -> None:
        for key in keys:
            ActionChains(self.browser, duration=0).send_keys(key).perform()

    def focus(self, query: str | WebElement) -> None:
        """Run the focus to an element as by the Tab key, so that it is seen."""
        element = self.find(query) if isinstance(query, str) else query
        self.run("arguments[0].focus({focusVisible: true})", element)

    def tap(self, query: str | WebElement) -> None:
        """Run a finger down and up in the middle of an element."""
        element = self.bring(self.find(query) if isinstance(query, str) else query)
        x, y = self.run(
            "const box = arguments[0].getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]",
            element,
        )
        self.touch("touchStart", (x, y))
        self.touch("touchEnd")

    def touch(self, event: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": event, "touchPoints": places})

    def choose(self, query: str, text: str) -> None:
        """Run a choice of a list of options, by its text."""
        self.run(
            "const [list, text] = [document.querySelector(arguments[0]), arguments[1]];"
            "list.value = [...list.options].find((option) => option.text === text).value;"
            "list.dispatchEvent(new Event('change', {bubbles: true}))",
            query,
            text,
        )

    def enter(self, query: str, text: str) -> None:
        """Run a whole text into a field at once, as if pasted."""
        self.run(
            "const field = document.querySelector(arguments[0]); field.focus(); field.value = arguments[1];"
            "field.dispatchEvent(new InputEvent('input', {bubbles: true}))",
            query,
            text,
        )

    def take(self, menu: str, item: str) -> None:
        """Run an item of a menu; a menu is named by what it belongs to."""
        button = f'button.dots[aria-label="Menu of {menu}"]'
        self.click(button)
        popover = self.find(button).get_attribute("popovertarget")
        self.click(next(entry for entry in self.all(f"#{popover} button") if entry.text == item))

    def copied(self, menu: str, form: str) -> str:
        """Return what a menu copies."""
        self.run("window.copied = null")
        self.take(menu, f"Copy as {form}")
        return str(self.wait("window.copied"))

    def table(self, menu: str) -> list[dict[str, str]]:
        """Return the rows of a table as its menu copies them, exactly."""
        return list(csv.DictReader(io.StringIO(self.copied(menu, "CSV"))))

    def escape(self) -> None:
        self.press(Keys.ESCAPE)
