import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../test/support/runs.ts";
import { ConfigError, loadConfig } from "../config.ts";
import { settingPaths, settingTree } from "./json-schema.ts";
import { settings } from "./schema.ts";

const token = "Zq7-operator-token-0123456789";

interface Given {
  readonly file?: string;
  readonly env?: Record<string, string>;
}

function problems(given: Given): readonly string[] {
  try {
    loadConfig({
      env: given.env ?? {},
      cwd: "/srv",
      readFile: (path) => (path === "/srv/meanwhile.yaml" ? given.file : undefined),
    });
  } catch (error) {
    if (error instanceof ConfigError)
      return error.problems.map(({ where, sentence }) =>
        where ? `${where}: ${sentence}` : sentence,
      );
    throw error;
  }
  return [];
}

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
    expect(problems({ env: { [name]: "x" } })).toEqual([
      `${name}: \`${name}\` is not a setting. Did you mean \`${meant}\`?`,
    ]);
  });

  test("all problems are reported at once and the error carries exit code 78", () => {
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
    expect(new ConfigError([])).toMatchObject({ exitCode: 78 });
  });

  test("a public bind needs an operator token", () => {
    expect(problems({ env: { MEANWHILE_HOST: "0.0.0.0" } })[0]).toContain(
      "others can reach, but there is no operator token",
    );
    expect(
      problems({ env: { MEANWHILE_HOST: "0.0.0.0", MEANWHILE_OPERATOR_TOKEN: " " } }),
    ).toHaveLength(1);
    expect(
      problems({ env: { MEANWHILE_HOST: "0.0.0.0", MEANWHILE_OPERATOR_TOKEN: token } }),
    ).toEqual([]);
  });

  test("a problem of one section does not hide a rule about two others", () => {
    expect(problems({ file: "log: {level: loud}", env: { MEANWHILE_HOST: "::" } })).toHaveLength(2);
  });

  test.each([
    [{ MEANWHILE_MODEL: "big" }, "`model.name` is set but `model.base_url` is not"],
    [{ MEANWHILE_MODEL_API_KEY: "key" }, "`model.api_key` is set but `model.base_url` is not"],
    [
      { MEANWHILE_MODEL_BASE_URL: "https://a.example/v1" },
      "`model.base_url` is set but `model.name` is not",
    ],
    [
      { MEANWHILE_MODEL_BASE_URL: "https://u:p@a.example/v1", MEANWHILE_MODEL: "m" },
      "must be an http or https URL without user name",
    ],
    [{ MEANWHILE_OPERATOR_TOKEN: "short" }, "`operator.token` must have at least 24 characters."],
    [{ MEANWHILE_SECRET_KEY: "abc" }, "`secret_key` must be 32 bytes"],
    [{ DATABASE_URL: "mysql://a/b" }, "`database.url` must be a URL that begins with postgres://"],
    [{ MEANWHILE_DEFAULT_TIMEZONE: "Mars/Base" }, "must be an IANA time zone"],
    [{ MEANWHILE_DEFAULT_TIMEZONE: "+08:00" }, "must be an IANA time zone"],
    [
      { MEANWHILE_SERVER__TRUSTED_PROXIES: "10.0.0.0/33" },
      "`server.trusted_proxies.0` must be an IP address or a range",
    ],
    [{ MEANWHILE_HOST: "http://localhost" }, "`server.host` must be an address or a host name"],
    [{ MEANWHILE_PORT: "70000" }, "`server.port` must be at most 65535."],
    [
      { MEANWHILE_OUTBOX__RETRY_SECONDS: "[]" },
      "`outbox.retry_seconds` must have at least 1 entry.",
    ],
    [
      { MEANWHILE_PORT: "80", MEANWHILE_SERVER__PORT: "81" },
      "MEANWHILE_PORT already sets `server.port`",
    ],
    [{ MEANWHILE_SERVER: "{}" }, "`MEANWHILE_SERVER` is not a setting."],
    [{ MEANWHILE_MEDIA__STORAGE: "s3" }, "`media.s3` is incomplete: it needs `endpoint`"],
    [{ MEANWHILE_MEDIA__S3__BUCKET: "files" }, "`media.s3` is incomplete"],
    [{ MEANWHILE_BACKUPS__S3__BUCKET: "backups" }, "`backups.s3` is incomplete"],
  ])("the setting %j is refused in one plain sentence", (env, sentence) => {
    const found = problems({ env });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(sentence);
  });

  test("an environment-only setting is not taken from the file", () => {
    expect(problems({ file: "failpoint: turn.claimed" })[0]).toContain(
      "`failpoint` is not a setting.",
    );
  });

  test("text that is not YAML is reported with its place, without repeating it", () => {
    const found = problems({ file: "operator:\n  token: [sk-canary-value\nmodel: {}\n" });
    expect(found[0]).toMatch(/^meanwhile\.yaml:\d+:\d+: This is not YAML/);
    expect(found.join("\n")).not.toContain("sk-canary");
    expect(problems({ file: "turn: {}\nturn: {}\n" })).toEqual([
      "meanwhile.yaml:2:1: This key is in the file twice.",
    ]);
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
    const section = fc.constantFrom(
      [],
      ["server"],
      ["channels"],
      ["channels", "web"],
      ["model", "timeouts"],
    );
    fc.assert(
      fc.property(section, key, fc.jsonValue(), (path, name, value) => {
        fc.pre(!known.includes([...path, name].join(".")) && name !== "");
        // JSON is YAML; the key is written by hand so that `__proto__` stays a key.
        const inner = `{${JSON.stringify(name)}: ${JSON.stringify(value)}}`;
        const file = path.reduceRight((text, part) => `{${JSON.stringify(part)}: ${text}}`, inner);
        const found = problems({ file });
        expect(found.length).toBeGreaterThan(0);
        for (const sentence of found) expect(sentence.split("\n")).toHaveLength(1);
        const meant = /Did you mean `([^`]+)`\?$/.exec(
          found.find((sentence) => sentence.includes("is not a setting")) ?? "",
        )?.[1];
        expect(known).toContain(meant);
      }),
      { numRuns: runs(50, 300) },
    );
    expect(Object.prototype).not.toHaveProperty("polluted");
  });

  test("an unknown variable always gets a suggestion and never breaks the loader", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, value) => {
        const found = problems({ env: { [`MEANWHILE_X${name}`]: value } });
        expect(found[0]).toMatch(/Did you mean `MEANWHILE_[A-Z0-9_]+`\?$/);
      }),
      { numRuns: runs(50, 300) },
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
      { numRuns: runs(150, 1_000) },
    );
    expect(problems({ file: "roles: &a [*a]" })[0]).toContain("alias");
    expect(problems({ file: "[".repeat(20_000) }).length).toBeGreaterThan(0);
  });
});
