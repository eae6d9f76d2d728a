import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runCommandLine } from "../../src/cli/command-line.ts";
import { loadConfig } from "../../src/config.ts";
import { type App, startApp } from "../../src/main.ts";
import { type FreshDatabase, createMigratedDatabase } from "../support/postgres.ts";
import { type ModelServer, startModelServer } from "../vendors/model-server.ts";
import { say } from "../vendors/model-script.ts";

const token = "an-operator-token-for-tests-only";
let fresh: FreshDatabase;
let model: ModelServer;
let dataDir: string;
let app: App;

beforeAll(async () => {
  fresh = await createMigratedDatabase();
  model = await startModelServer();
  dataDir = await mkdtemp(join(tmpdir(), "meanwhile-chat-"));
  const { host, port, user, database } = fresh.connection;
  const env = {
    DATABASE_URL: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    MEANWHILE_PORT: "0",
    MEANWHILE_DATA: dataDir,
    MEANWHILE_OPERATOR_TOKEN: token,
    MEANWHILE_MODEL_BASE_URL: model.baseUrl,
    MEANWHILE_MODEL_API_KEY: model.apiKey,
    MEANWHILE_MODEL: "scripted",
  };
  app = await startApp({
    config: loadConfig({ env, cwd: "/" }),
    logStream: { write: () => undefined },
    command: "test",
    pageDir: "/nowhere",
  });
});

afterAll(async () => {
  await app.close();
  await model.close();
  await fresh.drop();
  await rm(dataDir, { recursive: true });
});

/** A terminal that the test types into and reads from. */
function openTerminal(screen: boolean) {
  let out = "";
  let watch = (): void => undefined;
  const stdin = Object.assign(new PassThrough(), { isTTY: screen });
  const stdout = Object.assign(
    new Writable({
      write(chunk, _encoding, done) {
        out += String(chunk);
        watch();
        done();
      },
    }),
    { isTTY: screen },
  );
  let signalled: (signal: "SIGINT" | "SIGTERM") => void = () => undefined;
  const code = runCommandLine(["chat", "--url", app.url, "--token", token], {
    env: {},
    cwd: "/",
    stdin,
    stdout,
    stderr: { write: (text) => (out += text) },
    onSignal: (heard) => {
      signalled = heard;
      return () => undefined;
    },
    exit: () => undefined,
  });
  return {
    code,
    type: (text: string) => void stdin.write(text),
    close: () => void stdin.end(),
    signal: () => signalled("SIGINT"),
    out: () => out,
    /** Resolves when this has been printed, from here on. */
    shows: (text: string): Promise<void> => {
      const from = out.length;
      return new Promise((resolve) => {
        watch = () => void (out.includes(text, from) && resolve());
      });
    },
  };
}

type Open = ReturnType<typeof openTerminal>;

describe("on a screen", () => {
  let terminal: Open;

  beforeEach(async () => {
    terminal = openTerminal(true);
    await terminal.shows("> ");
  });

  /** Types a line whose answer stops after its first words until the returned function is called. */
  async function holdTurn(first: string): Promise<() => void> {
    const go = Promise.withResolvers<void>();
    model.script(
      say([first, " and the rest."], {
        before: (index) => (index === 1 ? go.promise : Promise.resolve()),
      }),
    );
    const begun = terminal.shows(first);
    terminal.type("go on\r");
    await begun;
    return go.resolve;
  }

  test("the answer appears as it comes, and Ctrl-D leaves", async () => {
    const release = await holdTurn("The beginning");
    expect(terminal.out()).not.toContain("the rest");
    const prompted = terminal.shows("> ");
    release();
    await prompted;
    expect(terminal.out()).toContain("The beginning and the rest.\n");
    terminal.type("\u0004");
    expect(await terminal.code).toBe(0);
    expect(terminal.out()).toMatch(/chat --conversation \S+\n$/);
  });

  test("Ctrl-C stops the answer and closes the call to the model; a second one, with nothing to stop, leaves", async () => {
    await holdTurn("I was about to");
    const prompted = terminal.shows("> ");
    terminal.type("\u0003");
    expect(await model.requests.at(-1)?.closed).toBe("closed_by_client");
    await prompted;
    expect(terminal.out()).toContain("I was about to (stopped)\n");
    terminal.type("\u0003");
    expect(await terminal.code).toBe(0);
  });

  test("the word stop does not wait behind what it is meant to stop", async () => {
    await holdTurn("Once upon a time");
    const stopped = terminal.shows("Stopped.");
    terminal.type("stop\r");
    await stopped;
    terminal.type("\u0004");
    expect(await terminal.code).toBe(0);
  });
});

describe("from a pipe", () => {
  test("only whole answers are written to a pipe", async () => {
    model.script(say(["one", " two"]), say("three"));
    const terminal = openTerminal(false);
    terminal.type("a\nb\n");
    terminal.close();
    expect(await terminal.code).toBe(0);
    expect(terminal.out()).toBe("one two\nthree\n");
  });

  test("a signal stops the answer that is being written, sends nothing more, and ends with 130", async () => {
    const asked = model.requests.length;
    model.script({ kind: "silence" });
    const terminal = openTerminal(false);
    terminal.type("a\nb\n");
    const request = await model.request(asked);
    terminal.signal();
    expect(await terminal.code).toBe(130);
    expect(await request.closed).toBe("closed_by_client");
    expect(model.requests.length).toBe(asked + 1);
  });
});
