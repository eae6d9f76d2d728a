import { describe, expect, test } from "vitest";
import { loadConfig } from "../../config.ts";
import { configSecrets, describeConfig } from "../../config/secrets.ts";
import { wecomSettings } from "./wire.ts";
import { wecomBots } from "./configured-bots.ts";

const aesKey = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG";
const robot =
  "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a91f6-7a0c-4bc4-97a0-0ec2005fa5aa";
const load = (lines: readonly string[]) =>
  loadConfig({
    env: {},
    cwd: "/srv",
    readFile: () =>
      [
        "channels:",
        "  wecom:",
        "    enabled: true",
        "    token: the-token",
        `    encoding_aes_key: ${aesKey}`,
      ]
        .concat(lines.map((line) => `    ${line}`))
        .join("\n"),
  });

describe("the callback's settings", () => {
  test("the settings of WeCom's callback have the meaning and the defaults that they always had", () => {
    const { wecom } = load([]).channels;
    expect(wecom).toMatchObject({
      token: "the-token",
      encoding_aes_key: aesKey,
      group_shared_history_enabled: false,
      group_shared_history_chat_ids: [],
      file_retention_days: 3,
      max_file_size_mb: 20,
      response_url_cache_per_scope: 50,
      lock_timeout_secs: 900,
      history_max_turns: 30,
      // No one is excluded by default: WeCom itself decides to whom it shows a bot.
      allowed_users: ["*"],
      allowed_groups: ["*"],
    });
    expect(wecom.fallback_robot_webhook_url).toBeUndefined();
    expect(wecomBots(wecom)).toMatchObject([
      { name: "default", path: "/wecombot/callback", pairs: [{ token: "the-token" }] },
    ]);
  });

  test("the settings of WeCom's callback reach the channel, each of them", () => {
    const lines = [
      "group_shared_history_enabled: true",
      "group_shared_history_chat_ids: [wrG1]",
      "max_file_size_mb: 5",
      "response_url_cache_per_scope: 1",
      "lock_timeout_secs: 30",
      "history_max_turns: 12",
      `fallback_robot_webhook_url: ${robot}`,
    ];
    expect(wecomSettings(load(lines).channels.wecom)).toMatchObject({
      sharedGroups: ["wrG1"],
      maxFileBytes: 5 * 1024 ** 2,
      ticketsPerScope: 1,
      turnTimeoutMs: 30_000,
      historyMessages: 12,
      fallbackUrl: robot,
    });
    // A list without the switch shares nothing.
    expect(
      wecomSettings(load(["group_shared_history_chat_ids: [wrG1]"]).channels.wecom).sharedGroups,
    ).toEqual([]);
  });

  test.each([
    ["encoding_aes_key: short", "must be the 43 letters and digits of WeCom's EncodingAESKey"],
    ["file_retention_days: 0", "file_retention_days"],
    ["max_file_size_mb: 101", "max_file_size_mb"],
    ["response_url_cache_per_scope: 0", "response_url_cache_per_scope"],
    ["lock_timeout_secs: 29", "lock_timeout_secs"],
    ["history_max_turns: 1", "history_max_turns"],
    ["group_shared_history_enabled: perhaps", "group_shared_history_enabled"],
    ["group_shared_history_chat_ids: wrG1: x", ""],
    [
      "fallback_robot_webhook_url: https://evil.example/cgi-bin/webhook/send?key=1",
      "webhook of a group robot",
    ],
    [`push_urls: [{scope: "user:a", url: "${robot}", bot: nobody}]`, "which is not in `bots`"],
    [`push_urls: [{scope: zhangsan, url: "${robot}"}]`, "must be a scope"],
    ["welcome_buttons: [a, b, c, d, e, f, g]", "welcome_buttons"],
    [
      `fallback_robot_webhook_url: ${robot.replace("qyapi.weixin.qq.com", "evil.example")}`,
      "words would go to somebody else",
    ],
  ])("the settings of WeCom's callback with %s are refused at the start", (line, sentence) => {
    const name = line.split(":")[0] ?? "";
    const lines =
      name === "encoding_aes_key" ? ["bots:", `  - {name: sales, token: t, ${line}}`] : [line];
    const refusal = (() => {
      try {
        load(lines);
        return "";
      } catch (error) {
        return String(error);
      }
    })();
    expect(refusal).toContain(sentence);
    expect(refusal).not.toMatch(/693a91f6|the-token|abcdefghij/);
  });

  test("the settings of WeCom's callback show no secret", () => {
    const config = load([
      `fallback_robot_webhook_url: ${robot}`,
      "push_urls:",
      `  - {scope: "group:wrG1", url: "${robot}"}`,
    ]);
    expect(JSON.stringify(describeConfig(config))).not.toMatch(/the-token|abcdefghij|693a91f6/);
    expect(configSecrets(config)).toEqual(expect.arrayContaining(["the-token", aesKey, robot]));
  });
});
