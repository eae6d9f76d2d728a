import { readFile } from "node:fs/promises";
import { setImmediate as nextRound } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { systemClock } from "../cli/system.ts";
import { fakeClock } from "../../test/support/fake-clock.ts";
import { pdf } from "../../test/support/pdf.ts";
import { runs } from "../../test/support/runs.ts";
import { silentLog } from "../../test/support/silent-log.ts";
import type { FileKind } from "../domain/ports/file-reader.ts";
import { createFileReader, residentBytes, startReader } from "./create.ts";

const reader = createFileReader({ clock: systemClock, log: silentLog });
const read = (kind: FileKind, bytes: Uint8Array, accountId = "ada") =>
  reader.read({ accountId, kind, bytes, options: { zone: "Europe/London", ownerId: "bot" } });
const spaces = pdf(["x"], () => Buffer.alloc(512 * 1024 ** 2, " "));

describe("files are read by a process of their own", () => {
  it("a separate process reads a file and returns its content, or why it is refused", async () => {
    expect(await read("pdf", pdf(["Quarterly report", "Page two"]))).toBe(
      "Quarterly report\n\nPage two",
    );
    const ics =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:Tea\nDTSTART:20300101T100000\nEND:VEVENT\nEND:VCALENDAR";
    expect(await read("calendar", Buffer.from(ics))).toMatchObject({
      items: [{ title: "Tea", zone: "Europe/London" }],
    });
    expect(await read("calendar", Buffer.from("hello"))).toBeUndefined();
    expect(await read("chat", Buffer.from('{"name":"Ann","mes":"hi"}'))).toMatchObject({
      said: [{ name: "Ann", text: "hi" }],
    });
    await expect(read("card", Buffer.from("nothing"))).rejects.toMatchObject({
      code: "invalid_file",
      fact: { reason: "not_a_card" },
    });
    await expect(read("lorebook", Buffer.from("[]"))).rejects.toMatchObject({
      code: "invalid_file",
    });
    await expect(read("pdf", Buffer.from("%PDF-1.7 nothing"))).rejects.toMatchObject({
      code: "invalid_file",
    });
  });

  it.skipIf(process.platform !== "linux")(
    "S40: a PDF of half a megabyte that unpacks to half a gigabyte ends within the kernel's limit, and one of another person is read meanwhile",
    async () => {
      expect(spaces.length).toBeLessThan(600_000);
      const process = startReader("pdf", true);
      let most = 0;
      process.on(
        "message",
        (said: { ready?: true }) =>
          said.ready === true && process.send({ kind: "pdf", bytes: spaces }),
      );
      const ended = new Promise((resolve) => void process.once("exit", resolve));
      const over = new AbortController();
      void ended.then(() => over.abort());
      while (!over.signal.aborted) {
        const status = await readFile(`/proc/${process.pid}/status`, "utf8").catch(() => "");
        most = Math.max(most, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0));
        await nextRound();
      }
      expect(most).toBeGreaterThan(50_000);
      expect(most).toBeLessThan(400_000);
      const bombs = Array.from({ length: runs(1, 2) }, () =>
        read("pdf", spaces, "mallory").catch((error: unknown) => error),
      );
      expect(await read("pdf", pdf(["mine"]), "bob")).toBe("mine");
      expect(await Promise.race([Promise.all(bombs), Promise.resolve("still at work")])).toBe(
        "still at work",
      );
      for (const refused of await Promise.all(bombs))
        expect(refused).toMatchObject({ code: "invalid_file", fact: { reason: "too_costly" } });
    },
    60_000,
  );

  it("a process that reads a file is ended when its time is over, or when no caller waits for it", async () => {
    const clock = fakeClock();
    const slow = createFileReader({ clock, log: silentLog });
    const late = slow
      .read({ accountId: "ada", kind: "pdf", bytes: spaces })
      .catch((error: unknown) => error);
    await clock.advance(15_000);
    expect(await late).toMatchObject({ fact: { reason: "too_costly" } });
    const stop = new AbortController();
    const unwanted = slow
      .read({ accountId: "ada", kind: "pdf", bytes: spaces }, stop.signal)
      .catch((error: unknown) => error);
    stop.abort(new Error("stopped"));
    expect(await unwanted).toMatchObject({ message: "stopped" });
  });

  it.skipIf(process.platform !== "linux")(
    "a process that reads a file knows nothing of this one and runs as the user `nobody` when this is root",
    async () => {
      const child = startReader("chat", true);
      await new Promise((resolve) => void child.once("message", resolve));
      const [status, environment] = await Promise.all(
        ["status", "environ"].map((name) => readFile(`/proc/${child.pid}/${name}`, "utf8")),
      );
      child.kill("SIGKILL");
      expect(
        environment
          ?.split("\0")
          .filter((line) => line !== "" && !/^(?:NODE_CHANNEL_|PWD=|OLDPWD=|SHLVL=|_=)/.test(line)),
      ).toEqual([]);
      if (process.getuid?.() === 0)
        expect(status).toMatch(/^Uid:\s+65533\s+65533\s+65533\s+65533$/m);
      expect(status).toMatch(/^Groups:\s*$/m);
    },
  );
});

it("the memory of a process is read from the kernel's file, or from ps where there is none, with the same result", async () => {
  const [byFile, byPs] = [
    await residentBytes(process.pid, "linux"),
    await residentBytes(process.pid, "darwin"),
  ];
  expect(byFile).toBeGreaterThan(20 * 1024 ** 2);
  expect(byPs / byFile).toBeGreaterThan(0.5);
  expect(byPs / byFile).toBeLessThan(2);
  expect(await residentBytes(2 ** 22 + 1, "darwin")).toBe(0);
});
