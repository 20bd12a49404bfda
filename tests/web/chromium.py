"""Headless Chromium, driven by its DevTools protocol over two pipes: pages opened, what they ask for, what they complain about, pictures of them."""
import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

SKIPPED = 77  # ctest: no Chromium here


def program():
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    """A browser with a profile of its own, which ends with it."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="hallmark-chromium-", ignore_cleanup_errors=True)
        commands_out, self.commands = os.pipe()
        self.answers, answers_in = os.pipe()

        def plumb():  # Chromium reads commands from 3 and writes answers to 4
            low, high = os.dup(commands_out), os.dup(answers_in)
            os.dup2(low, 3)
            os.dup2(high, 4)

        words = [program(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update", "--disable-sync",
                 "--no-first-run", "--no-default-browser-check", "--hide-scrollbars", f"--user-data-dir={self.folder.name}", "--remote-debugging-pipe", "about:blank"]
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False, pass_fds=(), preexec_fn=plumb)
        os.close(commands_out)
        os.close(answers_in)
        self.count, self.rest, self.replies, self.pages = 0, b"", {}, {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("Browser.close", seconds=10)
            self.process.wait(timeout=10)
        except (subprocess.TimeoutExpired, TimeoutError, RuntimeError, OSError):
            self.process.kill()
            self.process.wait()
        os.close(self.commands)
        os.close(self.answers)
        self.folder.cleanup()

    def call(self, method, session=None, seconds=60, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters, **({"sessionId": session} if session else {})}
        waiting = memoryview(json.dumps(message).encode() + b"\0")
        while waiting:
            waiting = waiting[os.write(self.commands, waiting):]
        number, end = self.count, time.monotonic() + seconds
        while number not in self.replies:
            self.read(end - time.monotonic())
            if number not in self.replies and time.monotonic() > end:
                raise TimeoutError(f"{method}: no answer within {seconds} s")
        reply = self.replies.pop(number)
        if "error" in reply:
            raise RuntimeError(f"{method}: {reply['error'].get('message')}")
        return reply["result"]

    def read(self, seconds):
        """Takes what the browser says within that time; at least one message where there is one."""
        ready, _, _ = select.select([self.answers], [], [], max(0, seconds))
        if not ready:
            return
        got = os.read(self.answers, 1 << 20)
        if not got:
            raise RuntimeError("the browser has ended")
        *messages, self.rest = (self.rest + got).split(b"\0")
        for message in map(json.loads, messages):
            if "id" in message:
                self.replies[message["id"]] = message
            else:
                self.pages[message["sessionId"]].heard(message["method"], message["params"]) if message.get("sessionId") in self.pages else None

    def open(self, address, width=1280, height=900, scripts=True, phone=False):
        """The page of an address, loaded."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self.pages[session] = Page(self, session, target)
        for domain in ("Page", "Network", "Log", "Runtime", "DOM"):
            page.call(f"{domain}.enable")
        page.size(width, height, phone)
        if not scripts:
            page.call("Emulation.setScriptExecutionDisabled", value=True)
        page.call("Page.navigate", url=address)
        page.wait(lambda: page.loaded, 60, f"{address} does not load")
        return page


class Page:
    def __init__(self, browser, session, target):
        self.browser, self.session, self.target = browser, session, target
        self.requests, self.complaints, self.loaded = [], [], False

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def heard(self, method, told):
        if method == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])
        elif method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Page.javascriptDialogOpening":
            self.complaints.append(f"a dialog: {told['message']}")
            raise RuntimeError(self.complaints[-1])
        elif method == "Log.entryAdded" and told["entry"]["level"] in ("warning", "error"):
            self.complaints.append(told["entry"]["text"])
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(told["exceptionDetails"].get("exception", {}).get("description", told["exceptionDetails"]["text"]))
        elif method == "Runtime.consoleAPICalled" and told["type"] in ("warning", "error"):
            self.complaints.append(str([argument.get("value") for argument in told["args"]]))

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)

    def wait(self, condition, seconds, words):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError(words)
            self.browser.read(0.2)

    def size(self, width, height, phone=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2 if phone else 1, mobile=phone)

    def value(self, expression):
        """What an expression of JavaScript is, awaited if it is a promise."""
        got = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in got:
            raise RuntimeError(f"{expression[:80]}: {got['exceptionDetails']['text']}")
        return got["result"].get("value")

    def choose_files(self, selector, files):
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=[str(pathlib.Path(file).resolve()) for file in files])

    def picture(self, path, whole=False):
        self.call("Page.bringToFront")  # a page behind another one is never painted
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def print(self):
        """The page on paper (A4), as a PDF."""
        data = self.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, preferCSSPageSize=True, printBackground=True)["data"]
        return base64.b64decode(data)
