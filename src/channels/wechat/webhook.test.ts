import { expect, it } from "vitest";
import { Refusal } from "../../domain/errors.ts";
import { wechatWebhook } from "./webhook.ts";

const now = Date.UTC(2026, 0, 5, 9);

const codeOf = async (
  isLocal: boolean,
  secrets: readonly string[] = [],
  headers: Record<string, string> = {},
): Promise<string> => {
  const webhook = wechatWebhook({
    secrets,
    busyPolicy: "queue",
    accept: () => Promise.reject(new Error("nothing sensible was said")),
    now: () => now,
    heard: () => undefined,
  });
  const ask = {
    headers,
    body: new Uint8Array(),
    query: new URLSearchParams(),
    ip: "203.0.113.9",
    isLocal,
  };
  return webhook.handle(ask).then(
    () => "taken",
    (error: unknown) => (error instanceof Refusal ? error.code : "broken"),
  );
};

it("a webhook without a secret is read only when a program of this machine calls it itself", async () => {
  expect([
    await codeOf(true),
    await codeOf(false),
    await codeOf(true, ["a-secret-of-the-connector"]),
  ]).toEqual(["invalid_request", "webhook_unauthorized", "webhook_unauthorized"]);
});

it("S10: a connector that says when it sent something is heard within five minutes of it, and not later", async () => {
  const at = (seconds: number): Promise<string> =>
    codeOf(false, ["a-secret-of-the-connector"], {
      "x-webhook-secret": "a-secret-of-the-connector",
      "x-webhook-timestamp": String(Math.floor(now / 1_000) + seconds),
    });
  expect([await at(0), await at(-300), await at(300)]).toEqual([
    "invalid_request",
    "invalid_request",
    "invalid_request",
  ]);
  expect([await at(-301), await at(301)]).toEqual(["webhook_unauthorized", "webhook_unauthorized"]);
  for (const odd of ["", "soon", "1e10", "-1"]) {
    const headers = { "x-webhook-secret": "a-secret-of-the-connector", "x-webhook-timestamp": odd };
    expect(await codeOf(false, ["a-secret-of-the-connector"], headers)).toBe(
      "webhook_unauthorized",
    );
  }
});
