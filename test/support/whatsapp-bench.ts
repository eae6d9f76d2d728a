import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChannelWebhook } from "../../src/domain/webhook.ts";
import {
  type CloudDeps,
  type CloudSettings,
  createWhatsappCloud,
} from "../../src/channels/whatsapp/cloud/create.ts";
import {
  createEvolution,
  type EvolutionDeps,
  type EvolutionSettings,
} from "../../src/channels/whatsapp/evolution/create.ts";
import type { Chance } from "../../src/domain/ports/clock.ts";
import { Refusal } from "../../src/domain/errors.ts";
import type { OutboundHttp } from "../../src/domain/ports/http.ts";
import { type FakeClock, fakeClock } from "./fake-clock.ts";
import { type FakeWhatsappPorts, fakeWhatsappPorts } from "./whatsapp-ports.ts";

const fixtures = join(import.meta.dirname, "..", "vendors", "fixtures", "whatsapp");

/** A recorded shape, with the bytes as the vendor writes them. */
export const fixture = (name: string): string =>
  readFileSync(join(fixtures, `${name}.json`), "utf8");

const plainChance: Chance = {
  id: () => "id",
  random: () => 0,
  bytes: (count) => new Uint8Array(count).fill(7),
};

/** For tests in which no call may leave. */
const noHttp: OutboundHttp = { request: () => Promise.reject(new Error("no call was expected")) };

export const appSecret = "app-secret-0001";
export const cloudSettings: CloudSettings = {
  access: "open",
  allowedNumbers: [],
  busyPolicy: "supersede",
  appSecrets: [appSecret],
  verifyTokens: ["verify-me-0001"],
  accounts: [{ phoneNumberId: "106540352242922", accessToken: "EAAB-test-token-5e1c" }],
  apiBaseUrl: "https://graph.facebook.com",
  apiVersion: "v25.0",
  allowedHosts: [],
  readMarks: false,
};

interface WhatsappBench {
  readonly spine: FakeWhatsappPorts;
  readonly clock: FakeClock;
  /** Calls the webhook as the server would; a refusal is its status. */
  call(request: WebhookCall): Promise<WebhookReply>;
}

export interface WebhookCall {
  readonly method?: "get" | "post";
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly query?: string;
}

export interface WebhookReply {
  readonly status: number;
  readonly code?: string | undefined;
  readonly body: string;
}

function caller(webhooks: readonly ChannelWebhook[], path: string): WhatsappBench["call"] {
  return async (request) => {
    const webhook = webhooks.find(
      (one) => one.method === (request.method ?? "post") && one.path === (request.path ?? path),
    );
    if (webhook === undefined) return { status: 404, body: "" };
    const body =
      typeof request.body === "string"
        ? Buffer.from(request.body)
        : (request.body ?? new Uint8Array());
    if (body.byteLength > (webhook.maxBytes ?? 262_144)) return { status: 413, body: "" };
    try {
      const query = new URLSearchParams(request.query ?? "");
      const answer = await webhook.handle({
        headers: request.headers ?? {},
        body,
        query,
        ip: "203.0.113.9",
        isLocal: false,
      });
      return { status: answer.status, body: Buffer.from(answer.body).toString() };
    } catch (error) {
      // What is not a refusal would be a 500.
      return error instanceof Refusal
        ? { status: error.status, code: error.code, body: "" }
        : { status: 500, body: String(error) };
    }
  };
}

export const signatureOf = (
  body: string | Uint8Array,
  secret = appSecret,
): Record<string, string> => ({
  "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
});

export function openCloudBench(
  given: Partial<Omit<CloudDeps, "settings">> & { readonly settings?: Partial<CloudSettings> } = {},
) {
  const spine = fakeWhatsappPorts();
  const clock = fakeClock();
  const { ports, reports, log, metrics } = spine;
  const settings = { ...cloudSettings, ...given.settings };
  const cloud = createWhatsappCloud({
    ports,
    reports,
    log,
    metrics,
    clock,
    chance: plainChance,
    http: noHttp,
    ...given,
    settings,
  });
  const call = caller(cloud.webhooks, "/webhooks/whatsapp");
  const post = (body: string | Uint8Array, secret?: string) =>
    call({ body, headers: signatureOf(body, secret) });
  return { spine, clock, cloud, call, post };
}

export const webhookSecret = "evolution-hook-0001";
const jwtKey = "evolution-jwt-0001";
export const evolutionSettings: EvolutionSettings = {
  access: "open",
  allowedNumbers: [],
  busyPolicy: "supersede",
  instances: [{ name: "Haupt Telefon", apiKey: "evo-key-77aa" }],
  webhookSecrets: [webhookSecret],
  jwtKeys: [jwtKey],
  apiBaseUrl: "http://127.0.0.1:8080",
  allowedHosts: ["127.0.0.1"],
  groups: false,
};

export function openEvolutionBench(
  given: Partial<Omit<EvolutionDeps, "settings">> & {
    readonly settings?: Partial<EvolutionSettings>;
  } = {},
) {
  const spine = fakeWhatsappPorts();
  const clock = fakeClock();
  const { ports, reports, log, metrics } = spine;
  const settings = { ...evolutionSettings, ...given.settings };
  const evolution = createEvolution({
    ports,
    reports,
    log,
    metrics,
    clock,
    http: noHttp,
    ...given,
    settings,
  });
  const call = caller(evolution.webhooks, "/webhooks/evolution");
  const post = (body: string | Uint8Array) =>
    call({ body, headers: { "x-webhook-secret": webhookSecret } });
  return { spine, clock, evolution, call, post };
}

/** A JWT as Evolution makes it. */
export function jwt(
  nowMs: number,
  claims: object = {},
  by: { readonly key?: string; readonly head?: object } = {},
): string {
  const { key = jwtKey, head = { alg: "HS256", typ: "JWT" } } = by;
  const now = Math.floor(nowMs / 1000);
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part(head)}.${part({ iat: now, exp: now + 600, app: "evolution", action: "webhook", ...claims })}`;
  return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
}
