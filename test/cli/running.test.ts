import { mkdtemp, readdir, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { meanwhile, type Ran, type RunOptions } from "../support/command-line.ts";
import { type Instance, launch, outcome, startInstance } from "../support/instance.ts";
import { processesNaming } from "../support/processes.ts";

let dataDir: string;
let instance: Instance;

/** One instance for all: started by `npm start`, on whatever Node the machine has. */
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "meanwhile-cli-"));
  instance = await startInstance({ dataDir, npm: true });
});

afterAll(async () => {
  process.kill(instance.pid, "SIGTERM");
  await instance.end();
  await rm(dataDir, { recursive: true, force: true });
});

const run = (args: readonly string[], options: RunOptions = {}): Promise<Ran> =>
  meanwhile(args, { env: { MEANWHILE_DATA: dataDir, MEANWHILE_PORT: "0" }, ...options });

const post = (path: string, body: unknown, token?: string): Promise<Response> =>
  fetch(`${instance.url}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });

const signIn = async (link: string): Promise<number> =>
  (await post("/api/session", { code: new URL(link).hash.slice("#code=".length) })).status;

test("`meanwhile doctor` reports what the running instance sees, not what this terminal is set to, and leaves no token", async () => {
  const { out } = await run(["doctor"], {
    env: {
      MEANWHILE_DATA: dataDir,
      MEANWHILE_PORT: "0",
      MEANWHILE_MODEL_BASE_URL: "http://127.0.0.1:9/v1",
      MEANWHILE_MODEL: "of-this-terminal",
    },
  });
  expect(out).toContain(`process ${instance.pid}`);
  expect(out).toMatch(/^note +model +No language model/m);
  expect(out).not.toContain("of-this-terminal");
  const live =
    "select count(*) as n from access_token where label = 'meanwhile doctor' and revoked_at is null";
  expect((await run(["sql", "--json", live])).out).toContain('"n": 0');
});

describe("npm start", () => {
  test("`npm start` says where the page and the data are, how to sign in and how to connect a model; where output is not a terminal, no link is in it", () => {
    expect(instance.out()).toContain(`Meanwhile is running: ${instance.url}\n`);
    expect(instance.out()).toContain(`npx meanwhile token link --data ${dataDir}\n`);
    expect(instance.out() + instance.err()).not.toContain("#code=");
    expect(instance.out()).toContain(`Data: ${dataDir}\n`);
    expect(instance.out()).toContain("Connect one in the page: Settings, Language model");
  });

  test("`npm start` logs to standard error, one JSON line per record", () => {
    // Sentences for the person who starts it, such as that it runs as root, stand there as well.
    const lines = instance.err().split("\n");
    const records = lines.filter((line) => line.startsWith("{"));
    expect(records.map((line) => (JSON.parse(line) as { msg: string }).msg)).toContain(
      "Meanwhile is ready",
    );
  });

  test.skipIf(process.platform !== "linux")(
    "`npm start` runs on Node 24, whatever Node the machine has",
    async () => {
      const node = await readlink(`/proc/${instance.pid}/exe`);
      const { code, out } = await outcomeOf(node, "--version");
      expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^v24\./) as string });
    },
  );

  test("`npm start` refuses a second start on the same data, and says who holds it", async () => {
    const { code, out, err } = await outcome(launch({ dataDir }));
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(
      new RegExp(
        `^The data directory ${dataDir} is in use by Meanwhile \\(process ${instance.pid}, .*\\)\\. .*\n$`,
      ),
    );
  });

  test("`npm start` refuses a port that is taken in a sentence, and leaves nothing behind", async () => {
    const other = await mkdtemp(join(tmpdir(), "meanwhile-cli-"));
    const { port } = new URL(instance.url);
    const { code, err } = await outcome(launch({ dataDir: other, args: ["--port", port] }));
    expect(code).toBe(1);
    expect(err).toMatch(
      new RegExp(
        `^Port ${port} on 127\\.0\\.0\\.1 is taken by another Meanwhile.*: .* MEANWHILE_PORT\\.\n$`,
      ),
    );
    expect(await processesNaming(other)).toEqual([]);
    expect(await readdir(other)).toEqual([]);
    await rm(other, { recursive: true, force: true });
  });
});

describe("beside the running instance", () => {
  test("the doctor finds everything well, and says who answers", async () => {
    const { code, out } = await run(["doctor", "--json"]);
    const report = JSON.parse(out) as {
      checks: { name: string; status: string; message: string }[];
    };
    expect(code).toBe(0);
    expect(report).toMatchObject({ ok: true, running: { pid: instance.pid, url: instance.url } });
    expect(report.checks.filter(({ status }) => status === "fail")).toEqual([]);
    expect(report.checks.find(({ name }) => name === "port")?.message).toContain(instance.url);
    expect((await run(["doctor", "--lang", "zh"])).out).toMatch(/一切正常|没有故障/);
  });

  test("sql reads, token makes a link that works, and rebuild finds every table the same", async () => {
    expect((await run(["sql", "--json", "select count(*) as n from account"])).out).toContain(
      '"n": 1',
    );
    const { out } = await run(["token", "link"]);
    expect(out).toContain(`${instance.url}/#code=`);
    expect(await signIn(out.trim())).toBe(200);
    expect(await signIn(out.trim())).toBe(400);
    expect((await run(["rebuild"])).code).toBe(0);
  });

  test("a token is accepted until it is revoked", async () => {
    const made = JSON.parse((await run(["token", "create", "--new", "Ada", "--json"])).out) as {
      id: string;
      token: string;
    };
    expect((await post("/api/conversations", {}, made.token)).status).toBe(201);
    const other = JSON.parse(
      (await run(["token", "create", "--account", "operator", "--json"])).out,
    ) as { id: string; token: string };
    await run(["token", "revoke", other.id]);
    expect((await post("/api/conversations", {}, other.token)).status).toBe(401);
  });
});

describe("chat", () => {
  test("`meanwhile chat` over a pipe takes each line as a message and waits for each answer", async () => {
    const { code, out, err } = await run(["chat"], { stdin: "hello\n\n你好\nstop\n" });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const [first, second, third, rest] = out.split("\n");
    expect(first).toMatch(/^(?:Hi|Hello)\b/);
    expect(second).toMatch(/\p{Script=Han}/u);
    expect(third).toMatch(/finished|running|处理/);
    expect(rest).toBe("");
  });

  test("`meanwhile chat` leaves no token behind", async () => {
    await run(["chat"], { stdin: "hello\n" });
    const live =
      "select count(*) as n from access_token where label = 'meanwhile chat' and revoked_at is null";
    expect((await run(["sql", "--json", live])).out).toContain('"n": 0');
  });

  test("`meanwhile chat` goes on with an earlier conversation, without repeating it, at any address and as anyone", async () => {
    const { token } = JSON.parse((await run(["token", "create", "--new", "Bo", "--json"])).out) as {
      token: string;
    };
    const { id } = (await (await post("/api/conversations", {}, token)).json()) as { id: string };
    const args = ["chat", "--url", instance.url, "--token", token, "--conversation", id];
    expect((await run(args, { stdin: "who won the game?\n" })).out).toContain("No language model");
    const again = await run(args, { stdin: "who won the game?\n" });
    expect(again).toMatchObject({
      code: 0,
      out: expect.not.stringContaining("No language model") as string,
    });
  });

  test("`meanwhile chat` says what is wrong with a token, a conversation or an address, without a stack", async () => {
    const { token } = JSON.parse((await run(["token", "create", "--new", "Cy", "--json"])).out) as {
      token: string;
    };
    const at = ["chat", "--url", instance.url, "--token"];
    expect(await run([...at, "mt_wrong"], { stdin: "x\n" })).toEqual({
      code: 1,
      out: "",
      err: "The token is not valid here.\n",
    });
    expect(await run([...at, token, "--conversation", "nowhere"], { stdin: "x\n" })).toMatchObject({
      code: 1,
      err: "This was not found.\n",
    });
  });
});

async function outcomeOf(program: string, ...args: string[]) {
  const { spawn } = await import("node:child_process");
  return outcome(spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] }));
}
