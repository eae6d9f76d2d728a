import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { commonSettings } from "./channels/kit/common-settings.ts";
import { channels } from "./channels/list.ts";
import { type Config, loadConfig } from "./config.ts";
import { configJsonSchema, settingPaths, settingTree } from "./config/json-schema.ts";
import { loadSettings } from "./config/load.ts";
import { settings, settingsWith } from "./config/schema.ts";
import { configSecrets, describeConfig } from "./config/secrets.ts";

const token = "Zq7-operator-token-0123456789";

interface Given {
  readonly file?: string;
  readonly env?: Record<string, string>;
}

const load = ({ file, env = {} }: Given = {}): Config =>
  loadConfig({
    env,
    cwd: "/srv/app",
    systemZone: "Asia/Shanghai",
    readFile: (path) => (path === "/srv/app/meanwhile.yaml" ? file : undefined),
  });

describe("where settings come from", () => {
  test("every setting has a default without a file and without variables", () => {
    const config = load();
    expect(config.server).toMatchObject({
      host: "127.0.0.1",
      port: 7788,
      body_limit_kb: 256,
      request_timeout_seconds: 15,
    });
    expect(config.data_dir).toBe("/srv/app/data");
    expect(config.roles).toEqual(["gateway", "worker"]);
    expect(config.outbox.retry_seconds).toEqual([5, 30, 120, 600, 3600, 14400, 43200]);
    expect(config.channels.web).toEqual({ enabled: true, busy_policy: "queue" });
    expect(config.default_timezone).toBe("Asia/Shanghai");
  });

  test("the environment wins over the file, the file over the default", () => {
    const file = "server:\n  port: 1000\n  host: 127.0.0.2\n";
    expect(load({ file, env: { MEANWHILE_PORT: "2000" } }).server).toMatchObject({
      port: 2000,
      host: "127.0.0.2",
    });
  });

  test("addresses for sign-ins in the operator's network are origins, from the file and the environment", () => {
    const file = "tools:\n  private_addresses: [https://id.home.lan/realms/x]\n";
    expect(load({ file }).tools.private_addresses).toEqual(["https://id.home.lan"]);
    const env = { MEANWHILE_TOOLS__PRIVATE_ADDRESSES: "http://10.0.0.5:8080,https://id.home.lan" };
    expect(load({ env }).tools.private_addresses).toEqual([
      "http://10.0.0.5:8080",
      "https://id.home.lan",
    ]);
  });

  test("a program with tools gets no variable of Meanwhile's own, and each has its own name", () => {
    const programs = (lines: string): string => `tools:\n  programs:\n${lines}`;
    const good = "    - {name: files, command: npx, environment: [FILES_TOKEN]}\n";
    expect(load({ file: programs(good) }).tools.programs).toEqual([
      { name: "files", command: "npx", args: [], environment: ["FILES_TOKEN"], everyone: false },
    ]);
    for (const [lines, problem] of [
      [good + good, "name of its own"],
      [good.replace("FILES_TOKEN", "MEANWHILE_SECRET_KEY"), "Meanwhile's own variables"],
      [good.replace("FILES_TOKEN", "DATABASE_URL"), "Meanwhile's own variables"],
      [good.replace("files", "Files__x"), "small letters"],
    ] as const)
      expect(() => load({ file: programs(lines) })).toThrow(problem);
  });

  test("MEANWHILE_CONFIG chooses another file, relative or absolute", () => {
    const read: string[] = [];
    const readFile = (path: string): string => {
      read.push(path);
      return "turn: {concurrency: 3}";
    };
    expect(
      loadConfig({ env: { MEANWHILE_CONFIG: "etc/a.yaml" }, cwd: "/srv", readFile }).turn
        .concurrency,
    ).toBe(3);
    loadConfig({ env: { MEANWHILE_CONFIG: "/etc/b.yaml" }, cwd: "/srv", readFile });
    expect(read).toEqual(["/srv/etc/a.yaml", "/etc/b.yaml"]);
  });

  test("a chosen file that is missing is a problem, a missing default file is not", () => {
    expect(() => load({ env: { MEANWHILE_CONFIG: "nowhere.yaml" } })).toThrow(
      'MEANWHILE_CONFIG: There is no file "nowhere.yaml".',
    );
    expect(() => load()).not.toThrow();
  });

  test("a real file is read from the working directory; one that can't be read is a problem", () => {
    const cwd = mkdtempSync(join(tmpdir(), "meanwhile-config-"));
    try {
      expect(loadConfig({ env: {}, cwd }).server.port).toBe(7788);
      writeFileSync(join(cwd, "meanwhile.yaml"), "server: {port: 9}");
      expect(loadConfig({ env: {}, cwd })).toMatchObject({
        server: { port: 9 },
        data_dir: join(cwd, "data"),
      });
      expect(() => loadConfig({ env: { MEANWHILE_CONFIG: cwd }, cwd })).toThrow(
        "The file can't be read (EISDIR).",
      );
    } finally {
      rmSync(cwd, { recursive: true });
    }
  });

  test.each([
    ["MEANWHILE_PORT=8080", (c: Config) => c.server.port, 8080],
    ["MEANWHILE_HOST=::1", (c: Config) => c.server.host, "::1"],
    ["MEANWHILE_DATA=/var/lib/m", (c: Config) => c.data_dir, "/var/lib/m"],
    ["DATABASE_URL=postgres://a:b@c/d", (c: Config) => c.database.url, "postgres://a:b@c/d"],
    [`MEANWHILE_OPERATOR_TOKEN=${token}`, (c: Config) => c.operator.token, token],
    [`MEANWHILE_SECRET_KEY=${"ab".repeat(32)}`, (c: Config) => c.secret_key, "ab".repeat(32)],
    [
      "MEANWHILE_FAILPOINT=turn.claimed",
      (c: Config) => c.failpoint,
      { name: "turn.claimed", hit: 1, act: "kill" },
    ],
    [
      "MEANWHILE_FAILPOINT=turn.claimed:3",
      (c: Config) => c.failpoint,
      { name: "turn.claimed", hit: 3, act: "kill" },
    ],
    [
      "MEANWHILE_FAILPOINT=turn.claimed:1:pause",
      (c: Config) => c.failpoint,
      { name: "turn.claimed", hit: 1, act: "pause" },
    ],
    ["MEANWHILE_WORKERS__BACKGROUND=false", (c: Config) => c.workers.background, false],
    ["MEANWHILE_WORKERS__BACKGROUND=Off", (c: Config) => c.workers.background, false],
    ["MEANWHILE_LOG__MESSAGE_TEXT=1", (c: Config) => c.log.message_text, true],
    ["MEANWHILE_ROLES=worker", (c: Config) => c.roles, ["worker"]],
    ["MEANWHILE_OUTBOX__RETRY_SECONDS=1, 2,3", (c: Config) => c.outbox.retry_seconds, [1, 2, 3]],
    ["MEANWHILE_OUTBOX__RETRY_SECONDS=[4, 5]", (c: Config) => c.outbox.retry_seconds, [4, 5]],
    [
      "MEANWHILE_SERVER__ALLOWED_HOSTS=A.example, b.example",
      (c: Config) => c.server.allowed_hosts,
      ["a.example", "b.example"],
    ],
    [
      "MEANWHILE_WEBHOOKS__ALLOWED_HOSTS=hooks.example.org,*.example.net,http://10.0.0.7:5678,[::1]:8080",
      (c: Config) => c.webhooks.allowed_hosts,
      ["hooks.example.org", "*.example.net", "http://10.0.0.7:5678", "[::1]:8080"],
    ],
    [
      "MEANWHILE_CHANNELS__WEB__BUSY_POLICY=busy",
      (c: Config) => c.channels.web.busy_policy,
      "busy",
    ],
    ["MEANWHILE_MODEL__TIMEOUTS__IDLE_SECONDS=7", (c: Config) => c.model.timeouts.idle_seconds, 7],
    ["LANG=zh_CN.UTF-8", (c: Config) => c.default_language, "zh"],
    ["LANG=C.UTF-8", (c: Config) => c.default_language, "en"],
    ["LANG=zh_CN.UTF-8", (c: Config) => c.account_language, null],
    ["MEANWHILE_DEFAULT_LANGUAGE=zh", (c: Config) => c.account_language, "zh"],
  ])("%s is read with the right type", (assignment, pick, wanted) => {
    const [name = "", value = ""] = assignment.split("=");
    expect(pick(load({ env: { [name]: value } }))).toEqual(wanted);
  });

  test("the section `channels_config` is `channels`, in the file and in the environment, and nothing is set under both names", () => {
    const file = "channels_config:\n  wecom:\n    token: t0\n    history_max_turns: 4\n";
    const config = load({
      file,
      env: { MEANWHILE_CHANNELS_CONFIG__WECOM__LOCK_TIMEOUT_SECS: "60" },
    });
    expect(config.channels.wecom).toMatchObject({
      token: "t0",
      history_max_turns: 4,
      lock_timeout_secs: 60,
    });
    expect(() => load({ file: `${file}channels: {wecom: {token: t1}}\n` })).toThrow(
      "`channels.wecom.token` is set before, at meanwhile.yaml:3",
    );
    expect(() => load({ file: "channels_config:\n  wecom:\n    aes_key: x\n" })).toThrow(
      "Did you mean `channels.wecom.encoding_aes_key`?",
    );
    expect(() => load({ env: { MEANWHILE_CHANNELS__WECOM__AES_KEY: "x" } })).toThrow(
      "Did you mean `MEANWHILE_CHANNELS__WECOM__ENCODING_AES_KEY`?",
    );
  });

  test("the four model variables make a model", () => {
    const env = {
      MEANWHILE_MODEL_BASE_URL: "http://127.0.0.1:9/v1",
      MEANWHILE_MODEL_API_KEY: "key",
      MEANWHILE_MODEL: "big",
      MEANWHILE_MODEL_CLASSIFIER: "small",
    };
    expect(load({ env }).model).toMatchObject({
      base_url: "http://127.0.0.1:9/v1",
      api_key: "key",
      name: "big",
      classifier: "small",
    });
  });

  test("a blank value counts as none, in the file and in the environment", () => {
    const config = load({
      file: 'operator:\n  token: "  "\nserver:\nmodel: {api_key: }\n',
      env: { MEANWHILE_PORT: "", DATABASE_URL: " " },
    });
    expect(config.operator.token).toBeUndefined();
    expect(config.model.api_key).toBeUndefined();
    expect(config.database.url).toBeUndefined();
    expect(config.server.port).toBe(7788);
  });

  test("the result can't be changed, at any depth", () => {
    const config = load();
    expect(Object.isFrozen(config)).toBe(true);
    expect(() => (config.outbox.retry_seconds as number[]).push(1)).toThrow(TypeError);
    expect(() => Object.assign(config.channels.web, { enabled: false })).toThrow(TypeError);
  });
});

describe("what may be shown", () => {
  const env = {
    MEANWHILE_OPERATOR_TOKEN: token,
    MEANWHILE_SECRET_KEY: "cd".repeat(32),
    DATABASE_URL: "postgres://app:p%40ssw0rd@db/meanwhile",
    MEANWHILE_MODEL_API_KEY: "k9-model-key",
    MEANWHILE_MODEL_BASE_URL: "https://a.example/v1",
    MEANWHILE_MODEL: "m",
  };

  test("a described configuration says set or not set instead of any secret", () => {
    const config = load({ env });
    const shown = JSON.stringify(describeConfig(config));
    for (const secret of configSecrets(config)) expect(shown).not.toContain(secret.slice(0, 4));
    expect(describeConfig(config)).toMatchObject({
      operator: { token: "set" },
      database: { url: "set", pool_size: 16, separate_logins: true },
      server: { port: 7788 },
    });
    expect(describeConfig(load())).toMatchObject({
      operator: { token: "not set" },
      secret_key: "not set",
    });
  });

  test("every secret value is listed for the log, with the password inside the database URL", () => {
    expect(configSecrets(load({ env }))).toEqual(
      expect.arrayContaining([
        token,
        "cd".repeat(32),
        env.DATABASE_URL,
        "p%40ssw0rd",
        "p@ssw0rd",
        "k9-model-key",
      ]),
    );
    expect(configSecrets(load())).toEqual([]);
  });
});

describe("the files for people", () => {
  const read = (name: string): string =>
    readFileSync(new URL(`../${name}`, import.meta.url), "utf8");

  test("meanwhile.schema.json is what the settings say (else: node src/config/write-schema.ts)", () => {
    expect(JSON.parse(read("meanwhile.schema.json"))).toEqual(
      JSON.parse(JSON.stringify(configJsonSchema())),
    );
  });

  test("every setting is described", () => {
    const tree = settingTree(settings);
    const undescribed = settingPaths(tree).filter((path) => {
      const node = path.reduce<typeof tree | undefined>((at, key) => at?.properties?.[key], tree);
      return !node?.description;
    });
    expect(undescribed).toEqual([]);
  });

  test("meanwhile.example.yaml loads, changes nothing, and mentions every setting", () => {
    const file = read("meanwhile.example.yaml");
    expect(file.split("\n")[0]).toBe("# yaml-language-server: $schema=./meanwhile.schema.json");
    expect(load({ file })).toEqual(load());
    for (const path of settingPaths(settingTree(settings)))
      expect(file).toMatch(new RegExp(`^ *(# )?${path.at(-1)}:`, "m"));
  });
});

describe("a channel's own section", () => {
  const pigeon = {
    name: "pigeon",
    settings: {
      schema: z
        .strictObject({
          ...commonSettings({ enabled: false, busyPolicy: "queue" }),
          token: z.string().meta({ writeOnly: true }).optional(),
          chat_ids: z.array(z.string()).default([]),
          file_retention_days: z.int().min(1).default(3),
        })
        .prefault({}),
    },
  };
  const list = [...channels, pigeon];
  const load = (env: Record<string, string>, file?: string) =>
    loadSettings(settingsWith(list), { env, cwd: "/", readFile: () => file, channels: list });

  test("a channel's own section is read from file and environment with types, suggestions and blank secrets like any other", () => {
    const { settings: values } = load(
      {
        MEANWHILE_CHANNELS__PIGEON__CHAT_IDS: "a,b",
        MEANWHILE_CHANNELS__PIGEON__TOKEN: " ",
      },
      "channels: {pigeon: {file_retention_days: 9}}",
    );
    expect(values?.channels).toMatchObject({
      web: { enabled: true, busy_policy: "queue" },
      pigeon: { chat_ids: ["a", "b"], file_retention_days: 9 },
    });
    const { draft } = load({}, "channels: {pigeon: {file_retention_day: 9}}");
    expect(draft.problems[0]?.sentence).toContain(
      "Did you mean `channels.pigeon.file_retention_days`?",
    );
  });
});
