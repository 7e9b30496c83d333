"""The program under test: as a bot, and as what draws and judges by itself."""

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import tempfile
from pathlib import Path

from discord_sim import TOKEN, Fault, Simulator

REPOSITORY = Path(__file__).parents[2]


class Program:
    """A binary of Kosti, with a private database of its own in a folder that goes with it."""

    def __init__(self, binary: str) -> None:
        self.binary = str(Path(binary).resolve())
        self.home = tempfile.TemporaryDirectory(prefix="kosti-peers-")
        # Started by root, the database belongs to another account.
        os.chmod(self.home.name, 0o755)
        self.log = Path(self.home.name) / "log"
        self.running: asyncio.subprocess.Process | None = None
        self.watcher: asyncio.Task | None = None
        # Neither the settings nor the database of whoever runs this.
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("KOSTI_", "DATABASE_URL"))
        }
        self.environment = kept | {"KOSTI_DATA": str(Path(self.home.name) / "data")}

    def says(self, *words: str) -> bytes:
        """What the program prints when it is asked for something else than to serve."""
        done = subprocess.run(
            [self.binary, *words], env=self.environment, capture_output=True, check=False
        )
        if done.returncode != 0:
            raise Fault(f"kosti {' '.join(words)}: {done.stderr.decode()}")
        return done.stdout

    async def serve(self, sim: Simulator) -> None:
        """Starts the bot, and waits until it hears and has listed its commands."""
        # Of one that was killed the connection may not have ended yet.
        asked, before = len(sim.calls), set(sim.listeners)
        environment = self.environment | {
            "KOSTI_DISCORD_TOKEN": TOKEN,
            "KOSTI_DISCORD_API_URL": sim.url,
            "KOSTI_LOG": "info,kosti=debug",
            "NO_COLOR": "1",
        }
        with self.log.open("ab") as log:
            self.running = await asyncio.create_subprocess_exec(
                self.binary, "run", env=environment, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log,
            )  # fmt: skip
        self.watcher = asyncio.create_task(self.watch(sim))
        await sim.until(
            lambda: (
                set(sim.listeners) - before
                and any(re.match("200 PUT .*/commands$", call) for call in sim.calls[asked:])
            ),
            "the bot, listening, with its commands listed",
        )

    async def watch(self, sim: Simulator) -> None:
        code = await self.running.wait()
        sim.fault(f"the program has ended by itself: {code}")

    async def end(self, number: signal.Signals) -> int | None:
        """Ends the bot, if it runs; with which code it ends."""
        if self.running is None:
            return None
        self.watcher.cancel()
        if self.running.returncode is None:
            self.running.send_signal(number)
        code = await self.running.wait()
        self.running = None
        return code

    def faults(self) -> list[str]:
        """The lines of the log that tell of something wrong."""
        return re.findall(r".*\b(?:ERROR|panicked)\b.*", self.told())

    def told(self) -> str:
        log = self.log.read_text(errors="replace") if self.log.exists() else ""
        return re.sub("\x1b\\[[0-9;]*m", "", log)

    async def close(self) -> None:
        """Ends everything that was started."""
        await self.end(signal.SIGTERM)
        # Whoever was killed has left the database running; the last one who uses it stops it.
        with contextlib.suppress(Fault, OSError):
            self.says("audit")
        self.home.cleanup()
