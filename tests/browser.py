"""A headless Chromium for tests of pages, spoken to by its DevTools protocol over two pipes.

`CHROMIUM` names the program (else the usual names on the path). Tests that need one ask for
the fixture `browser`, which skips them with a reason where there is none.
"""

from __future__ import annotations

import base64
import itertools
import json
import os
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
    "--no-first-run", "--disable-extensions", "--disable-background-networking", "--remote-debugging-pipe",
)  # fmt: skip
# The protocol is spoken on descriptors 3 and 4; bash puts our pipes there, whatever their numbers are.
START = 'read=$1; write=$2; shift 2; eval "exec 3<&$read 4>&$write"; exec "$@"'


def program() -> str | None:
    """Return the path of a Chromium, or None."""
    named = os.environ.get("CHROMIUM")
    return named or next((found for name in NAMES if (found := shutil.which(name))), None)


class PageError(AssertionError):
    """What a page complained about: exceptions of its script, blocked resources, errors of its console."""


class Browser:
    """One browser with one page; `errors` are the complaints of the page since it was opened."""

    def __init__(self, path: str, folder: Path) -> None:
        commands, self._out = os.pipe()
        self._in, answers = os.pipe()
        words = [path, *FLAGS, f"--user-data-dir={folder}", "about:blank"]
        self.process = subprocess.Popen(
            ["bash", "-c", START, "start", str(commands), str(answers), *words],
            pass_fds=(commands, answers), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(commands)
        os.close(answers)
        self._numbers = itertools.count(1)
        self._buffer = b""
        self.errors: list[str] = []
        self.session = ""
        self._loaded = False
        targets = self.call("Target.getTargets")["targetInfos"]
        target = next(one["targetId"] for one in targets if one["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the browser and wait for its end."""
        try:
            self.session = ""
            self.call("Browser.close")
        except EOFError:
            pass
        self.process.wait(30)
        os.close(self._out)
        os.close(self._in)

    def call(self, method: str, **values: Any) -> dict[str, Any]:
        """Return the answer to a command of the protocol."""
        number = next(self._numbers)
        message: dict[str, Any] = {"id": number, "method": method, "params": values}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._out, data) :]
        while True:
            found = self._next()
            if found.get("id") == number:
                if "error" in found:
                    raise PageError(f"{method}: {found['error']['message']}")
                return dict(found["result"])
            self._hear(found)

    def open(self, page: Path, anchor: str = "") -> None:
        """Open a page of a file and wait until it is loaded."""
        self.errors = []
        self._loaded = False
        self.call("Page.navigate", url="about:blank")
        self._wait()
        self._loaded = False
        self.call("Page.navigate", url=page.resolve().as_uri() + anchor)
        self._wait()

    def value(self, script: str) -> Any:
        """Return what an expression comes to on the page; an exception is a PageError."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise PageError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def look(self, width: int, height: int = 800, dark: bool = False, media: str = "") -> None:
        """Set the size of the window in pixels, its colours, and the medium (`print`)."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=False,
        )  # fmt: skip
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media=media, features=[scheme])

    def press(self, key: str, shift: bool = False) -> None:
        """Press and release a key."""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, modifiers=8 if shift else 0)

    def picture(self, path: Path, whole: bool = False) -> None:
        """Write a picture of what the window shows, or of the whole page."""
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        path.write_bytes(base64.b64decode(data))

    def _wait(self) -> None:
        while not self._loaded:
            self._hear(self._next())

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            part = os.read(self._in, 1 << 16)
            if not part:
                raise EOFError("the browser has gone")
            self._buffer += part
        message, _, self._buffer = self._buffer.partition(b"\0")
        return dict(json.loads(message))

    def _hear(self, message: dict[str, Any]) -> None:
        method, values = message.get("method"), message.get("params", {})
        if method == "Page.loadEventFired":
            self._loaded = True
        elif method == "Runtime.exceptionThrown":
            details = values["exceptionDetails"]
            self.errors.append(str(details.get("exception", {}).get("description", details["text"])))
        elif method == "Log.entryAdded" and values["entry"]["level"] in ("error", "warning"):
            self.errors.append(f"{values['entry']['text']} {values['entry'].get('url', '')}")
        elif method == "Runtime.consoleAPICalled" and values["type"] in ("error", "warning", "assert"):
            self.errors.append(str(values["args"]))
