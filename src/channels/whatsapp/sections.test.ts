import { describe, expect, test } from "vitest";
import { loadConfig } from "../../config.ts";
import { configSecrets, describeConfig } from "../../config/secrets.ts";
import { whatsappSettings } from "./cloud/section.ts";
import { evolutionSettings } from "./evolution/section.ts";

const load = (file: string, env: Record<string, string> = {}) =>
  loadConfig({ env, cwd: "/srv", readFile: () => file });
const whatsapp = `
channels:
  whatsapp:
    enabled: true
    app_secrets: [app-secret-new, app-secret-old]
    verify_tokens: [verify-token-1]
    accounts:
      - phone_number_id: "106540352242922"
        access_token: access-token-1
        reminder_template: { name: reminder }
`;
const evolution = `
channels:
  evolution:
    enabled: true
    webhook_secrets: [webhook-secret-1]
    instances: [{ name: main, api_key: instance-key-1 }]
    allowed_hosts: [127.0.0.1]
`;

describe("the settings of WhatsApp", () => {
  test("the settings of WhatsApp are off by default", () => {
    const { channels } = load("");
    expect([channels.whatsapp.enabled, channels.evolution.enabled]).toEqual([false, false]);
    expect([channels.whatsapp.busy_policy, channels.evolution.busy_policy]).toEqual([
      "supersede",
      "supersede",
    ]);
  });

  test("the settings of WhatsApp become what the channels take", () => {
    expect(whatsappSettings(load(whatsapp).channels.whatsapp)).toEqual({
      busyPolicy: "supersede",
      appSecrets: ["app-secret-new", "app-secret-old"],
      verifyTokens: ["verify-token-1"],
      accounts: [
        {
          phoneNumberId: "106540352242922",
          accessToken: "access-token-1",
          template: { name: "reminder", language: "en", parameterLength: 900 },
        },
      ],
      apiBaseUrl: "https://graph.facebook.com",
      apiVersion: "v25.0",
      allowedHosts: [],
      readMarks: true,
      access: "paired",
      allowedNumbers: [],
    });
    expect(evolutionSettings(load(evolution).channels.evolution)).toEqual({
      busyPolicy: "supersede",
      webhookSecrets: ["webhook-secret-1"],
      jwtKeys: [],
      instances: [{ name: "main", apiKey: "instance-key-1" }],
      apiBaseUrl: "http://127.0.0.1:8080",
      allowedHosts: ["127.0.0.1"],
      groups: false,
      access: "paired",
      allowedNumbers: [],
    });
  });

  test("S15: the settings of WhatsApp let strangers in only by a list or on purpose, and a list and its setting belong together", () => {
    const listed = whatsapp.replace(
      "enabled: true",
      'enabled: true\n    access: list\n    allowed_numbers: ["+49 (170) 123-4567"]',
    );
    expect(whatsappSettings(load(listed).channels.whatsapp)).toMatchObject({
      access: "list",
      allowedNumbers: ["491701234567"],
    });
    expect(() =>
      load(whatsapp.replace("enabled: true", "enabled: true\n    access: list")),
    ).toThrow(/allowed_numbers` is empty/);
    expect(() =>
      load(
        whatsapp.replace("enabled: true", 'enabled: true\n    allowed_numbers: ["491701234567"]'),
      ),
    ).toThrow(/access: list/);
    expect(() => load(listed.replace("+49 (170) 123-4567", "my phone"))).toThrow(/country code/);
  });

  test("the settings of WhatsApp can come from the environment alone", () => {
    const { channels } = load("", {
      MEANWHILE_CHANNELS__WHATSAPP__ENABLED: "true",
      MEANWHILE_CHANNELS__WHATSAPP__APP_SECRETS: "one,two",
      MEANWHILE_CHANNELS__WHATSAPP__VERIFY_TOKENS: "three",
      MEANWHILE_CHANNELS__WHATSAPP__ACCOUNTS: '[{"phone_number_id":"77","access_token":"four"}]',
    });
    expect(channels.whatsapp).toMatchObject({
      app_secrets: ["one", "two"],
      accounts: [{ phone_number_id: "77", access_token: "four" }],
    });
  });

  test("the settings of WhatsApp show no secret, and the log knows each", () => {
    const config = load(`${whatsapp}${evolution.replace("channels:\n", "").replace(/^\n/, "")}`);
    const secrets = [
      "app-secret-new",
      "app-secret-old",
      "verify-token-1",
      "access-token-1",
      "webhook-secret-1",
      "instance-key-1",
    ];
    expect(configSecrets(config)).toEqual(expect.arrayContaining(secrets));
    const shown = JSON.stringify(describeConfig(config));
    for (const secret of secrets) expect(shown).not.toContain(secret);
  });

  test.each([
    [
      "app_secrets",
      whatsapp.replace("app_secrets: [app-secret-new, app-secret-old]", "app_secrets: []"),
      "has no `app_secrets`",
    ],
    [
      "verify_tokens",
      whatsapp.replace("verify_tokens: [verify-token-1]", "verify_tokens: []"),
      "has no `verify_tokens`",
    ],
    ["accounts", whatsapp.replace(/accounts:[\s\S]*$/, "accounts: []"), "has no `accounts`"],
    [
      "webhook_secrets",
      evolution.replace("[webhook-secret-1]", "[]"),
      "has neither `webhook_secrets` nor `jwt_keys`",
    ],
    ["instances", evolution.replace(/instances: .*/, "instances: []"), "has no `instances`"],
  ])("the settings of WhatsApp refuse to start a channel without its %s", (_, file, sentence) => {
    expect(() => load(file)).toThrow(sentence);
  });

  test.each([
    ["an empty secret", whatsapp.replace("[app-secret-new, app-secret-old]", '[""]')],
    ["a phone number instead of its id", whatsapp.replace('"106540352242922"', '"+1 555 010"')],
    ["a version that is a path", `${whatsapp}    api_version: "v1/../me"\n`],
  ])("the settings of WhatsApp refuse %s", (_, file) => {
    expect(() => load(file)).toThrow();
  });
});
