import { describe, expect, test } from "vitest";
import { type Config, ConfigError, loadConfig } from "../config.ts";
import { channelGreetings, greeting } from "../cli/start.ts";
import { configSecrets } from "./secrets.ts";
import { looksRandom } from "./secret-strength.ts";
import { operatorTokensIn } from "./values.ts";
import { weakPoints } from "./weak-points.ts";

const token = "Zq7-operator-token-0123456789";
const load = (env: Record<string, string>): Config =>
  loadConfig({ env, cwd: "/srv", readFile: () => undefined });
const problems = (env: Record<string, string>): string => {
  try {
    load(env);
    return "";
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};
const listWeakPoints = (env: Record<string, string>): string[] =>
  weakPoints(load(env)).map(({ name }) => name);

describe("webhooks without a secret", () => {
  const open = {
    MEANWHILE_CHANNELS__WECHAT__ENABLED: "true",
    MEANWHILE_CHANNELS__WECHAT__INSECURE_NO_SECRET: "true",
  };

  test.each([
    [
      "a public address",
      { MEANWHILE_SERVER__PUBLIC_URL: "https://public.example.com" },
      "server.public_url",
    ],
    ["a proxy", { MEANWHILE_SERVER__TRUSTED_PROXIES: "127.0.0.1" }, "server.trusted_proxies"],
    [
      "a host that others reach",
      { MEANWHILE_HOST: "0.0.0.0", MEANWHILE_OPERATOR_TOKEN: token },
      "server.host",
    ],
  ])("webhooks without a secret are refused together with %s", (_what, env, setting) => {
    expect(problems(open)).toBe("");
    expect(problems({ ...open, ...env })).toContain(setting);
    expect(
      problems({
        ...open,
        ...env,
        MEANWHILE_CHANNELS__WECHAT__WEBHOOK_SECRET: "a-secret-of-the-connector",
      }),
    ).toBe("");
  });
});

describe("an operator who sets WeCom up", () => {
  const keys = {
    MEANWHILE_CHANNELS__WECOM__TOKEN: "tOken_for_tests_01",
    MEANWHILE_CHANNELS__WECOM__ENCODING_AES_KEY: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ",
  };
  const on = { ...keys, MEANWHILE_CHANNELS__WECOM__ENABLED: "true" };
  const listWarnings = (env: Record<string, string>) => {
    const { lines, warnings } = channelGreetings(load(env));
    return [lines.map(({ zh }) => zh).join(), warnings.map(({ en }) => en).join()];
  };

  test("an operator who sets WeCom up reads the address to enter at the start, or what keeps WeCom out", () => {
    expect(
      listWarnings({ ...on, MEANWHILE_SERVER__PUBLIC_URL: "https://bot.example.com" }),
    ).toEqual([
      expect.stringContaining("（default）：https://bot.example.com/wecombot/callback\n"),
      "",
    ]);
    expect(listWarnings(on)).toEqual([
      "",
      expect.stringContaining("`server.public_url` is not set"),
    ]);
    expect(weakPoints(load(keys))[0]?.fix.en).toContain("channels.wecom.enabled: true");
    expect(listWarnings({})).toEqual(["", ""]);
  });

  test("an operator who sets WeCom up reads that a machine in UTC takes people's times as UTC", () => {
    expect(listWeakPoints({ ...on, MEANWHILE_DEFAULT_TIMEZONE: "Etc/UTC" })).toContain("time zone");
    expect(listWeakPoints({ ...on, MEANWHILE_DEFAULT_TIMEZONE: "Asia/Shanghai" })).not.toContain(
      "time zone",
    );
  });
});

describe("an operator's token", () => {
  test.each([
    "a".repeat(24),
    "abcabcabcabcabcabcabcabc",
    "1234567812345678123456781234",
    "aaaaaaaaaaaaaaaaaaaaaaab",
    "short",
  ])(
    "an operator's token %j is refused as too short or too easy to guess, and never shown",
    (weak) => {
      const listWarnings = problems({ MEANWHILE_OPERATOR_TOKEN: weak });
      expect(listWarnings).toContain("operator.token");
      expect(listWarnings).not.toContain(weak);
    },
  );

  test("an operator's token that was made at random is taken, alone or two with a comma, each a secret to the log", () => {
    const [one, two] = [
      "u2Nw9rQm1xZp7Kd4Jv0sLb8Tg3Hy6Fc5",
      "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c",
    ];
    for (const text of [one, two, `${one},${two}`])
      expect([text, problems({ MEANWHILE_OPERATOR_TOKEN: text })]).toEqual([text, ""]);
    expect(operatorTokensIn(`${one},${two}`)).toEqual([one, two]);
    expect(configSecrets(load({ MEANWHILE_OPERATOR_TOKEN: `${one}, ${two}` }))).toEqual(
      expect.arrayContaining([one, two]),
    );
    // A comma of its own makes no second token.
    expect(operatorTokensIn(`${one},x`)).toEqual([`${one},x`]);
    expect([one, two].map(looksRandom)).toEqual([true, true]);
  });
});

describe("what works and should be known", () => {
  const evolution = {
    MEANWHILE_CHANNELS__EVOLUTION__ENABLED: "true",
    MEANWHILE_CHANNELS__EVOLUTION__INSTANCES: '[{"name":"one","api_key":"k"}]',
  };

  test("plain HTTP is warned of where others can listen, unless a proxy stands before it", () => {
    const open = { MEANWHILE_HOST: "0.0.0.0", MEANWHILE_OPERATOR_TOKEN: token };
    expect(listWeakPoints({})).toEqual([]);
    expect(listWeakPoints(open)).toEqual(["plain http"]);
    expect(
      listWeakPoints({ ...open, MEANWHILE_SERVER__PUBLIC_URL: "http://10.0.0.5:7788" }),
    ).toEqual(["plain http"]);
    const proxied = { MEANWHILE_SERVER__PUBLIC_URL: "https://me.example" };
    expect(listWeakPoints({ ...open, ...proxied })).toEqual(["proxy"]);
    expect(
      listWeakPoints({ ...open, ...proxied, MEANWHILE_SERVER__TRUSTED_PROXIES: "10.0.0.1" }),
    ).toEqual([]);
  });

  test("a webhook's secret of 8 to 15 characters is warned of; a shorter one is refused", () => {
    const secrets = (text: string) => ({
      ...evolution,
      MEANWHILE_CHANNELS__EVOLUTION__WEBHOOK_SECRETS: text,
    });
    expect(problems(secrets("x"))).toContain("channels.evolution.webhook_secrets");
    expect(listWeakPoints(secrets("twelve-chars"))).toEqual(["webhook secret"]);
    expect(listWeakPoints(secrets("a-secret-that-is-long-enough"))).toEqual([]);
    expect(
      problems({
        MEANWHILE_CHANNELS__WECHAT__ENABLED: "true",
        MEANWHILE_CHANNELS__WECHAT__WEBHOOK_SECRET: "long-enough-1,b",
      }),
    ).toContain("webhook_secret");
  });
});

describe("the sign-in link of a start", () => {
  const greet = (isTTY: boolean): Promise<string[]> =>
    greeting(
      {
        url: "http://127.0.0.1:1",
        operatorLink: () => Promise.resolve("http://127.0.0.1:1/#code=SECRET"),
        store: { note: undefined } as never,
        model: undefined,
        config: load({}),
      },
      {
        call: {
          terminal: {
            stdout: { isTTY },
            env: { MEANWHILE_DATA: "ada's data" },
            cwd: "/srv",
          } as never,
          values: {},
        },
        config: load({}),
        language: "en",
      },
    );

  test("the sign-in link of a start is printed at a terminal, and nowhere that output is kept", async () => {
    expect((await greet(true)).join("\n")).toContain("#code=SECRET");
    const kept = (await greet(false)).join("\n");
    expect(kept).not.toContain("SECRET");
    // As it can be typed anywhere, by someone who knows nothing of this process.
    expect(kept).toMatch(
      /: \S+node \S+\/bin\/meanwhile\.js token link --data '\/srv\/ada'\\''s data'$/m,
    );
  });
});
