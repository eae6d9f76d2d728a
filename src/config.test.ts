import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type Config, ConfigError, loadConfig } from "./config.ts";
import { channelSections } from "./config/channels.ts";
import { configJsonSchema, settingPaths, settingTree } from "./config/json-schema.ts";
import { loadSettings } from "./config/load.ts";
import { settings } from "./config/schema.ts";
import { configSecrets, describeConfig } from "./config/secrets.ts";
import { isLoopbackHost, secretKeyBytes } from "./config/values.ts";

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

function problems(given: Given): readonly string[] {
  try {
    load(given);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(({ where, sentence }) => (where ? `${where}: ${sentence}` : sentence));
    throw error;
  }
  return [];
}

describe("where settings come from", () => {
  test("without a file and without variables everything has a default", () => {
    const config = load();
    expect(config.server).toMatchObject({ host: "127.0.0.1", port: 7788, body_limit_kb: 256, request_timeout_seconds: 15 });
    expect(config.data_dir).toBe("/srv/app/data");
    expect(config.roles).toEqual(["gateway", "worker"]);
    expect(config.outbox.retry_seconds).toEqual([5, 30, 120, 600, 3600, 14400, 43200]);
    expect(config.channels).toEqual({ web: { enabled: true, busy_policy: "queue" } });
    expect(config.default_timezone).toBe("Asia/Shanghai");
  });

  test("the environment wins over the file, the file over the default", () => {
    const file = "server:\n  port: 1000\n  host: 127.0.0.2\n";
    expect(load({ file, env: { MEANWHILE_PORT: "2000" } }).server).toMatchObject({ port: 2000, host: "127.0.0.2" });
  });

  test("MEANWHILE_CONFIG chooses another file, relative or absolute", () => {
    const read: string[] = [];
    const readFile = (path: string): string => {
      read.push(path);
      return "turn: {concurrency: 3}";
    };
    expect(loadConfig({ env: { MEANWHILE_CONFIG: "etc/a.yaml" }, cwd: "/srv", readFile }).turn.concurrency).toBe(3);
    loadConfig({ env: { MEANWHILE_CONFIG: "/etc/b.yaml" }, cwd: "/srv", readFile });
    expect(read).toEqual(["/srv/etc/a.yaml", "/etc/b.yaml"]);
  });

  test("a chosen file that is missing is a problem, a missing default file is not", () => {
    expect(problems({ env: { MEANWHILE_CONFIG: "nowhere.yaml" } })).toEqual(['MEANWHILE_CONFIG: There is no file "nowhere.yaml".']);
    expect(problems({})).toEqual([]);
  });

  test.each([
    ["MEANWHILE_PORT=8080", (c: Config) => c.server.port, 8080],
    ["MEANWHILE_HOST=::1", (c: Config) => c.server.host, "::1"],
    ["MEANWHILE_DATA=/var/lib/m", (c: Config) => c.data_dir, "/var/lib/m"],
    ["DATABASE_URL=postgres://a:b@c/d", (c: Config) => c.database.url, "postgres://a:b@c/d"],
    [`MEANWHILE_OPERATOR_TOKEN=${token}`, (c: Config) => c.operator.token, token],
    [`MEANWHILE_SECRET_KEY=${"ab".repeat(32)}`, (c: Config) => c.secret_key, "ab".repeat(32)],
    ["MEANWHILE_FAILPOINT=turn.claimed", (c: Config) => c.failpoint, "turn.claimed"],
    ["MEANWHILE_WORKERS__BACKGROUND=false", (c: Config) => c.workers.background, false],
    ["MEANWHILE_WORKERS__BACKGROUND=Off", (c: Config) => c.workers.background, false],
    ["MEANWHILE_LOG__MESSAGE_TEXT=1", (c: Config) => c.log.message_text, true],
    ["MEANWHILE_ROLES=worker", (c: Config) => c.roles, ["worker"]],
    ["MEANWHILE_OUTBOX__RETRY_SECONDS=1, 2,3", (c: Config) => c.outbox.retry_seconds, [1, 2, 3]],
    ["MEANWHILE_OUTBOX__RETRY_SECONDS=[4, 5]", (c: Config) => c.outbox.retry_seconds, [4, 5]],
    ["MEANWHILE_SERVER__ALLOWED_HOSTS=A.example, b.example", (c: Config) => c.server.allowed_hosts, ["a.example", "b.example"]],
    ["MEANWHILE_CHANNELS__WEB__BUSY_POLICY=busy", (c: Config) => c.channels.web.busy_policy, "busy"],
    ["MEANWHILE_MODEL__TIMEOUTS__IDLE_SECONDS=7", (c: Config) => c.model.timeouts.idle_seconds, 7],
    ["LANG=zh_CN.UTF-8", (c: Config) => c.default_language, "zh"],
    ["LANG=C.UTF-8", (c: Config) => c.default_language, "en"],
  ])("%s is read with the right type", (assignment, pick, wanted) => {
    const [name = "", value = ""] = assignment.split("=");
    expect(pick(load({ env: { [name]: value } }))).toEqual(wanted);
  });

  test("the four model variables make a model", () => {
    const env = {
      MEANWHILE_MODEL_BASE_URL: "http://127.0.0.1:9/v1",
      MEANWHILE_MODEL_API_KEY: "key",
      MEANWHILE_MODEL: "big",
      MEANWHILE_MODEL_CLASSIFIER: "small",
    };
    expect(load({ env }).model).toMatchObject({ base_url: "http://127.0.0.1:9/v1", api_key: "key", name: "big", classifier: "small" });
  });

  test("a blank value is no value, in the file and in the environment", () => {
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

describe("what is refused", () => {
  test("a misspelt key in the file gets a suggestion and its line", () => {
    expect(problems({ file: "server:\n  port: 80\nchanels:\n  web: {enabled: true}\n" })).toEqual([
      "meanwhile.yaml:3:1: `chanels` is not a setting. Did you mean `channels`?",
    ]);
    expect(problems({ file: "channels: {wbe: {enabled: true}}" })[0]).toContain(
      "`channels.wbe` is not a setting. Did you mean `channels.web`?",
    );
    expect(problems({ file: "port: 80" })[0]).toContain("Did you mean `server.port`?");
  });

  test.each([
    ["MEANWHILE_CHANELS__WEB__ENABLED", "MEANWHILE_CHANNELS__WEB__ENABLED"],
    ["MEANWHILE_PROT", "MEANWHILE_PORT"],
    ["MEANWHILE_SERVER_PORT", "MEANWHILE_SERVER__PORT"],
    ["MEANWHILE_CONFG", "MEANWHILE_CONFIG"],
  ])("the unknown variable %s suggests %s", (name, meant) => {
    expect(problems({ env: { [name]: "x" } })).toEqual([`${name}: \`${name}\` is not a setting. Did you mean \`${meant}\`?`]);
  });

  test("all problems are told at once and the error carries exit code 78", () => {
    const given = {
      file: "server:\n  port: high\nlog: {level: loud}\nturn: 5\n",
      env: { MEANWHILE_NOPE: "1", MEANWHILE_FAILPOINT: "turn.claim" },
    };
    expect(problems(given)).toEqual([
      "meanwhile.yaml:4:7: `turn` must be a group of settings.",
      expect.stringContaining("`MEANWHILE_NOPE` is not a setting."),
      "meanwhile.yaml:2:9: `server.port` must be a number.",
      "meanwhile.yaml:3:14: `log.level` must be one of `debug`, `info`, `warn`, `error`.",
      "MEANWHILE_FAILPOINT: `turn.claim` is not a failpoint. Did you mean `turn.claimed`?",
    ]);
    expect(() => load(given)).toThrow(expect.objectContaining({ exitCode: 78 }));
  });

  test("a public bind needs an operator token", () => {
    expect(problems({ env: { MEANWHILE_HOST: "0.0.0.0" } })[0]).toContain("others can reach, but there is no operator token");
    expect(problems({ env: { MEANWHILE_HOST: "0.0.0.0", MEANWHILE_OPERATOR_TOKEN: " " } })).toHaveLength(1);
    expect(problems({ env: { MEANWHILE_HOST: "0.0.0.0", MEANWHILE_OPERATOR_TOKEN: token } })).toEqual([]);
  });

  test("a problem of one section does not hide a rule about two others", () => {
    expect(problems({ file: "log: {level: loud}", env: { MEANWHILE_HOST: "::" } })).toHaveLength(2);
  });

  test.each([
    [{ MEANWHILE_MODEL: "big" }, "`model.name` is set but `model.base_url` is not"],
    [{ MEANWHILE_MODEL_API_KEY: "key" }, "`model.api_key` is set but `model.base_url` is not"],
    [{ MEANWHILE_MODEL_BASE_URL: "https://a.example/v1" }, "`model.base_url` is set but `model.name` is not"],
    [{ MEANWHILE_MODEL_BASE_URL: "https://u:p@a.example/v1", MEANWHILE_MODEL: "m" }, "must be an http or https URL without user name"],
    [{ MEANWHILE_OPERATOR_TOKEN: "short" }, "`operator.token` must have at least 24 characters."],
    [{ MEANWHILE_SECRET_KEY: "abc" }, "`secret_key` must be 32 bytes"],
    [{ DATABASE_URL: "mysql://a/b" }, "`database.url` must be a URL that begins with postgres://"],
    [{ MEANWHILE_DEFAULT_TIMEZONE: "Mars/Base" }, "must be an IANA time zone"],
    [{ MEANWHILE_DEFAULT_TIMEZONE: "+08:00" }, "must be an IANA time zone"],
    [{ MEANWHILE_SERVER__TRUSTED_PROXIES: "10.0.0.0/33" }, "`server.trusted_proxies.0` must be an IP address or a range"],
    [{ MEANWHILE_HOST: "http://localhost" }, "`server.host` must be an address or a host name"],
    [{ MEANWHILE_PORT: "70000" }, "`server.port` must be at most 65535."],
    [{ MEANWHILE_OUTBOX__RETRY_SECONDS: "[]" }, "`outbox.retry_seconds` must have at least 1 entry."],
    [{ MEANWHILE_PORT: "80", MEANWHILE_SERVER__PORT: "81" }, "MEANWHILE_PORT already sets `server.port`"],
    [{ MEANWHILE_SERVER: "{}" }, "`MEANWHILE_SERVER` is not a setting."],
  ])("%j is refused in one plain sentence", (env, sentence) => {
    const found = problems({ env });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(sentence);
  });

  test("an environment-only setting is not taken from the file", () => {
    expect(problems({ file: "failpoint: turn.claimed" })[0]).toContain("`failpoint` is not a setting.");
  });

  test("text that is not YAML is told with its place, without repeating it", () => {
    const found = problems({ file: "operator:\n  token: [sk-canary-value\nmodel: {}\n" });
    expect(found[0]).toMatch(/^meanwhile\.yaml:\d+:\d+: This is not YAML/);
    expect(found.join("\n")).not.toContain("sk-canary");
    expect(problems({ file: "turn: {}\nturn: {}\n" })).toEqual(["meanwhile.yaml:2:1: This key is in the file twice."]);
  });

  test("no sentence repeats the value of a secret", () => {
    const found = problems({
      env: {
        MEANWHILE_OPERATOR_TOKEN: "canary",
        MEANWHILE_SECRET_KEY: "canary",
        DATABASE_URL: "canary",
        MEANWHILE_MODEL_API_KEY: "canary",
      },
    });
    expect(found).toHaveLength(4);
    expect(found.join("\n")).not.toContain("canary");
  });

  test("an unknown key always gets a suggestion and never breaks the loader", () => {
    const known = settingPaths(settingTree(settings)).map((path) => path.join("."));
    const key = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty"),
    );
    const section = fc.constantFrom([], ["server"], ["channels"], ["channels", "web"], ["model", "timeouts"]);
    fc.assert(
      fc.property(section, key, fc.jsonValue(), (path, name, value) => {
        fc.pre(!known.includes([...path, name].join(".")) && name !== "");
        // JSON is YAML; the key is written by hand so that `__proto__` stays a key.
        const inner = `{${JSON.stringify(name)}: ${JSON.stringify(value)}}`;
        const file = path.reduceRight((text, part) => `{${JSON.stringify(part)}: ${text}}`, inner);
        const found = problems({ file });
        expect(found.length).toBeGreaterThan(0);
        for (const sentence of found) expect(sentence.split("\n")).toHaveLength(1);
        const meant = /Did you mean `([^`]+)`\?$/.exec(found.find((sentence) => sentence.includes("is not a setting")) ?? "")?.[1];
        expect(known).toContain(meant);
      }),
    );
    expect(Object.prototype).not.toHaveProperty("polluted");
  });

  test("an unknown variable always gets a suggestion and never breaks the loader", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, value) => {
        const found = problems({ env: { [`MEANWHILE_X${name}`]: value } });
        expect(found[0]).toMatch(/Did you mean `MEANWHILE_[A-Z0-9_]+`\?$/);
      }),
    );
  });

  test("any text as a file either loads or is refused, but never crashes", () => {
    const piece = fc.constantFrom(
      "server",
      ":",
      " ",
      "\n",
      "- ",
      "&a ",
      "*a",
      "{",
      "}",
      "[",
      "]",
      '"',
      "port",
      "1",
      "roles",
      "!!x ",
      "? ",
      "|",
      "#",
      "<<",
    );
    const soup = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: "binary" })), (file) => {
        problems({ file });
      }),
      { numRuns: 300 },
    );
    expect(problems({ file: "roles: &a [*a]" })[0]).toContain("alias");
    expect(problems({ file: "[".repeat(20_000) }).length).toBeGreaterThan(0);
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
      database: { url: "set", pool_size: 16 },
      server: { port: 7788 },
    });
    expect(describeConfig(load())).toMatchObject({ operator: { token: "not set" }, secret_key: "not set" });
  });

  test("every secret value is listed for the log, with the password inside the database URL", () => {
    expect(configSecrets(load({ env }))).toEqual(
      expect.arrayContaining([token, "cd".repeat(32), env.DATABASE_URL, "p%40ssw0rd", "p@ssw0rd", "k9-model-key"]),
    );
    expect(configSecrets(load())).toEqual([]);
  });
});

describe("the files for people", () => {
  const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");

  test("meanwhile.schema.json is what the settings say (else: node src/config/write-schema.ts)", () => {
    expect(JSON.parse(read("meanwhile.schema.json"))).toEqual(JSON.parse(JSON.stringify(configJsonSchema())));
  });

  test("every setting is described", () => {
    const tree = settingTree(settings);
    const undescribed = settingPaths(tree).filter((path) => {
      const node = path.reduce<typeof tree | undefined>((at, key) => at?.properties?.[key], tree);
      return path.join(".") !== "channels.web" && !node?.description;
    });
    expect(undescribed).toEqual([]);
  });

  test("meanwhile.example.yaml loads, changes nothing, and mentions every setting", () => {
    const file = read("meanwhile.example.yaml");
    expect(file.split("\n")[0]).toBe("# yaml-language-server: $schema=./meanwhile.schema.json");
    expect(load({ file })).toEqual(load());
    for (const path of settingPaths(settingTree(settings))) expect(file).toMatch(new RegExp(`^ *(# )?${path.at(-1)}:`, "m"));
  });
});

describe("a channel's own section", () => {
  const wecom = z
    .strictObject({
      token: z.string().meta({ writeOnly: true }).optional(),
      group_shared_history_chat_ids: z.array(z.string()).default([]),
      file_retention_days: z.int().min(1).default(3),
    })
    .prefault({});
  const grown = settings.extend({ channels: z.strictObject({ ...channelSections, wecom }).prefault({}) });
  const loaded = (env: Record<string, string>, file?: string) => loadSettings(grown, { env, cwd: "/", readFile: () => file });

  test("is read from file and environment with types, suggestions and blank secrets like any other", () => {
    const { settings: values } = loaded(
      { MEANWHILE_CHANNELS__WECOM__GROUP_SHARED_HISTORY_CHAT_IDS: "a,b", MEANWHILE_CHANNELS__WECOM__TOKEN: " " },
      "channels: {wecom: {file_retention_days: 9}}",
    );
    expect(values?.channels).toEqual({
      web: { enabled: true, busy_policy: "queue" },
      wecom: { group_shared_history_chat_ids: ["a", "b"], file_retention_days: 9 },
    });
    const { draft } = loaded({}, "channels: {wecom: {file_retention_day: 9}}");
    expect(draft.problems[0]?.sentence).toContain("Did you mean `channels.wecom.file_retention_days`?");
  });
});

describe("values", () => {
  test.each(["127.0.0.1", "127.8.9.1", "localhost", "LOCALHOST", "::1", "[::1]", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1"])(
    "%s is loopback",
    (host) => {
      expect(isLoopbackHost(host)).toBe(true);
    },
  );

  test.each(["0.0.0.0", "::", "127.1", "2130706433", "127.0.0.1.example", "localhost.example", "10.0.0.1", ""])(
    "%s is not loopback",
    (host) => {
      expect(isLoopbackHost(host)).toBe(false);
    },
  );

  test("a secret key is 32 bytes in hex, base64 or base64url, and nothing else", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        for (const encoding of ["hex", "base64", "base64url"] as const) {
          expect(secretKeyBytes(Buffer.from(bytes).toString(encoding))).toEqual(bytes);
        }
      }),
    );
    for (const text of ["", "abc", "g".repeat(64), "a".repeat(63), "a".repeat(42), "a".repeat(45)])
      expect(secretKeyBytes(text)).toBeUndefined();
  });
});
