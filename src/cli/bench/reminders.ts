import { type Channel, plainChatApp } from "../../domain/channel.ts";
import type { EventDraft } from "../../domain/events/catalogue.ts";
import { iso } from "../../domain/ports/clock.ts";
import { noFailpoints } from "../../domain/ports/failpoints.ts";
import { asAccount } from "../../domain/principal.ts";
import { productProjector, skillProjections } from "../../main/projections.ts";
import { timerParts } from "../../main/timers.ts";
import { createOfflineModel } from "../../model/offline.ts";
import { chatSkill } from "../../skills/chat/skill.ts";
import { openSpine } from "../../spine.ts";
import type { Spine } from "../../spine/parts.ts";
import { openModelCalls } from "../../store/model-calls.ts";
import type { Store } from "../../store/open-store.ts";
import { record } from "../../store/log/record.ts";
import { createSystemChance, systemClock } from "../system.ts";
import { type Percentiles, percentiles } from "./percentiles.ts";
import { dueRows, pendingRows, people, quietDatabase, type ReminderLoad } from "./reminder-rows.ts";

const chance = createSystemChance(systemClock.now);
const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
const noMetrics = { count: () => undefined, observe: () => undefined };

export interface ReminderFigures {
  readonly lateness: Percentiles;
  readonly burstMs: number;
  readonly overdueMs: number;
  /** Setting one, with none pending and with all of them. */
  readonly create: { readonly before: Percentiles; readonly after: Percentiles };
}

/** How many pending reminders slow down the few that are due. */
export async function measureReminders(store: Store, load: ReminderLoad): Promise<ReminderFigures> {
  await people(store, load.people);
  const before = await measureCreate(store);
  await pendingRows(store, load);
  await quietDatabase(store);
  const hand = openHand();
  const spine = await start(store, hand.channel);
  try {
    const lateness = await measureSpread({ store, spine, hand }, load);
    await quietDatabase(store);
    const burstMs = await measureBurst(
      { store, spine, hand },
      { count: load.burst, aheadMs: 4_000, name: "burst" },
    );
    const after = await measureCreate(store);
    await spine.close(1_000);
    const overdueMs = await measureRestart(store, hand);
    return { lateness, burstMs, overdueMs, create: { before, after } };
  } finally {
    await spine.close(0);
  }
}

interface RecordingChannel {
  readonly channel: Channel;
  /** Resolves with the moment at which each of these arrived. */
  arrivals(ids: readonly string[]): Promise<Map<string, number>>;
}

/** A vendor that takes everything at once and remembers when. A reminder's words end with its id. */
function openHand(): RecordingChannel {
  const arrived = new Map<string, number>();
  const waiting = new Map<string, () => void>();
  return {
    channel: {
      name: "bench",
      ready: () => true,
      send(delivery) {
        const id = /(\S+)$/.exec(delivery.text.split(" (")[0] ?? "")?.[1] ?? "";
        arrived.set(id, Date.now());
        waiting.get(id)?.();
        return Promise.resolve({ kind: "sent" });
      },
      limits: { partLength: 10_000, partUnit: "characters", paceMs: 0, sendTimeoutMs: 10_000 },
      capabilities: plainChatApp,
      unknownSends: "resend",
    },
    async arrivals(ids) {
      const open = ids.filter((id) => !arrived.has(id));
      await Promise.all(
        open.map((id) => new Promise<void>((resolve) => void waiting.set(id, resolve))),
      );
      return arrived;
    },
  };
}

function start(store: Store, channel: Channel): Promise<Spine> {
  const model = createOfflineModel({
    ledger: openModelCalls(store.db, quiet),
    clock: systemClock,
    chance,
    log: quiet,
    metrics: noMetrics,
  });
  return openSpine({
    db: store.db,
    clock: systemClock,
    chance,
    log: {
      ...quiet,
      error: (fields, sentence) => console.error(sentence, fields),
      warn: (fields, sentence) => console.error(sentence, fields),
    },
    metrics: noMetrics,
    failpoints: noFailpoints,
    model,
    skills: [chatSkill({ historyMessages: 30 })],
    projections: skillProjections,
    channels: [channel],
    timers: timerParts({
      expiresHours: 24,
      digestHours: 24,
      nightlyHour: 20,
      linkHosts: [],
      codes: { hash: () => "" },
      zones: "bench",
    }),
    settings: {
      work: true,
      holder: chance.id(),
      defaultTimezone: "UTC",
      sweepMs: 5_000,
      turn: { leaseMs: 30_000, timeoutMs: 60_000, concurrency: 32, maxAttempts: 5 },
      outbox: {
        leaseMs: 30_000,
        concurrency: 64,
        holdMs: 30_000,
        retryMs: [1_000],
        replyExpiresMs: 600_000,
      },
    },
  });
}

interface Running {
  readonly store: Store;
  readonly spine: Spine;
  readonly hand: RecordingChannel;
}

async function measureSpread(on: Running, load: ReminderLoad): Promise<Percentiles> {
  const { count, seconds } = load.spread;
  const first = Date.now() + 3_000;
  const due = Array.from({ length: count }, (_, nth) => ({
    id: `spread-${nth}`,
    at: first + Math.round((nth * seconds * 1_000) / count),
  }));
  await dueRows(on.store, due, load.people);
  on.store.db.notify("timers");
  const arrived = await on.hand.arrivals(due.map(({ id }) => id));
  return percentiles(due.map(({ id, at }) => (arrived.get(id) ?? Infinity) - at));
}

/** From the due time until the last one is handed off. */
async function measureBurst(
  on: Running,
  of: { count: number; aheadMs: number; name: string },
): Promise<number> {
  const at = Date.now() + of.aheadMs;
  const due = Array.from({ length: of.count }, (_, nth) => ({ id: `${of.name}-${nth}`, at }));
  await dueRows(on.store, due, of.count);
  on.store.db.notify("timers");
  const arrived = await on.hand.arrivals(due.map(({ id }) => id));
  return Math.max(...due.map(({ id }) => arrived.get(id) ?? Infinity)) - at;
}

/** Overdue at the start: how long until the last of a hundred is handed over. */
async function measureRestart(store: Store, hand: RecordingChannel): Promise<number> {
  const due = Array.from({ length: 100 }, (_, nth) => ({
    id: `overdue-${nth}`,
    at: Date.now() - 600_000,
  }));
  await dueRows(store, due, due.length);
  const from = Date.now();
  const spine = await start(store, hand.channel);
  const arrived = await hand.arrivals(due.map(({ id }) => id));
  await spine.close(1_000);
  return Math.max(...due.map(({ id }) => arrived.get(id) ?? Infinity)) - from;
}

async function measureCreate(store: Store): Promise<Percentiles> {
  const projector = productProjector();
  const waits: number[] = [];
  const next = iso(Date.now() + 30 * 86_400_000);
  for (let nth = 0; nth < 600; nth += 1) {
    const [id, accountId] = [chance.id(), `person-${nth % 100}`];
    const payload = {
      id,
      owner_account_id: accountId,
      conversation_id: `talk-${nth % 100}`,
      content: "drink water",
      content_hash: id,
    };
    const timing = {
      kind: "timed" as const,
      local_start: next.slice(0, 19),
      captured_timezone: "UTC",
      rrule: null,
      next_fire_at: next,
      source: "api" as const,
    };
    const event: EventDraft<"reminder_created"> = {
      stream: `reminder:${id}`,
      kind: "reminder_created",
      at: iso(Date.now()),
      accountId,
      payload: { ...payload, ...timing },
    };
    const from = performance.now();
    await store.db.transaction(asAccount(accountId), (sql) => record(sql, projector, [event]));
    waits.push(performance.now() - from);
  }
  return percentiles(waits.slice(100));
}
