import { countryOfNumber } from "../../../domain/calling-codes.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { BusyPolicy } from "../../../domain/message.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type { IdentityChange } from "../../../domain/ports/channel-reports.ts";
import type { Receipt } from "../../../domain/ports/channel-ports.ts";
import { type Arrival, emptyArrival } from "../arrival.ts";
import { contentOf } from "./content.ts";
import { windowClosed } from "./verdict.ts";
import {
  type Fields,
  fieldsOf,
  idOf,
  listOf,
  numberOf,
  objectsOf,
  secondsToIso,
  textOf,
} from "../../kit/json-fields.ts";

export const cloudChannel = "whatsapp";

export interface CloudReading {
  readonly arrival: Arrival;
  /** Content that is not stored, for the log. */
  readonly ignored: Ignored[];
}

interface Ignored {
  readonly reason: "unknown_phone_number_id" | "other_field" | "group" | "vendor_error";
  readonly code?: number | undefined;
}

export interface CloudReader {
  /** May an unknown person with this number become a new account? */
  readonly admits: (phone: string | undefined) => boolean;
  readonly busyPolicy: BusyPolicy;
  readonly knows: (phoneNumberId: string) => boolean;
}

/**
 * A callback may hold several entries, changes and messages; each is handled on its own, so a bad
 * one does not affect the others.
 */
export function readCallback(reader: CloudReader, body: Fields): CloudReading {
  const reading: CloudReading = { arrival: emptyArrival(), ignored: [] };
  for (const entry of listOf(body["entry"])) {
    for (const item of listOf(fieldsOf(entry)?.["changes"])) {
      const change = fieldsOf(item);
      const value = fieldsOf(change?.["value"]);
      const account = textOf(fieldsOf(value?.["metadata"])?.["phone_number_id"]);
      if (
        value === undefined ||
        (change?.["field"] !== "messages" && change?.["field"] !== "user_id_update")
      )
        reading.ignored.push({ reason: "other_field" });
      else if (account === undefined || !reader.knows(account))
        reading.ignored.push({ reason: "unknown_phone_number_id" });
      else readValue({ reader, reading, account, value });
    }
  }
  return reading;
}

interface Reading {
  readonly reader: CloudReader;
  readonly reading: CloudReading;
  readonly account: string;
  readonly value: Fields;
}

function readValue(on: Reading): void {
  const { arrival, ignored } = on.reading;
  for (const message of listOf(on.value["messages"])) readOne(on, fieldsOf(message));
  for (const status of listOf(on.value["statuses"])) {
    const fields = fieldsOf(status);
    const receipt = receiptOf({ channel: cloudChannel, channelAccount: on.account }, fields);
    if (receipt === undefined) reject(on, fields, "invalid_status");
    else arrival.receipts.push(receipt);
  }
  for (const update of listOf(on.value["user_id_update"])) {
    const ids = fieldsOf(fieldsOf(update)?.["user_id"]);
    tryAddChange(on, {
      from: idOf(ids?.["previous"]),
      to: idOf(ids?.["current"]),
      reason: "user_id_update",
    });
  }
  for (const error of listOf(on.value["errors"]))
    ignored.push({ reason: "vendor_error", code: numberOf(fieldsOf(error)?.["code"]) });
}

function readOne(on: Reading, message: Fields | undefined): void {
  try {
    if (message === undefined || !tryReadMessage(on, message))
      reject(on, message, "invalid_provider_payload");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    reject(on, message, error.code);
  }
}

function reject({ reading, account }: Reading, message: Fields | undefined, code: string): void {
  reading.arrival.rejected.push({
    channel: cloudChannel,
    channelAccount: account,
    vendorId: idOf(message?.["id"]) ?? null,
    code,
  });
}

/** False when the message lacks what makes it one. */
function tryReadMessage(on: Reading, message: Fields): boolean {
  const { arrival, ignored } = on.reading;
  const vendorId = idOf(message["id"]);
  if (message["type"] === "system") return tryReadSystem(on, message);
  const phone = idOf(message["from"]);
  const userId = idOf(message["from_user_id"]);
  // The user id stays when a person hides or changes their number, so it names them first.
  const subject = userId ?? phone;
  if (vendorId === undefined || subject === undefined) return false;
  if (idOf(message["group_id"]) !== undefined) {
    ignored.push({ reason: "group" });
    return true;
  }
  if (userId !== undefined && phone !== undefined)
    tryAddChange(on, { from: phone, to: userId, reason: "seen_together" });
  const reaction = message["type"] === "reaction" ? fieldsOf(message["reaction"]) : undefined;
  const whose = { channel: cloudChannel, channelAccount: on.account };
  if (reaction !== undefined) {
    arrival.notes.push({ ...whose, vendorId, subject, payload: reactionIn(reaction) });
    return true;
  }
  const content = contentOf(message);
  if (content === undefined) return false;
  arrival.messages.push({
    route: { ...whose, scope: `user:${subject}`, peer: subject },
    vendorId,
    subject,
    text: content.text,
    senderName: senderName(on.value, { phone, userId }),
    country: countryOf(phone, userId),
    payload: {
      ...content.payload,
      ...readSurroundings(message),
      sender: { phone, user_id: userId },
    },
    busyPolicy: on.reader.busyPolicy,
    provision: on.reader.admits(phone),
  });
  return true;
}

const reactionIn = (reaction: Fields): JsonObject => ({
  reaction: {
    vendor_id: idOf(reaction["message_id"]),
    emoji: textOf(reaction["emoji"]) ?? null,
  },
});

function senderName(value: Fields, who: Parameters<typeof contactOf>[1]): string | undefined {
  const profile = fieldsOf(contactOf(value, who)?.["profile"]);
  return textOf(profile?.["name"]) ?? textOf(profile?.["username"]);
}

/** A user id begins with its country, which is known even when the number is hidden. */
const countryOf = (phone: string | undefined, userId: string | undefined): string | undefined =>
  (phone === undefined ? undefined : countryOfNumber(phone)) ??
  /^([A-Z]{2})\./.exec(userId ?? "")?.[1];

function readSurroundings(message: Fields): JsonObject {
  const context = fieldsOf(message["context"]);
  const id = idOf(context?.["id"]);
  const forwarded = context?.["forwarded"] === true || context?.["frequently_forwarded"] === true;
  return {
    sent_at: secondsToIso(message["timestamp"]),
    ...(id === undefined ? {} : { quote: { vendor_id: id, from: idOf(context?.["from"]) } }),
    ...(forwarded ? { forwarded } : {}),
  };
}

function contactOf(
  value: Fields,
  who: { phone: string | undefined; userId: string | undefined },
): Fields | undefined {
  const cards = objectsOf(value["contacts"]);
  return (
    cards.find((card) => who.userId !== undefined && card["user_id"] === who.userId) ??
    cards.find((card) => who.phone !== undefined && card["wa_id"] === who.phone)
  );
}

/**
 * A number or a user id that changed. A new number also makes a new user id: both pairs are
 * reported.
 */
function tryReadSystem(on: Reading, message: Fields): boolean {
  const system = fieldsOf(message["system"]);
  const type = system?.["type"];
  if (system === undefined) return false;
  if (type !== "user_changed_number" && type !== "user_changed_user_id") {
    on.reading.ignored.push({ reason: "other_field" });
    return true;
  }
  const oldId = idOf(system["previous_user_id"]) ?? idOf(message["from_user_id"]);
  const newId = idOf(system["user_id"]);
  const newPhone = idOf(system["wa_id"]) ?? idOf(system["new_wa_id"]);
  const told = [
    tryAddChange(on, { from: oldId, to: newId, reason: type }),
    tryAddChange(on, { from: idOf(message["from"]), to: newPhone, reason: type }),
    // Known by number alone until now: from here on the user id names them.
    tryAddChange(on, {
      from: oldId === undefined ? idOf(message["from"]) : undefined,
      to: newId,
      reason: type,
    }),
  ];
  return told.includes(true);
}

function tryAddChange(
  on: Reading,
  ids: { from: string | undefined; to: string | undefined; reason: IdentityChange["reason"] },
): boolean {
  if (ids.from === undefined || ids.to === undefined || ids.from === ids.to) return false;
  const { changes } = on.reading.arrival;
  if (
    changes.some(
      (known) =>
        known.channelAccount === on.account &&
        known.fromSubject === ids.from &&
        known.toSubject === ids.to,
    )
  )
    return true;
  changes.push({
    channel: cloudChannel,
    channelAccount: on.account,
    fromSubject: ids.from,
    toSubject: ids.to,
    reason: ids.reason,
  });
  return true;
}

const statuses: ReadonlyMap<unknown, Receipt["status"]> = new Map([
  ["sent", "sent"],
  ["delivered", "delivered"],
  ["read", "read"],
  ["played", "read"],
  ["failed", "failed"],
]);

function receiptOf(
  whose: { channel: string; channelAccount: string },
  status: Fields | undefined,
): Receipt | undefined {
  const to = statuses.get(status?.["status"]);
  const providerMessageId = idOf(status?.["id"]);
  if (status === undefined || to === undefined || providerMessageId === undefined) return undefined;
  const code = numberOf(fieldsOf(listOf(status["errors"])[0])?.["code"]);
  return {
    ...whose,
    providerMessageId,
    deliveryId: idOf(status["biz_opaque_callback_data"]),
    status: to === "failed" && code === windowClosed ? "waiting_for_user" : to,
    ...(to === "failed" ? { code: code === undefined ? "failed" : String(code) } : {}),
  };
}
