import { type Channel, plainChatApp } from "../../domain/channel.ts";
import { noFailpoints } from "../../domain/ports/failpoints.ts";
import { createOfflineModel } from "../../model/offline.ts";
import { chatSkill } from "../../skills/chat/skill.ts";
import { openSpine } from "../../spine.ts";
import { openModelCalls } from "../../store/model-calls.ts";
import type { Store } from "../../store/open-store.ts";
import { asOwner } from "../../store/database/owner.ts";
import type { ConnectionSettings } from "../../store/database/postgres-database.ts";
import { createSystemChance, systemClock } from "../system.ts";
import { readServerCpuMs } from "./server-cpu.ts";
import { type Percentiles, percentiles } from "./percentiles.ts";

const chance = createSystemChance(systemClock.now);
const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
const noMetrics = { count: () => undefined, observe: () => undefined };

interface Talk {
  /** Sends a message as this person and waits for its reply at the channel; in milliseconds. */
  send(peer: string, text?: string): Promise<number>;
  close(): Promise<void>;
}

type Behind = Partial<Pick<Parameters<typeof openSpine>[0], "model" | "skills" | "projections">>;

/** The spine, by default with the offline model, and a channel that takes everything at once. */
export async function openTalk(store: Pick<Store, "db">, behind: Behind = {}): Promise<Talk> {
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
    ...behind,
    channels: [channel],
    settings: {
      work: true,
      holder: "bench",
      defaultTimezone: "UTC",
      sweepMs: 5_000,
      turn: { leaseMs: 30_000, timeoutMs: 60_000, concurrency: 64, maxAttempts: 5 },
      outbox: {
        leaseMs: 30_000,
        concurrency: 16,
        holdMs: 30_000,
        retryMs: [1_000],
        replyExpiresMs: 600_000,
      },
    },
  });
  return {
    async send(peer, text = "hello there") {
      const from = performance.now();
      const done = new Promise<void>((resolve) => arrived.set(peer, resolve));
      await spine.accept({
        route: { channel: "bench", channelAccount: "bench", scope: `user:${peer}`, peer },
        vendorId: chance.id(),
        subject: peer,
        text,
        busyPolicy: "queue",
        provision: true,
      });
      await done;
      return performance.now() - from;
    },
    close: () => spine.close(1_000),
  };
}

/**
 * From accepting a message to channel hand-off, with the offline model: the cost of the spine
 * itself.
 */
export async function measureTurns(
  store: Store,
): Promise<{ alone: Percentiles; at100PerSecond: Percentiles }> {
  const talk = await openTalk(store);
  for (let n = 0; n < 100; n += 1) await talk.send(`warm-${n % 10}`);
  const alone: number[] = [];
  for (let n = 0; n < 300; n += 1) alone.push(await talk.send(`alone-${n % 50}`));
  const paced: Promise<number>[] = [];
  const start = systemClock.now();
  for (let n = 0; n < 500; n += 1) {
    await systemClock.wait(start + n * 10 - systemClock.now());
    paced.push(talk.send(`paced-${n}`));
  }
  const together = await Promise.all(paced);
  await talk.close();
  return { alone: percentiles(alone), at100PerSecond: percentiles(together) };
}

/** Conversations that each send their next message when the last one was answered. */
export interface LoopFigures extends Percentiles {
  readonly conversations: number;
  readonly perSecond: number;
  /** CPU of this process and of the database server for one turn, deliveries and verdicts included. */
  readonly nodeMs: number;
  readonly databaseMs: number;
  /** Statements and commits that the server counted for one turn. */
  readonly statements: number;
  readonly commits: number;
}

/** The bundled server counts its statements with this. */
export const statementCounting = { shared_preload_libraries: "pg_stat_statements" };

export const startCounting = (connection: ConnectionSettings): Promise<unknown> =>
  asOwner(connection, (sql) => sql.rows("create extension if not exists pg_stat_statements"));

export async function measureLoops(store: Store, turns: number): Promise<readonly LoopFigures[]> {
  await startCounting(store.connection);
  const talk = await openTalk(store);
  for (let n = 0; n < 300; n += 1) await talk.send(`loop-${n % 64}`);
  const figures: LoopFigures[] = [];
  for (const conversations of [1, 16, 64])
    figures.push(await measureLoop(store.connection, { send: talk.send, conversations, turns }));
  await talk.close();
  return figures;
}

export interface Loop {
  readonly conversations: number;
  readonly turns: number;
  readonly send: Talk["send"];
}

export async function measureLoop(
  connection: ConnectionSettings,
  { send, conversations, turns }: Loop,
): Promise<LoopFigures> {
  const before = await readWork(connection);
  const from = performance.now();
  const took: number[] = [];
  let left = turns;
  const loop = async (peer: string): Promise<void> => {
    while (left > 0) {
      left -= 1;
      took.push(await send(peer));
    }
  };
  await Promise.all(Array.from({ length: conversations }, (_, n) => loop(`loop-${n}`)));
  const seconds = (performance.now() - from) / 1000;
  const after = await readWork(connection);
  const perTurn = (of: (work: Work) => number): number => (of(after) - of(before)) / took.length;
  return {
    ...percentiles(took),
    conversations,
    perSecond: took.length / seconds,
    nodeMs: perTurn(({ nodeMs }) => nodeMs),
    databaseMs: perTurn(({ databaseMs }) => databaseMs),
    statements: perTurn(({ statements }) => statements),
    commits: perTurn(({ commits }) => commits),
  };
}

interface Work {
  readonly nodeMs: number;
  readonly databaseMs: number;
  readonly statements: number;
  readonly commits: number;
}

async function readWork(connection: ConnectionSettings): Promise<Work> {
  const { user, system } = process.cpuUsage();
  const databaseMs = await readServerCpuMs(connection);
  const [counted] = await asOwner(connection, (sql) =>
    sql.rows<{ statements: number; commits: number }>(
      `select coalesce(sum(calls) filter (where toplevel), 0) as statements,
         (select count from (select coalesce(sum(calls), 0) as count from pg_stat_statements where query = 'commit') c) as commits
       from pg_stat_statements`,
    ),
  );
  return { nodeMs: (user + system) / 1000, databaseMs, statements: 0, commits: 0, ...counted };
}
