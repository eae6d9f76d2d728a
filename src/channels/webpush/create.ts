import { type Channel, plainChatApp } from "../../domain/channel.ts";
import type { Delivery, Verdict } from "../../domain/delivery.ts";
import { type Language, pickLanguage } from "../../domain/language.ts";
import type { Chance, Clock } from "../../domain/ports/clock.ts";
import type { OutboundAnswer, OutboundHttp } from "../../domain/ports/http.ts";
import type { Log } from "../../domain/ports/log.ts";
import type { PushDevices, PushSubscription } from "../../domain/ports/push.ts";
import { verdictOfFailure } from "../kit/outgoing.ts";
import { reachOf } from "../kit/reach.ts";
import { type Devices, pushChannel } from "./devices.ts";
import { encryptPush, longestPayload } from "./encrypt.ts";
import type { PushSection } from "./section.ts";
import { vapidHeader } from "./vapid.ts";

export interface PushDeps {
  readonly section: PushSection;
  readonly http: OutboundHttp;
  readonly clock: Pick<Clock, "now">;
  readonly chance: Pick<Chance, "bytes">;
  readonly log: Log;
  readonly publicUrl: string | undefined;
  readonly devices: Devices;
}

/** A reminder that is a day late is not sent any more. */
const keptForSeconds = 24 * 3_600;
const sendTimeoutMs = 20_000;

/** Notifications in a person's browsers. They carry words to one device each, and bring nothing back. */
export function createPush(on: PushDeps): Channel {
  return {
    name: pushChannel,
    ready: () => true,
    limits: { partLength: 2_000, partUnit: "bytes", paceMs: 0, sendTimeoutMs },
    capabilities: { ...plainChatApp, opensLinks: false, reportsLater: false },
    unknownSends: "keep",
    // Another person may have signed in with this browser since the words were queued.
    send: async (delivery, signal) =>
      (await on.devices.listIds(delivery.accountId)).includes(delivery.channelAccount)
        ? push(on, toNotice(delivery), signal)
        : { kind: "refused", code: "subscription_ended" },
  };
}

/** What is said to one device. */
export interface Notice {
  readonly device: string;
  readonly text: string;
  /** The conversation that a press on it opens. */
  readonly conversation: string | undefined;
  /** Says nothing that would have to be hidden. */
  readonly isHarmless?: boolean;
}

const toNotice = ({ channelAccount, text, conversationId }: Delivery): Notice => ({
  device: channelAccount,
  text,
  conversation: conversationId,
});

async function push(on: PushDeps, notice: Notice, signal?: AbortSignal): Promise<Verdict> {
  const device = await on.devices.read(notice.device);
  if (device === undefined) return { kind: "refused", code: "subscription_ended" };
  try {
    const verdict = judge(await on.http.request({ ...(await callOf(on, device, notice)), signal }));
    if (verdict.kind === "refused" && verdict.code === "subscription_ended")
      await on.devices.end(notice.device);
    return verdict;
  } catch (error) {
    return verdictOfFailure(error);
  }
}

async function callOf(on: PushDeps, device: PushSubscription, notice: Notice) {
  const { section, chance } = on;
  const plain = Buffer.from(JSON.stringify(payloadOf(device, notice)));
  return {
    method: "POST" as const,
    url: device.endpoint,
    headers: {
      "content-type": "application/octet-stream",
      "content-encoding": "aes128gcm",
      ttl: String(keptForSeconds),
      urgency: "high",
      authorization: vapidHeader(await on.devices.keys(), {
        endpoint: device.endpoint,
        contact: contactOf(on),
        now: on.clock.now(),
      }),
    },
    body: encryptPush(plain, device, { salt: chance.bytes(16), privateKey: chance.bytes(32) }),
    timeoutMs: sendTimeoutMs,
    maxBytes: 10_000,
    allowedHosts: reachOf({ apiBaseUrl: device.endpoint, allowedHosts: section.allowed_hosts }),
  };
}

/** Push services want to know whom to write to; some refuse a call without it. */
function contactOf({ section, publicUrl }: PushDeps): string {
  if (section.contact !== undefined) return section.contact;
  return publicUrl?.startsWith("https:") === true ? publicUrl : "mailto:operator@example.org";
}

const hidden: Readonly<Record<Language, string>> = {
  en: "You have a new message. Open Meanwhile to read it.",
  zh: "你有一条新消息，打开 Meanwhile 查看。",
};

/** Anyone who sees the screen reads a notification: its words are shown only where allowed. */
function payloadOf(device: PushSubscription, { text, conversation, isHarmless = false }: Notice) {
  const body = device.shows_content || isHarmless ? cut(text) : hidden[pickLanguage(null, text)];
  return { title: "Meanwhile", body, ...(conversation === undefined ? {} : { conversation }) };
}

/** As much as fits, with room for the rest of the message. */
function cut(text: string): string {
  let shown = text;
  while (Buffer.byteLength(JSON.stringify(shown)) > longestPayload - 200)
    shown = `${Array.from(shown).slice(0, -100).join("")}…`;
  return shown;
}

function judge({ status, headers }: OutboundAnswer): Verdict {
  if (status < 300) return { kind: "sent", providerMessageId: headers["location"] };
  // The person took it back in the browser, or the browser is gone.
  if (status === 404 || status === 410) return { kind: "refused", code: "subscription_ended" };
  if (status === 429 || status >= 500)
    return { kind: "not_sent", code: "busy", retryAfterMs: readRetryAfter(headers) };
  if (status === 401 || status === 403) return { kind: "refused", code: "token_refused" };
  return { kind: "refused", code: `http_${status}` };
}

function readRetryAfter(headers: OutboundAnswer["headers"]): number | undefined {
  const given = headers["retry-after"] ?? "";
  return /^\d{1,5}$/.test(given) ? Number(given) * 1_000 : undefined;
}

const works: Readonly<Record<Language, string>> = {
  en: "Notifications work on this device.",
  zh: "这台设备可以收到通知。",
};

/** The devices, for the routes of the API. */
export const pushDevices = (on: PushDeps): PushDevices => ({
  publicKey: async () => (await on.devices.keys()).publicKey,
  list: (accountId) => on.devices.list(accountId),
  add: (accountId, subscription) => on.devices.add(accountId, subscription),
  remove: (accountId, id) => on.devices.remove(accountId, id),
  async test(accountId, id) {
    const device = (await on.devices.list(accountId)).find((each) => each.id === id);
    if (device === undefined) return "subscription_ended";
    const text = works[pickLanguage(null, device.label)];
    const verdict = await push(on, { device: id, text, conversation: undefined, isHarmless: true });
    return verdict.kind === "sent" ? undefined : verdict.code;
  },
});

/** Tells every device of a person of what was just said on the page. It is on the page in any case. */
export async function notifyDevices(
  on: PushDeps,
  said: Pick<Delivery, "accountId" | "conversationId" | "text">,
): Promise<void> {
  for (const device of await on.devices.listIds(said.accountId)) {
    const notice = { device, text: said.text, conversation: said.conversationId };
    const verdict = await push(on, notice);
    if (verdict.kind !== "sent")
      on.log.warn({ channel: pushChannel, code: verdict.code }, "a notification was not sent");
  }
}
