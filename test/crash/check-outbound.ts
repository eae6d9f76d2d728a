import type { DeliveryRow, History, LoggedEvent } from "./history.ts";

/** Channels whose vendor the test plays. The page has no vendor: its rows are what people see. */
const hasVendor = (delivery: DeliveryRow): boolean => delivery.channel !== "web";
/** After these it is certain that nothing was taken. Any other code is a doubt. */
const certain = /^(http_4\d\d|http_503|connect|resolve|blocked|too_late)$/;

export function outboundViolations(history: History): string[] {
  const deliveries = history.deliveries.filter(hasVendor);
  return [
    ...deliveries.flatMap((delivery) => wrongWord(history, delivery)),
    ...strangers(history, deliveries),
    ...disorder(history, deliveries),
    ...overtaking(history),
    ...oldReplies(history),
  ];
}

function wrongWord(history: History, delivery: DeliveryRow): string[] {
  const found: string[] = [];
  const own = history.events.filter(({ payload }) => payload["delivery_id"] === delivery.id);
  const accepted = history.calls.filter((call) => call.key === delivery.key && call.accepted);
  const doubts = own.filter(isDoubt);
  const starts = own.filter(({ kind }) => kind === "delivery_started");
  if (["sent", "delivered", "read"].includes(delivery.status)) {
    const shown = history.shown.some(
      ({ key, id }) => key === delivery.key && id === delivery.vendorId,
    );
    if (!shown) found.push(`I6 "${delivery.text}" counts as sent, and the vendor does not have it`);
    if (!own.some(({ kind }) => kind === "delivery_sent"))
      found.push(`I6 "${delivery.text}" counts as sent without a verdict`);
  } else if (accepted.length > doubts.length) {
    found.push(`I6 "${delivery.text}" is ${delivery.status}, and the vendor took it`);
  }
  if (accepted.length > 1 + doubts.length)
    found.push(
      `I6 the vendor took "${delivery.text}" ${accepted.length} times, with ${doubts.length} doubts`,
    );
  const doubt = doubts[0]?.id ?? Infinity;
  if (history.keeps.includes(delivery.channel) && starts.some(({ id }) => id > doubt))
    found.push(`I6 "${delivery.text}" was in doubt, and ${delivery.channel} sent it again`);
  if (history.calls.filter((call) => call.key === delivery.key).length > starts.length)
    found.push(`I6 "${delivery.text}" was posted more often than it was started`);
  return found;
}

function isDoubt({ kind, payload: { code } }: LoggedEvent): boolean {
  return (
    ["delivery_unknown", "delivery_retry", "delivery_failed"].includes(kind) &&
    typeof code === "string" &&
    !certain.test(code)
  );
}

/** Every letter is one of ours, as it was written, to whom it was written. */
function strangers(history: History, deliveries: readonly DeliveryRow[]): string[] {
  return history.calls.flatMap(({ key, letter }) => {
    const delivery = deliveries.find((row) => row.key === key && row.channel === letter.channel);
    if (delivery === undefined) return [`I6 the vendor got "${letter.text}", which no row knows`];
    const same =
      delivery.text === letter.text &&
      delivery.peer === letter.peer &&
      delivery.id === letter.delivery;
    return same
      ? []
      : [
          `I6 "${delivery.text}" for ${delivery.peer} went out as "${letter.text}" to ${letter.peer}`,
        ];
  });
}

/** First copies only: a second copy of something old is a matter of I6. */
function disorder(history: History, deliveries: readonly DeliveryRow[]): string[] {
  const found: string[] = [];
  const last = new Map<string, DeliveryRow>();
  for (const { key } of history.shown.filter(({ again }) => !again)) {
    const delivery = deliveries.find((row) => row.key === key);
    if (delivery === undefined) continue;
    const before = last.get(delivery.conversation);
    if (before !== undefined && before.ordinal > delivery.ordinal)
      found.push(`I7 "${delivery.text}" was seen after "${before.text}"`);
    last.set(delivery.conversation, delivery);
  }
  return found;
}

/** A vendor that is fast hides who overtook whom. The log does not: nothing starts before what is ahead of it has its verdict. */
function overtaking(history: History): string[] {
  const found: string[] = [];
  const unsettled = new Map<string, DeliveryRow>();
  for (const { kind, payload } of history.events) {
    const delivery = history.deliveries.find(({ id }) => id === payload["delivery_id"]);
    if (delivery === undefined) continue;
    if (kind === "delivery_started") {
      const ahead = [...unsettled.values()].find(
        (row) => row.conversation === delivery.conversation && row.ordinal < delivery.ordinal,
      );
      if (ahead !== undefined)
        found.push(`I7 "${delivery.text}" was started before "${ahead.text}" was settled`);
    }
    if (
      ["delivery_queued", "delivery_started", "delivery_retry", "delivery_last_try"].includes(kind)
    )
      unsettled.set(delivery.id, delivery);
    else unsettled.delete(delivery.id);
  }
  return found;
}

/** The order of replies is the order of what they answer. */
function oldReplies(history: History): string[] {
  const found: string[] = [];
  const last = new Map<string, number>();
  for (const delivery of history.deliveries.filter(({ source }) => source === "reply")) {
    const turn = history.turns.find(({ id }) => id === delivery.turn);
    if (turn === undefined) continue;
    if (turn.from < (last.get(turn.conversation) ?? 0))
      found.push(`I7 "${delivery.text}" answers something older than the reply before it`);
    last.set(turn.conversation, turn.from);
  }
  return found;
}
