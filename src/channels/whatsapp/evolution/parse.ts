import { countryOfNumber } from "../../../domain/calling-codes.ts";
import type { Receipt } from "../../../domain/ports/channel-ports.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type { BusyPolicy, Route } from "../../../domain/message.ts";
import type { Condition } from "../../kit/account-health.ts";
import { type Arrival, emptyArrival } from "../arrival.ts";
import { evolutionContent } from "./content.ts";
import {
  type Fields,
  fieldsOf,
  idOf,
  numberOf,
  objectsOf,
  secondsToIso,
  textOf,
} from "../../kit/json-fields.ts";

export const evolutionChannel = "evolution";

export interface EvolutionReader {
  /** May an unknown person with this number become a new account? */
  readonly admits: (phone: string | undefined) => boolean;
  readonly busyPolicy: BusyPolicy;
  readonly groups: boolean;
}

export interface EvolutionReading {
  readonly arrival: Arrival;
  readonly condition?: Condition | undefined;
}

/**
 * The content of one event of one instance. `date_time` is local time with a false zone, and
 * `apikey` is a secret: neither is read.
 */
export function readEvent(
  reader: EvolutionReader,
  instance: string,
  body: Fields,
): EvolutionReading {
  const event = (textOf(body["event"]) ?? "").toLowerCase().replaceAll("_", ".");
  const data = Array.isArray(body["data"]) ? objectsOf(body["data"]) : objectsOf([body["data"]]);
  const arrival = emptyArrival();
  const on: Reading = { reader, instance, arrival };
  if (event === "messages.upsert") for (const item of data) readUpsert(on, item);
  if (event === "messages.update" || event === "send.message")
    for (const item of data) readStatus(on, item, event);
  if (event === "connection.update") return { arrival, condition: conditionOf(data[0]) };
  if (event === "qrcode.updated")
    return { arrival, condition: { state: "needs_login", reason: "qr_code" } };
  return { arrival };
}

interface Reading {
  readonly reader: EvolutionReader;
  readonly instance: string;
  readonly arrival: Arrival;
}

function readUpsert(on: Reading, item: Fields): void {
  const key = fieldsOf(item["key"]);
  // Our own words come back too, from the phone or from here.
  if (key?.["fromMe"] === true) return;
  const vendorId = idOf(key?.["id"]);
  try {
    if (vendorId === undefined || key === undefined || !tryReadMessage(on, { item, key, vendorId }))
      reject(on, vendorId, "invalid_provider_payload");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    reject(on, vendorId, error.code);
  }
}

function reject({ arrival, instance }: Reading, vendorId: string | undefined, code: string): void {
  arrival.rejected.push({
    channel: evolutionChannel,
    channelAccount: instance,
    vendorId: vendorId ?? null,
    code,
  });
}

/** False when the message lacks what makes it one. */
function tryReadMessage(
  on: Reading,
  { item, key, vendorId }: { item: Fields; key: Fields; vendorId: string },
): boolean {
  const { arrival, instance, reader } = on;
  const chat = textOf(key["remoteJid"]);
  const message = fieldsOf(item["message"]);
  if (chat === undefined) return false;
  const group = chat.endsWith("@g.us");
  if (
    chat === "status@broadcast" ||
    /@(broadcast|newsletter)$/.test(chat) ||
    (group && !reader.groups)
  )
    return true;
  const names = group ? [key["participant"], key["participantAlt"]] : [chat, key["remoteJidAlt"]];
  const { subject, alias } = personOf(names);
  if (subject === undefined || message === undefined) return false;
  if (alias !== undefined)
    arrival.changes.push({
      channel: evolutionChannel,
      channelAccount: instance,
      fromSubject: alias,
      toSubject: subject,
      reason: "seen_together",
    });
  const content = evolutionContent(message);
  if (content === "nothing") return true;
  if ("note" in content) {
    arrival.notes.push({
      channel: evolutionChannel,
      channelAccount: instance,
      vendorId,
      subject,
      payload: content.note,
    });
    return true;
  }
  const to: Pick<Route, "scope" | "peer"> = group
    ? { scope: `group:${chat}`, peer: chat }
    : { scope: `user:${subject}`, peer: subject };
  arrival.messages.push({
    route: { channel: evolutionChannel, channelAccount: instance, ...to },
    vendorId,
    subject,
    text: content.message.text,
    senderName: textOf(item["pushName"]),
    country: countryOfNumber(subject),
    payload: {
      ...content.message.payload,
      sent_at: secondsToIso(item["messageTimestamp"]),
      ...around(item),
      ...(group ? describeSharing(subject) : {}),
    },
    busyPolicy: reader.busyPolicy,
    provision: reader.admits(subject.endsWith("@lid") ? undefined : subject),
  });
  return true;
}

/** In a group everyone reads what is said: nothing private may be mentioned there. */
const describeSharing = (subject: string): JsonObject => ({
  sender: subject,
  surroundings: { shared: true, facts: {} },
});

function around(item: Fields): JsonObject {
  const context = fieldsOf(item["contextInfo"]);
  const id = idOf(context?.["stanzaId"]);
  return {
    ...(id === undefined ? {} : { quote: { vendor_id: id } }),
    ...(context?.["isForwarded"] === true ? { forwarded: true } : {}),
  };
}

/**
 * A person goes by phone number, or by a `lid` that hides it. The number is the better name; the
 * other one is then an alias.
 */
function personOf(names: readonly unknown[]): {
  subject?: string | undefined;
  alias?: string | undefined;
} {
  const jids = names.map((name) =>
    /^(\d{3,30})(?::\d{1,5})?@(s\.whatsapp\.net|c\.us|lid)$/.exec(textOf(name) ?? ""),
  );
  const lid = jids.find((jid) => jid?.[2] === "lid")?.[1];
  const phone = jids.find((jid) => jid !== null && jid[2] !== "lid")?.[1];
  const hidden = lid === undefined ? undefined : `${lid}@lid`;
  return phone === undefined ? { subject: hidden } : { subject: phone, alias: hidden };
}

const statuses: ReadonlyMap<unknown, Receipt["status"]> = new Map<unknown, Receipt["status"]>([
  ["SERVER_ACK", "sent"],
  ["SENT", "sent"],
  ["DELIVERY_ACK", "delivered"],
  ["DELIVERED", "delivered"],
  ["READ", "read"],
  ["PLAYED", "read"],
  ["ERROR", "failed"],
  ["FAILED", "failed"],
]);

/**
 * The state of our own messages. `send.message` only says that the gateway took one, whatever
 * status it carries.
 */
function readStatus({ arrival, instance }: Reading, item: Fields, event: string): void {
  const key = fieldsOf(item["key"]);
  const providerMessageId = idOf(item["keyId"]) ?? idOf(key?.["id"]);
  const ours = (item["fromMe"] ?? key?.["fromMe"]) === true;
  const status =
    event === "send.message" ? "sent" : statuses.get(textOf(item["status"])?.toUpperCase());
  if (!ours || status === undefined || providerMessageId === undefined) return;
  const code = status === "failed" ? { code: "failed" } : {};
  arrival.receipts.push({
    channel: evolutionChannel,
    channelAccount: instance,
    providerMessageId,
    status,
    ...code,
  });
}

/** `close` with 401 is a login that ended; other closes mend themselves. */
export function conditionOf(data: Fields | undefined): Condition | undefined {
  const reason = numberOf(data?.["statusReason"]);
  const why = reason === undefined ? {} : { reason: String(reason) };
  switch (data?.["state"]) {
    case "open":
      return { state: "connected" };
    case "connecting":
      return { state: "connecting" };
    case "close":
      return { state: reason === 401 ? "needs_login" : "not_connected", ...why };
    case "refused":
      return { state: "failed", ...why };
    default:
      return undefined;
  }
}
