import { createHash, timingSafeEqual } from "node:crypto";
import { Refusal } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import { canonicalId, channelIdOf } from "../../domain/ids.ts";
import type { AcceptOutcome, BusyPolicy, InboundMessage } from "../../domain/message.ts";
import { findPairingCode } from "../../domain/pairing.ts";
import type { ChannelWebhook } from "../../domain/webhook.ts";
import { channelName, connectorAccount } from "./connector.ts";

export const webhookPath = "/webhooks/wechat/personal";

export interface WechatWebhookDeps {
  /**
   * Each is valid. Empty only where the operator said that none is wanted: then programs on this
   * machine alone may call.
   */
  readonly secrets: readonly string[];
  readonly busyPolicy: BusyPolicy;
  accept(message: InboundMessage): Promise<AcceptOutcome>;
  now(): number;
  /** A message proves that this person is logged in at the connector. */
  readonly heard: (peer: string) => void;
}

/**
 * Messages posted by an outside connector. It never binds: the account must be paired with the
 * person already.
 */
export function wechatWebhook(deps: WechatWebhookDeps): ChannelWebhook {
  return {
    method: "post",
    path: webhookPath,
    async handle({ headers, body, isLocal }) {
      const isTrusted = deps.secrets.length === 0 ? isLocal : isKnown(headers, deps.secrets);
      if (!isTrusted || isStale(headers["x-webhook-timestamp"], deps.now()))
        throw new Refusal(
          "webhook_unauthorized",
          undefined,
          "The webhook secret is missing or wrong.",
        );
      assertTrace(headers["traceparent"]);
      const message = read(objectIn(body), deps.busyPolicy);
      const outcome = await deps.accept(message);
      if (outcome.kind === "refused") throw new Refusal(outcome.code);
      deps.heard(message.route.peer);
      return {
        status: 202,
        contentType: "application/json; charset=utf-8",
        body: JSON.stringify(toAnswer(message, outcome)),
      };
    },
  };
}

const windowMs = 300_000;

/** A connector's timestamp must be close to now, so that a recorded call can't be replayed. */
const isStale = (sent: string | undefined, now: number): boolean =>
  sent !== undefined &&
  !(/^\d{10}$/.test(sent) && Math.abs(Number(sent) * 1_000 - now) <= windowMs);

const secretHeaders = [
  "x-webhook-secret",
  "x-webhook-token",
  "x-meanwhile-webhook-secret",
  "x-coke-webhook-secret",
];

/**
 * Every secret is compared with everything offered, in constant time, so that timing reveals
 * nothing.
 */
function isKnown(headers: Readonly<Record<string, string>>, secrets: readonly string[]): boolean {
  const bearer = /^Bearer +(\S+)$/i.exec(headers["authorization"] ?? "")?.[1];
  const offered = [...secretHeaders.map((name) => headers[name]), bearer].filter(
    (value) => value !== undefined,
  );
  return secrets
    .flatMap((secret) => offered.map((value) => isSameSecret(secret, value)))
    .includes(true);
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other));

function assertTrace(value: string | undefined): void {
  if (
    value !== undefined &&
    !/^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/.test(value)
  )
    throw new Refusal(
      "invalid_request",
      {
        location: "header",
        field: "traceparent",
      },
      "The traceparent header is malformed.",
    );
}

type Fields = Readonly<Record<string, unknown>>;

function objectIn(body: Uint8Array): Fields {
  const refusal = new Refusal(
    "invalid_request",
    {
      location: "body",
      reason: "json_body_required",
    },
    "The body must be a JSON object.",
  );
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Fields;
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof TypeError)) throw error;
  }
  throw refusal;
}

function read(fields: Fields, busyPolicy: BusyPolicy): InboundMessage {
  const wxid = requireText(fields, "wxid");
  const vendorId = requireText(fields, "message_id");
  const text = optional(fields, "text") ?? "";
  const claimed = optional(fields, "account_id");
  const claimedAccountId = claimed === undefined ? undefined : canonicalId(claimed.trim());
  // A message without an account, or with an impossible one, is not paired; only a pairing code may
  // come without.
  if (claimedAccountId === undefined && findPairingCode(text) === undefined)
    throw new Refusal("identity_pairing_required");
  const payload: Record<string, string> = {};
  for (const name of ["session_id", "context_token"]) {
    const value = optional(fields, name);
    if (value !== undefined) payload[name] = value;
  }
  return {
    route: {
      channel: channelName,
      channelAccount: connectorAccount,
      scope: `user:${wxid}`,
      peer: wxid,
    },
    vendorId,
    subject: wxid,
    claimedAccountId,
    text,
    senderName: optional(fields, "sender_name"),
    payload,
    busyPolicy,
    provision: false,
  };
}

/** Ids are text. A number may have lost its last digits before it got here. */
function requireText(fields: Fields, field: string): string {
  const value = fields[field];
  if (typeof value !== "string" || value.trim() === "") throw invalid(field);
  return value;
}

function optional(fields: Fields, field: string): string | undefined {
  const value = fields[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw invalid(field);
  return value;
}

const invalid = (field: string): Refusal =>
  new Refusal("invalid_provider_payload", { field }, `${field} must be a text and not blank.`);

function toAnswer(
  message: InboundMessage,
  outcome: Exclude<AcceptOutcome, { kind: "refused" }>,
): JsonObject {
  return {
    accepted: true,
    duplicate: outcome.kind === "duplicate",
    provider_type: message.route.channel,
    provider_subject: message.subject,
    account_id: outcome.accountId,
    channel_identity_id: outcome.identityId,
    channel_id: channelIdOf(message.route),
    conversation_id: outcome.conversationId,
    message_id: outcome.messageId,
    raw_event_id: message.vendorId,
    created_account: false,
  };
}
