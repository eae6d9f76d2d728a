import { engine } from "../../domain/principal.ts";
import { type Channel, plainChatApp } from "../../domain/channel.ts";
import { iso } from "../../domain/ports/clock.ts";
import type { EventDraft } from "../../domain/events/catalogue.ts";
import { noFailpoints } from "../../domain/ports/failpoints.ts";
import { createOfflineModel } from "../../model/offline.ts";
import { chatSkill } from "../../skills/chat/skill.ts";
import { productProjector } from "../../main/projections.ts";
import { openSpine } from "../../spine.ts";
import { openModelCalls } from "../../store/model-calls.ts";
import type { Store } from "../../store/open-store.ts";
import { rebuild } from "../../store/log/rebuild.ts";
import { record } from "../../store/log/record.ts";
import { asOwner } from "../../store/database/owner.ts";
import { createSystemChance, systemClock } from "../system.ts";

export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

export function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    p50: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  };
}

const chance = createSystemChance(systemClock.now);
const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
const noMetrics = { count: () => undefined, observe: () => undefined };

/**
 * From accepting a message to channel hand-off, with the offline model: the cost of the spine
 * itself.
 */
export async function measureTurns(
  store: Store,
): Promise<{ alone: Percentiles; at100PerSecond: Percentiles }> {
  const arrived = new Map<string, () => void>();
  const channel: Channel = {
    name: "bench",
    ready: () => true,
    async send(delivery) {
      arrived.get(delivery.peer)?.();
      return { kind: "sent" };
    },
    limits: { partLength: 10_000, partUnit: "characters", paceMs: 0, sendTimeoutMs: 10_000 },
    capabilities: plainChatApp,
    unknownSends: "resend",
  };
  const model = createOfflineModel({
    ledger: openModelCalls(store.db, quiet),
    clock: systemClock,
    chance,
    log: quiet,
    metrics: noMetrics,
  });
  const spine = await openSpine({
    db: store.db,
    clock: systemClock,
    chance,
    log: quiet,
    metrics: noMetrics,
    failpoints: noFailpoints,
    model,
    skills: [chatSkill({ historyMessages: 30 })],
    channels: [channel],
    settings: {
      work: true,
      holder: "bench",
      defaultTimezone: "UTC",
      sweepMs: 5_000,
      turn: { leaseMs: 30_000, timeoutMs: 60_000, concurrency: 32, maxAttempts: 5 },
      outbox: {
        leaseMs: 30_000,
        concurrency: 16,
        holdMs: 30_000,
        retryMs: [1_000],
        replyExpiresMs: 600_000,
      },
    },
  });
  const one = async (peer: string): Promise<number> => {
    const from = performance.now();
    const done = new Promise<void>((resolve) => arrived.set(peer, resolve));
    await spine.accept({
      route: { channel: "bench", channelAccount: "bench", scope: `user:${peer}`, peer },
      vendorId: chance.id(),
      subject: peer,
      text: "hello there",
      busyPolicy: "queue",
      provision: true,
    });
    await done;
    return performance.now() - from;
  };
  for (let n = 0; n < 100; n += 1) await one(`warm-${n % 10}`);
  const alone: number[] = [];
  for (let n = 0; n < 300; n += 1) alone.push(await one(`alone-${n % 50}`));
  const paced: Promise<number>[] = [];
  const start = systemClock.now();
  for (let n = 0; n < 500; n += 1) {
    await systemClock.wait(start + n * 10 - systemClock.now());
    paced.push(one(`paced-${n}`));
  }
  const together = await Promise.all(paced);
  await spine.close(1_000);
  return { alone: percentiles(alone), at100PerSecond: percentiles(together) };
}

/** Messages of many conversations into the log and the tables, in transactions of fifty. */
export async function measureAppend(store: Store, events: number): Promise<number> {
  const projector = productProjector();
  const conversations = Array.from({ length: 500 }, () => chance.id());
  const accountId = chance.id();
  const at = iso(systemClock.now());
  await store.db.transaction(engine, (sql) =>
    record(
      sql,
      projector,
      conversations.map((id) => openEvent(id, { accountId, at })),
    ),
  );
  const seqs = new Map<string, number>();
  let made = conversations.length;
  const from = performance.now();
  const writer = async (): Promise<void> => {
    while (made < events) {
      made += 50;
      const drafts = Array.from({ length: 50 }, (_, n) =>
        receiveEvent(conversations[(made + n * 7) % conversations.length] ?? "", {
          accountId,
          at,
          seqs,
        }),
      );
      await store.db.transaction(engine, (sql) => record(sql, projector, drafts));
    }
  };
  await Promise.all([writer(), writer()]);
  return (made - conversations.length) / ((performance.now() - from) / 1000);
}

interface Author {
  readonly accountId: string;
  readonly at: string;
}

function openEvent(id: string, by: Author): EventDraft {
  return {
    stream: `conversation:${id}`,
    kind: "conversation_opened",
    at: by.at,
    accountId: by.accountId,
    conversationId: id,
    payload: {
      id,
      account_id: by.accountId,
      provider_type: "log",
      channel_account: "log",
      scope: id,
      peer: id,
    },
  };
}

function receiveEvent(
  conversationId: string,
  by: Author & { seqs: Map<string, number> },
): EventDraft {
  const seq = (by.seqs.get(conversationId) ?? 0) + 1;
  by.seqs.set(conversationId, seq);
  const id = chance.id();
  return {
    stream: `conversation:${conversationId}`,
    kind: "message_received",
    at: by.at,
    accountId: by.accountId,
    conversationId,
    payload: {
      id,
      conversation_id: conversationId,
      account_id: by.accountId,
      identity_id: null,
      provider_type: "log",
      channel_account: "log",
      vendor_id: id,
      peer: conversationId,
      seq,
      text: "remind me to drink some water at three",
      sender_name: null,
      payload: {},
    },
  };
}

/** The whole log, as it stands after the other measurements. */
export async function measureRebuild(
  store: Store,
): Promise<{ events: number; perSecond: number; same: boolean }> {
  const from = performance.now();
  const report = await asOwner(store.connection, (sql) => rebuild(sql, productProjector()));
  return {
    events: report.events,
    perSecond: report.events / ((performance.now() - from) / 1000),
    same: report.tables.every((table) => table.same),
  };
}
