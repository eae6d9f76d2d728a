import { type Channel, plainChatApp } from "../../domain/channel.ts";
import type { EventDraft } from "../../domain/events/catalogue.ts";
import { noFailpoints } from "../../domain/ports/failpoints.ts";
import { engine } from "../../domain/principal.ts";
import { productProjector, skillProjections } from "../../main/projections.ts";
import { openChatStates } from "../../main/scenes.ts";
import { createOfflineModel } from "../../model/offline.ts";
import { chatSkill } from "../../skills/chat/skill.ts";
import { createScenesSkill } from "../../skills/scenes/skill.ts";
import { openSpine } from "../../spine.ts";
import type { Spine } from "../../spine/parts.ts";
import { openModelCalls } from "../../store/model-calls.ts";
import type { Store } from "../../store/open-store.ts";
import { record } from "../../store/log/record.ts";
import { createSystemChance, systemClock } from "../system.ts";
import { type Percentiles, percentiles } from "./percentiles.ts";
import { beats, beginning, type Chat, toPersona } from "./story-past.ts";

const chance = createSystemChance(systemClock.now);
const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
const noMetrics = { count: () => undefined, observe: () => undefined };
const perBatch = 250;

export interface SceneTurnFigures {
  readonly plain: TurnFigures;
  readonly few: TurnFigures;
  readonly many: TurnFigures;
  /** Stories of eight people, until the reply is recorded for each of them. */
  readonly fewShared: TurnFigures;
  readonly manyShared: TurnFigures;
}

interface TurnFigures extends Percentiles {
  /** Median processor time of a turn, which a busy machine changes least. */
  readonly cpuMs: number;
}

/**
 * A turn of a story from accepting the message to channel hand-off, with the understudy, whose
 * lines cost almost nothing: six calls with their records, ten events, their rows and the reply. A
 * young chat, one with a long past and a plain conversation take turns, so that whatever else the
 * machine does is felt by all.
 */
export async function measureSceneTurns(
  store: Store,
  of: { few: number; many: number; turns: number },
): Promise<SceneTurnFigures> {
  const hand = openHand();
  const spine = await start(store, hand.channel);
  try {
    const people: string[] = [];
    for (let nth = 0; nth < sharing; nth += 1)
      people.push((await openChat(store, spine, `guest${nth}`)).accountId);
    for (const [id, turns] of [
      ["young", of.few],
      ["old", of.many],
    ] as const) {
      await past(store, await openChat(store, spine, id), turns);
      const shared = await openChat(store, spine, `${id}-shared`);
      await past(store, { ...shared, people }, turns);
    }
    await store.db.rows("analyze");
    const took = new Map<Scope, TurnCost[]>(scopes.map((scope) => [scope, []]));
    const warm = 20;
    for (let nth = 0; nth < of.turns + warm; nth += 1)
      for (const scope of scopes) {
        const one = await timeTurn(spine, hand, { scope, nth });
        if (nth >= warm) took.get(scope)?.push(one);
      }
    const figures = (scope: Scope): TurnFigures => summariseTurns(took.get(scope) ?? []);
    return {
      plain: figures("user:plain"),
      few: figures("chat:young"),
      many: figures("chat:old"),
      fewShared: figures("chat:young-shared"),
      manyShared: figures("chat:old-shared"),
    };
  } finally {
    await spine.close(1_000);
  }
}

const sharing = 8;
const scopes = [
  "user:plain",
  "chat:young",
  "chat:old",
  "chat:young-shared",
  "chat:old-shared",
] as const;
type Scope = (typeof scopes)[number];

interface TurnCost {
  readonly wait: number;
  readonly cpuMs: number;
}

const summariseTurns = (took: readonly TurnCost[]): TurnFigures => ({
  ...percentiles(took.map(({ wait }) => wait)),
  cpuMs: percentiles(took.map(({ cpuMs }) => cpuMs)).p50,
});

async function past(store: Store, chat: Chat, turns: number): Promise<void> {
  await write(store, beginning(chat));
  for (let from = 0; from < turns; from += perBatch)
    await write(store, beats(chat, from, Math.min(turns, from + perBatch)));
}

function openHand(): { channel: Channel; next(): Promise<void> } {
  let arrived: () => void = () => undefined;
  const channel: Channel = {
    name: "bench",
    ready: () => true,
    async send() {
      arrived();
      return { kind: "sent" };
    },
    limits: { partLength: 10_000, partUnit: "characters", paceMs: 0, sendTimeoutMs: 10_000 },
    capabilities: plainChatApp,
    unknownSends: "resend",
  };
  return { channel, next: () => new Promise<void>((resolve) => (arrived = resolve)) };
}

function start({ db }: Store, channel: Channel): Promise<Spine> {
  return openSpine({
    db,
    clock: systemClock,
    chance,
    log: quiet,
    metrics: noMetrics,
    failpoints: noFailpoints,
    model: createOfflineModel({
      ledger: openModelCalls(db, quiet),
      clock: systemClock,
      chance,
      log: quiet,
      metrics: noMetrics,
    }),
    skills: [createScenesSkill({ states: openChatStates() }), chatSkill({ historyMessages: 30 })],
    channels: [channel],
    projections: skillProjections,
    settings: {
      work: true,
      holder: "bench",
      defaultTimezone: "UTC",
      sweepMs: 5_000,
      turn: { leaseMs: 30_000, timeoutMs: 60_000, concurrency: 4, maxAttempts: 5 },
      outbox: {
        leaseMs: 30_000,
        concurrency: 4,
        holdMs: 30_000,
        retryMs: [1_000],
        replyExpiresMs: 600_000,
      },
    },
  });
}

interface Saying {
  readonly scope: string;
  readonly text: string;
  /** As whom, in a shared story. */
  readonly speaker?: string | undefined;
}

const say = (spine: Spine, { scope, text, speaker }: Saying): Promise<unknown> =>
  spine.accept({
    route: { channel: "bench", channelAccount: "bench", scope, peer: scope },
    vendorId: chance.id(),
    subject: scope,
    text,
    ...(speaker === undefined
      ? {}
      : {
          payload: {
            scene: { op: "prose", scene_id: null, whisper_to: [], speaker, aloud: true },
          },
        }),
    busyPolicy: "queue",
    provision: true,
  });

/** A first message, when there is no story yet, makes the account that the story belongs to. */
async function openChat({ db }: Store, spine: Spine, id: string): Promise<Chat> {
  await say(spine, { scope: `chat:${id}`, text: "hello" });
  for (;;) {
    const [row] = await db.rows<{ account_id: string }>(
      "select account_id from conversation where scope = $1 and last_closed_inbound_seq = latest_inbound_seq",
      [`chat:${id}`],
    );
    if (row !== undefined) return { id, accountId: row.account_id };
    await systemClock.wait(20);
  }
}

async function timeTurn(
  spine: Spine,
  hand: { next(): Promise<void> },
  { scope, nth }: { scope: Scope; nth: number },
): Promise<TurnCost> {
  const [from, cpu] = [performance.now(), process.cpuUsage()];
  const done = hand.next();
  await say(spine, {
    scope,
    text: `And what became of the lantern number ${nth}?`,
    speaker: scope.endsWith("-shared") ? toPersona(nth % sharing) : undefined,
  });
  await done;
  const wait = performance.now() - from;
  // The delivery of the finished turn is still to be recorded.
  await systemClock.wait(10);
  const { user, system } = process.cpuUsage(cpu);
  return { wait, cpuMs: (user + system) / 1_000 };
}

async function write({ db }: Store, drafts: readonly EventDraft[]): Promise<void> {
  await db.transaction(engine, (sql) => record(sql, projector, drafts));
}

const projector = productProjector();
