import { access, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { commandNames } from "../../src/cli/commands.ts";
import { meanwhile } from "../support/command-line.ts";

let cwd: string;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "meanwhile-usage-"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

describe("help", () => {
  test("the help names every command in one line, in the language of the system or the one asked for", async () => {
    const { code, out } = await meanwhile(["help"]);
    expect(code).toBe(0);
    for (const name of commandNames) expect(out).toMatch(new RegExp(`^  ${name} +\\S.*\\.$`, "m"));
    expect((await meanwhile(["help"], { env: { LANG: "zh_CN.UTF-8" } })).out).toContain("检查安装");
    expect((await meanwhile(["--help", "--lang", "zh"])).out).toContain("检查安装");
  });

  test.each(commandNames)("the help of %s says how to call it, in both languages", async (name) => {
    const english = await meanwhile([name, "--help"]);
    expect(english).toMatchObject({ code: 0, err: "" });
    expect(english.out).toContain(`meanwhile ${name}`);
    expect((await meanwhile(["help", name, "--lang", "zh"])).out).toMatch(/\p{Script=Han}/u);
  });

  test("the help comes with an exit code of 2 when nothing was asked for", async () => {
    expect(await meanwhile([])).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("npx meanwhile <command>") as string,
    });
  });
});

test("the version is the package's", async () => {
  expect((await meanwhile(["--version"])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

describe("a call that can't be meant ends with 2 and one sentence", () => {
  test.each([
    [["docter"], "Did you mean doctor?"],
    [["strat"], "Did you mean start?"],
    [["help", "tokn"], "Did you mean token?"],
    [["constructor"], "There is no command"],
    [["wechat"], "npx meanwhile wechat login"],
    [["start", "--prot", "1"], "Did you mean --port?"],
    [["start", "--port"], "--port"],
    [["doctor", "--lang", "fr"], "zh, en"],
    [["token"], "token link"],
    [["token", "create"], "--account"],
    [["token", "create", "--new", "a", "--scopes", "all"], "chat:read"],
    [["token", "create", "--new", "a", "--days", "0"], "3650"],
    [["token", "revoke"], "token list"],
    [["token", "list", "x"], "x"],
    [["sql"], "Say what to read"],
    [["chat", "--url", "http://127.0.0.1:1"], "--token"],
    [["chat", "--url", "file:///etc", "--token", "t"], "http://"],
  ])("a call that can't be meant ends with 2 and one sentence: %j", async (args, sentence) => {
    const { code, out, err } = await meanwhile(args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(sentence);
    expect(err.trimEnd()).not.toContain("\n");
  });

  test("a name is suggested only where it may have been mistyped", async () => {
    expect((await meanwhile(["frob"])).err).toBe(
      "There is no command “frob”. All commands: npx meanwhile help\n",
    );
    expect((await meanwhile(["start", "--foo"])).err).toBe("There is no option “--foo”.\n");
  });

  test("a backup that is not there is missed before its key is", async () => {
    expect(await meanwhile(["restore", "/nope"])).toMatchObject({
      code: 1,
      err: "There is no file /nope.\n",
    });
  });

  test("a call that can't be meant ends with 2 and one sentence in Chinese, too", async () => {
    expect((await meanwhile(["docter"], { env: { LANG: "zh_CN.UTF-8" } })).err).toBe(
      "没有“docter”这个命令。是不是想用 doctor？全部命令：npx meanwhile help\n",
    );
  });
});

describe("settings that don't fit end with 78", () => {
  test("settings that don't fit end with 78 and name the place and the nearest known key", async () => {
    await writeFile(join(cwd, "meanwhile.yaml"), "server:\n  prot: 1\n");
    const { code, err } = await meanwhile(["start"], { cwd });
    expect(code).toBe(78);
    expect(err).toContain("meanwhile.yaml:2:3: `server.prot`");
    expect(err).toContain("`server.port`");
    expect((await meanwhile(["doctor", "--lang", "zh"], { cwd })).err).toMatch(/^配置有问题/);
  });

  test("settings that don't fit end with 78 also when they come as options", async () => {
    expect(await meanwhile(["start", "--port", "abc"])).toMatchObject({
      code: 78,
      err: expect.stringContaining("`server.port` must be a number") as string,
    });
    expect(await meanwhile(["start", "--role", "boss"])).toMatchObject({
      code: 78,
      err: expect.stringContaining("gateway") as string,
    });
    expect((await meanwhile(["start", "--config", "nowhere.yaml"])).code).toBe(78);
  });

  test("a server that others can reach does not start without an operator token", async () => {
    const { code, err } = await meanwhile(["start", "--host", "0.0.0.0"]);
    expect(code).toBe(78);
    expect(err).toContain("MEANWHILE_OPERATOR_TOKEN");
  });

  test("an option wins over every name that the environment has for it", async () => {
    const env = { MEANWHILE_SERVER__PORT: "abc", MEANWHILE_PORT: "abc" };
    const { code, err } = await meanwhile(["start", "--port", "0", "--host", "0.0.0.0"], { env });
    expect(code).toBe(78);
    expect(err).not.toContain("PORT");
  });
});

describe("without any data", () => {
  test.each([["sql", "select 1"], ["token", "list"], ["rebuild"], ["chat"]])(
    "a call of %s without any data says so and makes nothing",
    async (...args) => {
      const nowhere = join(cwd, "nowhere");
      const { code, err } = await meanwhile(args, { env: { MEANWHILE_DATA: nowhere } });
      expect(code).toBe(1);
      expect(err).toContain("npm start");
      await expect(access(nowhere)).rejects.toThrow("ENOENT");
    },
  );

  test("a start on a taken port says in a sentence which, who has it and what to do, and makes nothing", async () => {
    const server = createServer((_asked, reply) => void reply.writeHead(404).end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const nowhere = join(cwd, "nowhere");
    const env = { MEANWHILE_DATA: nowhere, MEANWHILE_PORT: String(port) };
    const { code, out, err } = await meanwhile(["start"], { env });
    expect({ code, out }).toEqual({ code: 1, out: "" });
    const who =
      process.platform === "linux" ? `node \\(process ${process.pid}\\)` : "another program";
    expect(err).toMatch(
      new RegExp(
        `^Port ${port} on 127\\.0\\.0\\.1 is taken by ${who}: stop that .* --port or MEANWHILE_PORT\\.\n$`,
      ),
    );
    expect((await meanwhile(["start", "--lang", "zh"], { env })).err).toContain(
      `端口 ${port} 已被`,
    );
    // A worker takes any free port, so it gets as far as its database, unless a port was given to this process.
    const database = { MEANWHILE_DATA: nowhere, DATABASE_URL: "postgresql://127.0.0.1:1/none" };
    const file = join(cwd, "shared.yaml");
    await writeFile(file, `server:\n  port: ${port}\n`);
    const worker = ["start", "--role", "worker"];
    const shared = await meanwhile([...worker, "--config", file], { env: database });
    expect(shared.err).toContain("127.0.0.1:1)");
    const own = await meanwhile([...worker, "--port", String(port)], { env: database });
    expect(own.err).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken`));
    await expect(access(nowhere)).rejects.toThrow("ENOENT");
  });

  test("the doctor has nothing to complain of, and makes nothing", async () => {
    const nowhere = join(cwd, "nowhere");
    const { code, out } = await meanwhile(["doctor", "--json"], {
      env: { MEANWHILE_DATA: nowhere, MEANWHILE_PORT: "0" },
    });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ ok: true, running: null });
    await expect(access(nowhere)).rejects.toThrow("ENOENT");
  });
});
