import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type LogOptions, createLog } from "./log.ts";

type LogRecord = Record<string, unknown> & { err: Record<string, unknown> };

function logging(options: Partial<LogOptions> = {}) {
  const lines: string[] = [];
  const stream = { write: (line: string) => lines.push(line), isTTY: options.stream?.isTTY };
  const log = createLog({
    level: "debug",
    secrets: [],
    now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
    ...options,
    stream,
  });
  const last = (): LogRecord => JSON.parse(lines.at(-1) ?? "") as LogRecord;
  return { log, lines, last };
}

/** The fields of one record, as a reader gets them back. */
function logOnce(fields: Record<string, unknown>, options: Partial<LogOptions> = {}): LogRecord {
  const { log, last } = logging(options);
  log.info(fields, "Something happened.");
  return last();
}

/** All strings of a record, keys included. */
function strings(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.entries(value).flatMap(([key, entry]) => [key, ...strings(entry)]);
}

describe("a record", () => {
  test("a log record is one line of JSON with level, time, fields and sentence", () => {
    const { log, lines } = logging();
    log.warn(
      { turn_id: "t1", attempts: 3, ok: false, nothing: null, missing: undefined },
      "The turn was retried.",
    );
    expect(lines).toEqual([
      '{"level":"warn","time":"2026-01-02T03:04:05.000Z","turn_id":"t1","attempts":3,"ok":false,"nothing":null,"msg":"The turn was retried."}\n',
    ]);
  });

  test("a log record below the level is not written", () => {
    const { log, lines } = logging({ level: "warn" });
    log.debug({}, "a");
    log.info({}, "b");
    log.error({}, "c");
    expect(lines).toHaveLength(1);
  });

  test("a log record keeps its own names when a field has the same", () => {
    const { log, lines } = logging();
    log.info({ level: "x", time: 1, msg: "y" }, "z");
    expect(lines[0]).toBe(
      '{"level":"info","time":"2026-01-02T03:04:05.000Z","level_":"x","time_":1,"msg_":"y","msg":"z"}\n',
    );
  });

  test("a log record carries an error with its causes and its stack, one entry per frame", () => {
    const { err } = logOnce({
      err: new TypeError("outer\n    at fake", {
        cause: Object.assign(new Error("inner"), { code: "ECONNRESET" }),
      }),
    });
    expect(err).toMatchObject({
      type: "TypeError",
      message: "outer\\n    at fake",
      cause: { message: "inner", code: "ECONNRESET" },
    });
    expect(err["stack"]).toEqual(expect.arrayContaining([expect.stringContaining("log.test.ts")]));
  });

  test("a log record survives values that can't be read, that hold themselves or that have no JSON", () => {
    const loop: Record<string, unknown> = {
      big: 10n ** 20n,
      nan: Number.NaN,
      when: new Date(0),
      never: new Date(Number.NaN),
    };
    loop["self"] = loop;
    Object.defineProperty(loop, "bad", { enumerable: true, get: () => expect.fail("read") });
    const shapes = {
      bytes: new Uint8Array(3),
      set: new Set(["a"]),
      map: new Map([["k", 1]]),
      call: () => 1,
      sign: Symbol("s"),
    };
    expect(logOnce({ loop, shapes })).toMatchObject({
      loop: {
        big: "100000000000000000000",
        nan: "NaN",
        when: "1970-01-01T00:00:00.000Z",
        never: "[no date]",
        self: "[circular]",
      },
      shapes: {
        bytes: "[3 bytes]",
        set: ["a"],
        map: { k: 1 },
        call: "[function]",
        sign: "[symbol]",
      },
    });
    const hostile = new Proxy({}, { ownKeys: () => expect.fail("keys") });
    expect(logOnce({ hostile })["msg"]).toBe("A record could not be written.");
  });

  test("a log record never throws and is always one line, whatever the fields are", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: "binary" }), fc.anything()),
        fc.string({ unit: "binary" }),
        (fields, sentence) => {
          const { log, lines } = logging();
          log.info(fields, sentence);
          expect(lines).toHaveLength(1);
          expect(lines[0]).toMatch(/^[^\p{Cc}\u2028\u2029]*\n$/u);
          expect(() => JSON.parse(lines[0] ?? "") as unknown).not.toThrow();
          const plain = logging({ format: "plain" });
          plain.log.info(fields, sentence);
          expect(plain.lines).toHaveLength(1);
          expect(plain.lines[0]).toMatch(/^[^\p{Cc}\u2028\u2029]*\n$/u);
        },
      ),
    );
  });
});

describe("log injection", () => {
  test.each([
    "a\r\nb",
    "\u001b[31mred\u001b[0m",
    "\u009b2J",
    "x\u0000y",
    "a\u2028b",
    "\u202egnp.exe",
    "lone \ud800",
  ])("a log field with %j leaves no live control character", (text) => {
    const { log, lines } = logging();
    log.info({ user_agent: text, [text]: 1, nested: [{ id: text }] }, text);
    expect(lines).toHaveLength(1);
    for (const value of strings(JSON.parse(lines[0] ?? "")))
      expect(value).not.toMatch(/[\p{Cc}\u2028-\u202e\ud800]/u);
  });

  test("a 15 kB header is cut at 256 characters", () => {
    const record = logOnce({
      headers: { "user-agent": "x".repeat(15_000) },
      ["n".repeat(5000)]: 1,
    });
    expect((record["headers"] as Record<string, string>)["user-agent"]).toBe(`${"x".repeat(256)}…`);
    expect(JSON.stringify(record).length).toBeLessThan(600);
  });

  test("wide and deep values are bounded", () => {
    let deep: unknown = "end";
    for (let i = 0; i < 10_000; i++) deep = { deep };
    expect(
      JSON.stringify(logOnce({ deep, wide: Array.from({ length: 10_000 }, () => 1) })).length,
    ).toBeLessThan(500);
  });
});

describe("fields that are never shown", () => {
  test.each([
    "authorization",
    "Authorization",
    "proxy-authorization",
    "cookie",
    "set-cookie",
    "token",
    "access_token",
    "accessToken",
    "contextToken",
    "x-webhook-secret",
    "password",
    "api_key",
    "apiKey",
    "secret_key",
    "encoding_aes_key",
    "client_secret",
    "credentials",
    "rawHeaders",
  ])("a log field %s is redacted, also in depth and whatever its type", (name) => {
    const record = logOnce({
      [name]: "canary-1",
      nested: { list: [{ [name]: { inner: "canary-2" } }] },
      other: { [name]: 12345 },
    });
    expect(JSON.stringify(record)).not.toMatch(/canary|12345/);
  });

  test("names that only contain the word keep their numbers, not their words", () => {
    expect(
      logOnce({ first_token_ms: 12, tokens: { input: 3, from: "abc" }, token_cap: "none" }),
    ).toMatchObject({
      first_token_ms: 12,
      tokens: { input: 3, from: "[redacted]" },
      token_cap: "[redacted]",
    });
  });

  test("people's words are not logged by default", () => {
    const names = [
      "text",
      "prompt",
      "content",
      "body",
      "messageText",
      "reply",
      "messages",
      "payload",
      "title",
      "sender_name",
      "systemPrompt",
    ];
    for (const name of names) {
      expect(
        JSON.stringify(logOnce({ [name]: "canary words", deep: [{ [name]: ["canary"] }] })),
      ).not.toContain("canary");
    }
    expect(
      logOnce({ text: "hello", text_length: 5, prompt_hash: "ab", context: "lane" }),
    ).toMatchObject({
      text: "[hidden, 5 characters]",
      text_length: 5,
      prompt_hash: "ab",
      context: "lane",
    });
  });

  test("people's words are logged when the operator asks for it, still without secrets", () => {
    const record = logOnce(
      { text: "my key is canary-secret" },
      { messageText: true, secrets: ["canary-secret"] },
    );
    expect(record["text"]).toBe("my key is [redacted]");
  });

  test("a person's vendor id is a stable pseudonym with a key and hidden without", () => {
    expect(logOnce({ wxid: "wxid_abc", phone: 4915112345678 })).toMatchObject({
      wxid: "[hidden]",
      phone: "[hidden]",
    });
    const [a, b] = [
      logOnce({ peer: "wxid_abc" }, { idKey: "k" }),
      logOnce({ subject: "wxid_abc" }, { idKey: "k" }),
    ];
    expect(a["peer"]).toMatch(/^#[0-9a-f]{12}$/);
    expect(b["subject"]).toBe(a["peer"]);
    expect(logOnce({ peer: "wxid_abc" }, { idKey: "other" })["peer"]).not.toBe(a["peer"]);
  });
});

describe("known values and open doors", () => {
  test("known values and open addresses are cut from fields, sentences and errors alike", () => {
    const { log, last } = logging();
    log.addSecret("fresh-secret-1");
    const text = "fresh-secret-1 at https://a.example/x?y=1";
    log.info(
      {
        where: text,
        url: new URL("https://a.example/x?y=1"),
        path: "/i/Zx81kQpLw0aB73mNuV",
        err: new Error(text),
      },
      text,
    );
    const wanted = "[redacted] at https://a.example/x?[cut]";
    expect(last()).toMatchObject({
      where: wanted,
      url: "https://a.example/x?[cut]",
      path: "/i/[cut]",
      msg: wanted,
      err: { message: wanted },
    });
    expect(log.redact("x fresh-secret-1 y")).toBe("x [redacted] y");
  });

  test("a secret that is a number is hidden as a number too", () => {
    expect(logOnce({ n: 98765432, other: 7 }, { secrets: ["98765432"] })).toMatchObject({
      n: "[redacted]",
      other: 7,
    });
  });
});

describe("at a terminal", () => {
  const tty = { write: () => true, isTTY: true };

  test("a log record for a terminal is one readable line", () => {
    const { log, lines } = logging({ stream: tty });
    log.info({ port: 7788, mode: "two words", list: [1] }, "Listening.");
    expect(lines).toEqual(['03:04:05 Listening. port=7788 mode="two words" list=[1]\n']);
  });

  test("a long list is cut, and a warning keeps to what happened", () => {
    const { log, lines } = logging({ stream: tty });
    log.warn({ parts: ["a", "b", "c", "d", "e"], err: new Error("away") }, "it is tried again");
    expect(lines).toEqual([
      '03:04:05 Warning: it is tried again parts=[a,b,c and 2 more] err="Error: away"\n',
    ]);
  });

  test("the log's format follows the setting before the terminal", () => {
    const json = logging({ stream: tty, format: "json" });
    json.log.info({}, "Listening.");
    expect(json.last()["msg"]).toBe("Listening.");
    const plain = logging({ format: "plain" });
    plain.log.info({}, "Listening.");
    expect(plain.lines).toEqual(["03:04:05 Listening.\n"]);
  });

  test("a terminal's line shows no secret, no words of a person and no live control character", () => {
    const { log, lines } = logging({ stream: tty, secrets: ["canary-secret"] });
    const hostile = "canary-secret\r\n\u001b[2J https://a.example/x?canary=1";
    const fields = {
      where: hostile,
      [hostile]: 1,
      token: "canary-2",
      text: "canary words",
      list: [1, 2, 3, { password: "canary-3" }],
    };
    log.error({ ...fields, err: new Error(hostile, { cause: new Error(hostile) }) }, hostile);
    log.warn({ list: [{ api_key: "canary-4" }, hostile] }, "again");
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^[^\p{Cc}\u2028\u2029]*\n$/u);
    expect(lines.join("")).not.toContain("canary");
  });

  test("an error shows its message, its first frames and its cause on that line", () => {
    const { log, lines } = logging({ stream: tty });
    log.error({ err: new Error("outer\nline", { cause: new TypeError("inner") }) }, "It broke.");
    expect(lines[0]).toMatch(
      /^03:04:05 Error: It broke\. err="Error: outer.*at .*" <- "TypeError: inner.*"\n$/,
    );
    expect(lines[0]?.match(/\n/g)).toHaveLength(1);
  });
});
