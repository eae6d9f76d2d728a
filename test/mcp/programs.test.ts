import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { systemClock } from "../../src/cli/system.ts";
import type { Clock } from "../../src/domain/ports/clock.ts";
import { startProgram } from "../../src/main/start-program.ts";
import { environmentOf } from "../../src/main/tool-programs.ts";
import type { ToolServerFailure } from "../../src/mcp/client/connect.ts";
import { openPrograms, type Programs } from "../../src/mcp/client/programs.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { awaitProcessEnd } from "../support/processes.ts";
import { silentLog } from "../support/silent-log.ts";

const script = join(import.meta.dirname, "..", "vendors", "tool-program.ts");
const opened: Programs[] = [];
afterEach(async () => {
  for (const programs of opened.splice(0)) await programs.close();
});

/** Programs of one kind each, by the name of the kind; `starts` counts them. */
function open(clock: Clock = systemClock, patienceMs = 20_000) {
  const starts: string[] = [];
  const settings = { environment: ["GIVEN"] };
  const env = { GIVEN: "1", SECRET: "2", MEANWHILE_SECRET_KEY: "3", PATH: process.env["PATH"] };
  const programs = openPrograms({
    clock,
    log: silentLog,
    version: "1",
    patienceMs,
    start(name) {
      starts.push(name);
      const command = name === "missing" ? "/no/such/program" : process.execPath;
      return startProgram(clock, {
        command,
        args: [script, name],
        directory: undefined,
        env: environmentOf(settings, env),
      });
    },
  });
  opened.push(programs);
  const { signal } = new AbortController();
  const call = async (name: string, tool: string): Promise<string> =>
    (
      await programs.use(name, signal, (session) =>
        session.call({ name: tool, parameters: {} }, {}),
      )
    ).text;
  const problemOf = (name: string, tool: string): Promise<string> =>
    call(name, tool).then(
      () => "none",
      (error: unknown) => (error as ToolServerFailure).problem,
    );
  return { programs, starts, call, problemOf };
}

describe("a program with tools", () => {
  it("a program is started once for many uses, gets the variables that were named, and ends with all that it started", async () => {
    const { programs, starts, call } = open();
    const [first, second] = await Promise.all([call("plain", "look"), call("plain", "look")]);
    expect(first).toBe(second);
    const { pid, env } = JSON.parse(first) as { pid: number; env: string[] };
    expect(env.filter((name) => !name.startsWith("__"))).toEqual(["GIVEN", "PATH"]);
    const child = Number(await call("plain", "start"));
    await programs.close();
    await Promise.all([awaitProcessEnd(pid), awaitProcessEnd(child)]);
    expect(starts).toEqual(["plain"]);
    await expect(call("plain", "look")).rejects.toMatchObject({ problem: "unreachable" });
  });

  it("a program that ends at a question of the current protocol is asked in the earlier way", async () => {
    const { starts, call } = open();
    expect(await call("ends", "look")).toContain("pid");
    expect(starts).toEqual(["ends", "ends"]);
  });

  it("a program that does not end when asked is ended by force", async () => {
    const clock = fakeClock();
    const { programs, call } = open(clock);
    const { pid } = JSON.parse(await call("stays", "look")) as { pid: number };
    const closing = programs.close();
    await clock.whenWaiting(1);
    await clock.advance(2_000);
    await closing;
    await awaitProcessEnd(pid);
  });

  it("a program that prints without end is ended, when it starts and when it is called", async () => {
    const { problemOf } = open();
    expect(await problemOf("floods", "look")).toBe("too_large");
    expect(await problemOf("plain", "flood")).toBe("too_large");
  });

  it("a program that never answers is given up when the time is over, and started again for the next use", async () => {
    const clock = fakeClock();
    const { starts, call, problemOf } = open(clock);
    const { pid } = JSON.parse(await call("plain", "look")) as { pid: number };
    const waiting = problemOf("plain", "wait");
    await clock.whenWaiting(1);
    await clock.advance(20_000);
    expect(await waiting).toBe("too_slow");
    await awaitProcessEnd(pid);
    await clock.advance(1_000);
    expect(await call("plain", "look")).toContain("pid");
    expect(starts).toEqual(["plain", "plain"]);
  });

  it("a program that can't be started, or ends by itself, is tried again after pauses that grow, and not in between", async () => {
    const clock = fakeClock();
    const { starts, problemOf } = open(clock);
    expect(await problemOf("missing", "look")).toBe("unreachable");
    const perTry = starts.length;
    expect(await problemOf("missing", "look")).toBe("unreachable");
    expect(starts).toHaveLength(perTry);
    await clock.advance(1_000);
    await problemOf("missing", "look");
    await clock.advance(1_000);
    await problemOf("missing", "look");
    expect(starts).toHaveLength(2 * perTry);
    await clock.advance(1_000);
    await problemOf("missing", "look");
    expect(starts).toHaveLength(3 * perTry);
    expect(await problemOf("plain", "end")).toBe("unreachable");
  });

  it("a program that was not used for five minutes is ended, and a person who stops a turn does not end it", async () => {
    const clock = fakeClock();
    const { programs, call } = open(clock);
    const { pid } = JSON.parse(await call("plain", "look")) as { pid: number };
    const stopping = new AbortController();
    const stopped = programs.use("plain", stopping.signal, (session) =>
      session.call({ name: "wait", parameters: {} }, {}),
    );
    stopping.abort(new Error("stopped"));
    await expect(stopped).rejects.toThrow("stopped");
    expect(JSON.parse(await call("plain", "look"))).toMatchObject({ pid });
    await clock.advance(5 * 60_000);
    await awaitProcessEnd(pid);
  });
});
