import type { History, LoggedEvent, MessageRow } from "./history.ts";

/** How an event that closes a window ends the messages in it. */
const closings: Readonly<Record<string, string>> = {
  turn_committed: "answered",
  turn_failed: "dead_lettered",
  turn_stopped: "stopped",
  input_stopped: "stopped",
};

export function inboundViolations(history: History): string[] {
  const inbound = history.messages.filter((message) => message.direction === "inbound");
  return [
    ...findLost(history, inbound),
    ...badEnds(history, inbound),
    ...findUnfinished(history, inbound),
  ];
}

function findLost(history: History, inbound: readonly MessageRow[]): string[] {
  const found: string[] = [];
  for (const entry of history.client.filter(
    ({ answer }) => answer !== undefined && answer.kind !== "refused",
  )) {
    const copies = inbound.filter(
      (message) => message.channel === entry.channel && message.vendorId === entry.id,
    );
    if (copies.length !== 1)
      found.push(`I1 "${entry.text}" was acknowledged and is there ${copies.length} times`);
    else if (copies[0]?.text !== entry.text)
      found.push(`I1 "${entry.text}" became "${copies[0]?.text}"`);
  }
  const sent = new Set(history.client.map((entry) => `${entry.channel} ${entry.id}`));
  for (const message of inbound) {
    if (!sent.has(`${message.channel} ${message.vendorId}`))
      found.push(`I1 nobody sent "${message.text}"`);
  }
  return found;
}

/** The log names each message in exactly one closing event, and the row says the same. Control words and refusals are in none. */
function badEnds(history: History, inbound: readonly MessageRow[]): string[] {
  const closers = new Map<string, LoggedEvent[]>();
  for (const event of history.events.filter(({ kind }) => kind in closings)) {
    for (const id of (event.payload["message_ids"] ?? []) as string[])
      closers.set(id, [...(closers.get(id) ?? []), event]);
  }
  return inbound.flatMap((message) => {
    const by = closers.get(message.id) ?? [];
    if (message.seq === null)
      return by.length === 0
        ? []
        : [`I2 "${message.text}" has no place in the order but is in a window`];
    const [only] = by;
    if (message.endedAs === null && only === undefined) return [];
    if (only === undefined || by.length > 1)
      return [`I2 "${message.text}" is closed ${by.length} times`];
    if (closings[only.kind] !== message.endedAs)
      return [`I2 "${message.text}" ended as ${message.endedAs}, the log says ${only.kind}`];
    return findUnquoted(history, message, only);
  });
}

/** The scripted skill repeats the token of every message it answers. */
function findUnquoted(history: History, message: MessageRow, closer: LoggedEvent): string[] {
  const turn = history.turns.find(({ id }) => id === closer.turn);
  if (
    closer.kind !== "turn_committed" ||
    turn?.skill !== "scripted" ||
    turn.disposition !== "replied"
  )
    return [];
  const token = message.text.split(" ")[0] ?? "";
  // A reminder that was sent with replies that waited for the same moment has their words, too.
  const quoting = history.messages.filter(
    ({ direction, turn: of, text }) =>
      direction === "outbound" && of !== null && text.split(/\s+/).includes(token),
  );
  if (quoting.length === 1 && quoting[0]?.turn === turn.id) return [];
  return [`I2 "${message.text}" is answered by ${quoting.length} replies`];
}

function findUnfinished(history: History, inbound: readonly MessageRow[]): string[] {
  return [
    ...inbound
      .filter(({ endedAs }) => endedAs === null)
      .map(({ text }) => `I4 "${text}" has no end`),
    ...history.conversations
      .filter((row) => row.latest > row.closed)
      .map(({ id }) => `I4 the conversation ${id} has open input`),
    ...history.conversations
      .filter((row) => row.runningTurn !== null)
      .map(({ id }) => `I4 a turn still runs in ${id}`),
    ...history.deliveries
      .filter(({ status }) => status === "pending" || status === "sending")
      .map(({ text, status }) => `I4 "${text}" is still ${status}`),
  ];
}
