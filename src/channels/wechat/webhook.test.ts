import { expect, it } from "vitest";
import { Refusal } from "../../domain/errors.ts";
import { wechatWebhook } from "./webhook.ts";

const codeOf = async (isLocal: boolean, secrets: readonly string[] = []): Promise<string> => {
  const webhook = wechatWebhook({
    secrets,
    busyPolicy: "queue",
    accept: () => Promise.reject(new Error("nothing sensible was said")),
    heard: () => undefined,
  });
  const ask = { headers: {}, body: new Uint8Array(), query: new URLSearchParams(), ip: "203.0.113.9", isLocal };
  return webhook.handle(ask).then(
    () => "taken",
    (error: unknown) => (error instanceof Refusal ? error.code : "broken"),
  );
};

it("a webhook without a secret is read only when a program of this machine calls it itself", async () => {
  expect([await codeOf(true), await codeOf(false), await codeOf(true, ["a-secret-of-the-connector"])]).toEqual([
    "invalid_request",
    "webhook_unauthorized",
    "webhook_unauthorized",
  ]);
});
