import { describe, expect, test } from "vitest";
import { loadConfig } from "../../config.ts";
import { configSecrets, describeConfig } from "../../config/secrets.ts";
import { wecomSettings } from "./wire.ts";
import { wecomBots } from "./configured-bots.ts";

const load = (lines: readonly string[]) =>
  loadConfig({
    env: {},
    cwd: "/srv",
    readFile: () =>
      ["channels:", "  wecom:", "    enabled: true", ...lines.map((line) => `    ${line}`)].join(
        "\n",
      ),
  });
const pair = ["token: callback-token", `encoding_aes_key: ${"a".repeat(43)}`];
const connected = ["transport: long_connection", "bot_id: AIB1", "secret: connection-secret"];

describe("the long connection's settings", () => {
  test("the settings of WeCom's long connection make a bot that needs neither token nor key, beside bots that have them", () => {
    const { wecom } = load([
      ...connected,
      "bots:",
      "  - name: sales",
      ...pair.map((line) => `    ${line}`),
    ]).channels;
    expect(wecomBots(wecom)).toMatchObject([
      {
        name: "default",
        pairs: [],
        botId: "AIB1",
        connection: { botId: "AIB1", secret: "connection-secret" },
      },
      {
        name: "sales",
        path: "/wecombot/callback/sales",
        pairs: [{ token: "callback-token" }],
        connection: undefined,
      },
    ]);
    expect(wecomSettings(wecom).socketUrl).toBe("wss://openws.work.weixin.qq.com");
  });

  test("the settings of WeCom's long connection stand beside a callback's without being used: a bot has one transport", () => {
    const { wecom } = load([...pair, "bot_id: AIB1", "secret: connection-secret"]).channels;
    expect(wecomBots(wecom)).toMatchObject([{ name: "default", connection: undefined }]);
  });

  test("the settings of WeCom's long connection show no secret", () => {
    const config = load([
      ...connected,
      "bots:",
      "  - {name: sales, transport: long_connection, bot_id: AIB2, secret: another-secret}",
    ]);
    expect(JSON.stringify(describeConfig(config))).not.toMatch(/connection-secret|another-secret/);
    expect(configSecrets(config)).toEqual(
      expect.arrayContaining(["connection-secret", "another-secret"]),
    );
  });

  test.each([
    [["transport: long_connection", "bot_id: AIB1"], "needs `bot_id` and `secret`"],
    [["transport: long_connection", "secret: s"], "needs `bot_id` and `secret`"],
    [
      [
        ...connected,
        "bots:",
        "  - {name: sales, transport: long_connection, bot_id: AIB1, secret: s}",
      ],
      "the same `bot_id`",
    ],
    [
      ["bots:", "  - {name: sales, token: t}"],
      "(sales)` needs both `token` and `encoding_aes_key`",
    ],
    [["token: t"], "needs both `token` and `encoding_aes_key`"],
    [[...connected, "ws_url: ws://wecom.example"], "is not encrypted"],
    [[...connected, "ws_url: https://wecom.example"], "must be a wss URL"],
    [["transport: websocket"], "transport"],
    [[], "anyone could write in any person's name"],
  ])(
    "the settings of WeCom's long connection with %j are refused at the start",
    (lines, sentence) => {
      expect(() => load(lines)).toThrow(sentence);
    },
  );

  test("the settings of WeCom's long connection may be plain to a host that is listed, such as this machine", () => {
    expect(
      load([...connected, "ws_url: ws://127.0.0.1:9", "allowed_hosts: [127.0.0.1]"]).channels.wecom
        .ws_url,
    ).toBe("ws://127.0.0.1:9");
  });
});
