import type { DeliveryRow, History, LoggedEvent } from "../crash/history.ts";
import { wordIn } from "./payload.ts";

/** After these it is certain that nothing was taken. Any other code is a doubt. */
const certain = /^(http_4\d\d|http_503|connect|too_late|window_closed)$/;
const verdicts = ["delivery_unknown", "delivery_retry", "delivery_repeat", "delivery_failed"];
const arrived = ["sent", "delivered", "read"];
/** What is put before a text that comes late or twice. */
const marks = /^(?:\((?:earlier|late reminder|perhaps a repeat)\) )+/;

/** What the vendor's ledger and our rows say about each other (I6, I9), and what people saw of it (I7). */
export function ledgerViolations(history: History): string[] {
  const deliveries = history.deliveries.filter(({ mergedInto }) => mergedInto === null);
  const eventsOf = Map.groupBy(history.events, ({ payload }) => wordIn(payload, "delivery_id"));
  return [
    ...deliveries.flatMap((delivery) =>
      unlikeTheLedger(history, delivery, eventsOf.get(delivery.id) ?? []),
    ),
    ...history.calls.flatMap((call) => findMisdirected(history, call)),
    ...disorder(history, eventsOf),
  ];
}

function unlikeTheLedger(
  history: History,
  delivery: DeliveryRow,
  own: readonly LoggedEvent[],
): string[] {
  const found: string[] = [];
  const calls = history.calls.filter(({ key }) => key === delivery.key);
  const taken = calls.filter(({ accepted }) => accepted).length;
  const doubts = own.filter(isDoubt);
  const starts = own.filter(({ kind }) => kind === "delivery_started");
  const name = `"${delivery.text}"`;
  if (arrived.includes(delivery.status)) {
    if (!history.shown.some(({ key, id }) => key === delivery.key && id === delivery.vendorId))
      found.push(`I6 ${name} counts as ${delivery.status}, and the vendor does not have it`);
    if (!own.some(({ kind }) => kind === "delivery_sent"))
      found.push(`I6 ${name} counts as ${delivery.status} without a verdict`);
  } else if (taken > doubts.length)
    found.push(`I6 ${name} is ${delivery.status}, and the vendor took it`);
  if (taken > 1 + doubts.length)
    found.push(`I6 the vendor took ${name} ${taken} times, with ${doubts.length} doubts`);
  if (calls.length > starts.length)
    found.push(`I6 ${name} was posted more often than it was started`);
  const doubt = doubts.find((event) => event.kind !== "delivery_repeat" && !isGivenBack(event));
  if (
    history.keeps.includes(delivery.channel) &&
    doubt !== undefined &&
    starts.some(({ id }) => id > doubt.id) &&
    !own.some(({ kind, id }) => kind === "delivery_released" && id > doubt.id)
  )
    found.push(`I6 ${name} was in doubt, and ${delivery.channel} sent it again`);
  if (
    own.filter(({ kind }) => kind === "delivery_repeat").length >
    1 + count(own, "delivery_released")
  )
    found.push(`I6 ${name} was repeated more than once`);
  return found;
}

const count = (events: readonly LoggedEvent[], of: string): number =>
  events.filter(({ kind }) => kind === of).length;

const isDoubt = ({ kind, payload: { code } }: LoggedEvent): boolean =>
  verdicts.includes(kind) && typeof code === "string" && !certain.test(code);

/** What a process that ends had claimed and not yet sent. Where it was sent, these channels keep the doubt. */
const isGivenBack = ({ kind, payload: { code } }: LoggedEvent): boolean =>
  kind === "delivery_retry" && code === "shutdown";

/** Every letter is one of ours, goes where its row says, and says what its row says. */
function findMisdirected(history: History, { key, letter }: History["calls"][number]): string[] {
  const delivery = history.deliveries.find(
    (row) => row.key === key && row.channel === letter.channel,
  );
  if (delivery === undefined) return [`I6 the vendor got "${letter.text}", which no row knows`];
  if (delivery.peer !== letter.peer || delivery.id !== letter.delivery)
    return [`I9 "${letter.text}" for ${delivery.peer} went to ${letter.peer}`];
  // Words about time are made when they are sent, and what waited travels together.
  const said = letter.text.replace(marks, "").split("\n\n");
  if (delivery.source === "reminder" || said.some((text) => text.startsWith("⏰"))) return [];
  const known = delivery.text.replace(marks, "");
  return said.every((text) => known.includes(text.replace(marks, "")))
    ? []
    : [`I6 "${delivery.text}" went out as "${letter.text}"`];
}

/** First copies of what never failed: nothing may go before them that stands behind them. */
function disorder(
  history: History,
  eventsOf: ReadonlyMap<string, readonly LoggedEvent[]>,
): string[] {
  const found: string[] = [];
  const last = new Map<string, DeliveryRow>();
  for (const { key, again } of history.shown) {
    const delivery = history.deliveries.find((row) => row.key === key);
    if (delivery === undefined || again || hasFailed(eventsOf.get(delivery.id) ?? [])) continue;
    const before = last.get(delivery.conversation);
    const isReminderAhead = before?.source === "reminder" && delivery.source !== "reminder";
    const isExcused =
      isReminderAhead ||
      isDatedAfter(eventsOf.get(delivery.id) ?? [], clockAtCall(history, before));
    if (before !== undefined && before.ordinal > delivery.ordinal && !isExcused)
      found.push(`I7 "${delivery.text}" was seen after "${before.text}"`);
    last.set(delivery.conversation, delivery);
  }
  return found;
}

const clockAtCall = ({ calls }: History, row: DeliveryRow | undefined): number | undefined =>
  calls.find(({ key }) => key === row?.key)?.sendersClock;

/**
 * A clock was set: to the process that sent the other part, this one was dated in the future.
 * Schedules follow the clock of the process, so it becomes due as late as that clock was wrong.
 */
const isDatedAfter = ([first]: readonly LoggedEvent[], clock: number | undefined): boolean =>
  first !== undefined && clock !== undefined && new Date(first.at).getTime() > clock;

const hasFailed = (own: readonly LoggedEvent[]): boolean =>
  own.some(({ kind }) => [...verdicts, "delivery_waiting", "delivery_released"].includes(kind));
