import type { History, LoggedEvent } from "../crash/history.ts";
import { timeIn, wordIn } from "./payload.ts";
import { outboxSettings } from "./settings.ts";

/**
 * The laws of a conversation's line as a model in memory: it reads the log event by event and knows
 * at each moment which parts may go. What the real statements did must be what the model allows.
 */
interface Part {
  readonly id: string;
  readonly conversation: string;
  readonly ordinal: number;
  readonly source: string;
  readonly channel: string;
  readonly text: string;
  readonly queuedAt: number;
  status: "pending" | "sending" | "over";
  /** The process that has it in hand. */
  sender: string | undefined;
  next: number;
  attempt: number;
  holdsUntil: number | undefined;
  /** The most that a failure may set it to. */
  holdsAtMost: number | undefined;
  mayWake: boolean | undefined;
  interruptions: number;
  expires: number | undefined;
  isMerged: boolean;
}

const mostInterruptions = 3;

export function lineViolations(history: History): string[] {
  const parts = new Map<string, Part>();
  const found: string[] = [];
  for (const event of history.events) {
    if (event.kind === "delivery_queued") {
      const part = toPart(event);
      parts.set(part.id, part);
      continue;
    }
    const part = parts.get(wordIn(event.payload, "delivery_id"));
    if (part === undefined || !event.kind.startsWith("delivery_")) continue;
    if (event.kind === "delivery_started") found.push(...mayNotStart(part, event, parts));
    else found.push(...mayNotFollow(part, event));
    apply(part, event);
  }
  return found;
}

const toPart = ({ id, at, payload }: LoggedEvent): Part => ({
  id: wordIn(payload, "delivery_id"),
  conversation: wordIn(payload, "conversation_id"),
  ordinal: id,
  source: wordIn(payload, "source"),
  channel: wordIn(payload, "provider_type"),
  text: wordIn(payload, "text"),
  queuedAt: Date.parse(at),
  status: "pending",
  sender: undefined,
  next: Date.parse(at),
  attempt: 0,
  holdsUntil: undefined,
  holdsAtMost: undefined,
  mayWake: undefined,
  interruptions: 0,
  expires: timeIn(payload, "expires_at"),
  isMerged: false,
});

function mayNotStart(
  part: Part,
  { at, payload }: LoggedEvent,
  parts: ReadonlyMap<string, Part>,
): string[] {
  const now = Date.parse(at);
  const name = `"${part.text}"`;
  const found: string[] = [];
  if (part.status !== "pending") found.push(`I6 ${name} was started, and it is ${part.status}`);
  if (part.next > now) found.push(`I7 ${name} was started before its time`);
  if (part.isMerged) found.push(`I7 ${name} was started although it travels in another part`);
  if (payload["attempt"] !== part.attempt + 1)
    found.push(
      `I6 ${name} was started as attempt ${Number(payload["attempt"])} after ${part.attempt}`,
    );
  if (part.source !== "reminder" && part.expires !== undefined && part.expires <= now)
    found.push(`I4 ${name} was started after its time was over`);
  for (const ahead of parts.values()) {
    if (ahead.conversation !== part.conversation || ahead.ordinal >= part.ordinal) continue;
    if (mayHoldUp(ahead, part, now))
      found.push(`I7 ${name} was started while "${ahead.text}" stood before it`);
  }
  return found;
}

/** An earlier part goes first while it is being sent, is due, or failed lately. A reminder waits for no reply that failed. */
function mayHoldUp(ahead: Part, part: Part, now: number): boolean {
  if (ahead.status === "over" || ahead.isMerged) return false;
  const failures = ahead.attempt - (ahead.status === "sending" ? 1 : 0);
  if (part.source === "reminder" && ahead.source !== "reminder" && failures > 0) return false;
  return ahead.status === "sending" || ahead.next <= now || (ahead.holdsUntil ?? -Infinity) > now;
}

const verdicts = [
  "delivery_retry",
  "delivery_repeat",
  "delivery_unknown",
  "delivery_failed",
  "delivery_waiting",
  "delivery_sent",
];

function mayNotFollow(part: Part, event: LoggedEvent): string[] {
  const { kind, payload, at, by } = event;
  const name = `"${part.text}"`;
  const now = Date.parse(at);
  const code = wordIn(payload, "code");
  const found: string[] = [];
  const isLost = code === "interrupted";
  if (verdicts.includes(kind) && part.status === "sending" && !isLost && part.sender !== by)
    found.push(`I6 ${by} recorded a verdict on ${name}, which ${part.sender} has in hand`);
  if (kind === "delivery_retry") {
    if (part.status !== "sending")
      found.push(`I6 ${name} is tried again, and it is ${part.status}`);
    found.push(...badRetry(part, payload, { now, isOwnEnd: isLost || code === "shutdown" }));
  }
  if (
    kind === "delivery_requeued" &&
    part.status === "pending" &&
    payload["holds_until"] === undefined
  )
    found.push(`I7 ${name} was parked, and may hold the others up a second time`);
  // A success restarts its tries, a probe gives it one more.
  const isBySuccess = kind === "delivery_woken" && payload["attempt"] === 0 && part.attempt > 1;
  if (isBySuccess && (part.mayWake !== true || payload["may_wake"] !== false))
    found.push(`I7 ${name} was woken by a success, and may be woken again`);
  if (kind === "delivery_expired" && (part.expires === undefined || part.expires > now))
    found.push(`I4 ${name} expired before its time`);
  return found;
}

function badRetry(
  part: Part,
  payload: LoggedEvent["payload"],
  { now, isOwnEnd }: { readonly now: number; readonly isOwnEnd: boolean },
): string[] {
  const name = `"${part.text}"`;
  const interruptions = payload["interruptions"];
  if (isOwnEnd && part.interruptions < mostInterruptions)
    return interruptions === part.interruptions + 1
      ? []
      : [`I6 our own end counts as a failure of ${name}`];
  if (interruptions !== undefined)
    return [`I14 ${name} is tried at once for the ${Number(interruptions)}th time`];
  const holds = timeIn(payload, "holds_until");
  const most = part.holdsAtMost ?? now + outboxSettings.holdMs;
  return holds === undefined || holds <= most
    ? []
    : [`I7 ${name} holds the others up a second time`];
}

const pending = [
  "delivery_retry",
  "delivery_woken",
  "delivery_requeued",
  "delivery_released",
  "delivery_repeat",
];

function apply(part: Part, { kind, payload, at, by }: LoggedEvent): void {
  const now = Date.parse(at);
  if (kind === "delivery_started") {
    part.status = "sending";
    part.sender = by;
    part.attempt = Number(payload["attempt"]);
    return;
  }
  if (kind === "delivery_last_try") {
    part.expires = now;
    return;
  }
  if (kind === "delivery_merged") part.isMerged = true;
  if (!pending.includes(kind)) {
    if (kind !== "delivery_merged") part.status = "over";
    return;
  }
  part.status = "pending";
  part.next = timeIn(payload, "next_attempt_at") ?? now;
  if (
    kind === "delivery_released" ||
    (kind === "delivery_requeued" && payload["holds_until"] === undefined)
  )
    Object.assign(part, {
      attempt: 0,
      holdsUntil: undefined,
      holdsAtMost: undefined,
      mayWake: undefined,
      interruptions: 0,
    });
  if (kind === "delivery_requeued") {
    part.attempt = 0;
    part.interruptions = 0;
    part.expires = timeIn(payload, "expires_at");
  }
  if (kind === "delivery_repeat")
    Object.assign(part, { holdsUntil: undefined, mayWake: undefined });
  if (typeof payload["attempt"] === "number") part.attempt = payload["attempt"];
  if (typeof payload["interruptions"] === "number") part.interruptions = payload["interruptions"];
  if ("may_wake" in payload) part.mayWake = payload["may_wake"] === true;
  const holds = timeIn(payload, "holds_until");
  if (holds === undefined) return;
  part.holdsUntil = holds;
  part.holdsAtMost = Math.max(holds, part.holdsAtMost ?? 0);
}
