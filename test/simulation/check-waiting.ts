import type { History, LoggedEvent } from "../crash/history.ts";
import { timeIn, wordIn } from "./payload.ts";
import { outboxSettings, sendTimeoutMs, sweepMs } from "./settings.ts";

/** Alarms ring late by this much at most, and a step takes a few milliseconds. */
const slackMs = 14_000;
const unheldMs = 12_000;
const lookMs = 5_000;

interface Life {
  readonly id: string;
  readonly conversation: string;
  readonly ordinal: number;
  readonly source: string;
  readonly channel: string;
  readonly text: string;
  readonly expires: number | undefined;
  readonly events: readonly LoggedEvent[];
}

/**
 * How long things may wait once nothing goes wrong any more: a message for its place in line, a
 * reminder for a reply that failed, an expired part for its end, and what failed while its channel
 * was away for the first success there.
 */
export function waitingViolations(history: History, quietFrom: number): string[] {
  const lives = readLives(history);
  return lives.flatMap((life) => [
    ...checkLongWaits(life, quietFrom),
    ...checkWaitsForReplies(life, lives, quietFrom),
    ...checkExpiry(life, quietFrom),
    ...sleptOn(life, lives, quietFrom),
  ]);
}

function readLives({ events }: History): Life[] {
  const own = Map.groupBy(events, ({ payload }) => wordIn(payload, "delivery_id"));
  return events
    .filter(({ kind }) => kind === "delivery_queued")
    .map(({ id, payload }) => ({
      id: wordIn(payload, "delivery_id"),
      conversation: wordIn(payload, "conversation_id"),
      ordinal: id,
      source: wordIn(payload, "source"),
      channel: wordIn(payload, "provider_type"),
      text: wordIn(payload, "text"),
      expires: timeIn(payload, "expires_at"),
      events: own.get(wordIn(payload, "delivery_id")) ?? [],
    }))
    .filter(({ events: all }) => !all.some(({ kind }) => kind === "delivery_merged"));
}

const momentOf = (event: LoggedEvent | undefined): number =>
  event === undefined ? Infinity : Date.parse(event.at);

/** The first thing that happened to it after it was queued. */
const findFirstChange = ({ events }: Life): LoggedEvent | undefined => events[1];

const isOver = ({ kind }: LoggedEvent): boolean =>
  !/queued|started|retry|woken|requeued|released|repeat|last_try|merged/.test(kind);

function checkLongWaits(life: Life, quietFrom: number): string[] {
  const from = Math.max(quietFrom, momentOf(life.events[0]));
  const most = outboxSettings.holdMs + sendTimeoutMs + outboxSettings.leaseMs + sweepMs + slackMs;
  const waited = momentOf(findFirstChange(life)) - from;
  return waited > most
    ? [`I4 "${life.text}" waited ${Math.round(waited / 1_000)} s for its turn`]
    : [];
}

function checkWaitsForReplies(life: Life, lives: readonly Life[], quietFrom: number): string[] {
  if (life.source !== "reminder") return [];
  const went = momentOf(findFirstChange(life));
  const ahead = lives.filter(
    (other) => other.conversation === life.conversation && other.ordinal < life.ordinal,
  );
  const free = ahead.map((other) =>
    other.source === "reminder"
      ? momentOf(other.events.find(isOver))
      : findFirstFailure(other, went),
  );
  const from = Math.max(quietFrom, momentOf(life.events[0]), ...free);
  return went - from > unheldMs ? [`I4 "${life.text}" waited for a reply that had failed`] : [];
}

/** Its tries start over: a success of its channel, or its person's next message, made it a part like one that never failed. */
const isRestart = ({ kind, payload }: LoggedEvent): boolean =>
  /requeued|released/.test(kind) || (kind === "delivery_woken" && payload["attempt"] === 0);

/** The first failure of a reply, or its end, since its tries started. */
function findFirstFailure({ events }: Life, before: number): number {
  const began = events.findLastIndex((event) => isRestart(event) && momentOf(event) < before);
  const since = events.slice(Math.max(0, began));
  return momentOf(since.find(({ kind }) => !/queued|started|woken|released/.test(kind)));
}

function checkExpiry(life: Life, quietFrom: number): string[] {
  const last = life.events.findLast(({ kind }) => kind === "delivery_last_try");
  const isAgain = life.events.some(({ kind }) => kind === "delivery_requeued");
  if (life.source === "reminder" || life.expires === undefined || last !== undefined || isAgain)
    return [];
  const end = momentOf(life.events.find(isOver));
  const most =
    Math.max(life.expires, quietFrom) + sendTimeoutMs + outboxSettings.leaseMs + sweepMs + slackMs;
  return end > most ? [`I4 "${life.text}" outlived its time`] : [];
}

/** The first success in a while at a channel wakes what failed there before. */
function sleptOn(life: Life, lives: readonly Life[], quietFrom: number): string[] {
  const successes = lives
    .filter(({ channel }) => channel === life.channel)
    .flatMap(({ events }) => events.filter(({ kind }) => kind === "delivery_sent"))
    .map(momentOf)
    .sort((a, b) => a - b);
  for (const [index, event] of life.events.entries()) {
    const next = momentOf(life.events[index + 1]);
    if (event.kind !== "delivery_retry" || event.payload["may_wake"] !== true) continue;
    const failed = Math.max(momentOf(event), quietFrom) + sendTimeoutMs;
    const due = timeIn(event.payload, "next_attempt_at") ?? 0;
    const woke = successes.find(
      (at, nth) => at > failed && at < due && at - (successes[nth - 1] ?? 0) > lookMs + 1_000,
    );
    if (woke !== undefined && Math.min(next, due) - woke > slackMs)
      return [`I4 "${life.text}" was not woken by a success of its channel`];
  }
  return [];
}
