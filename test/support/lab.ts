import { createDirectedSkill } from "./directed-skill.ts";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import type { Channel } from "../../src/domain/channel.ts";
import type { Clock } from "../../src/domain/ports/clock.ts";
import { type Failpoints, noFailpoints } from "../../src/domain/ports/failpoints.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Log, Metrics } from "../../src/domain/ports/log.ts";
import type { MediaStore } from "../../src/domain/ports/media.ts";
import type { AcceptOutcome, BusyPolicy } from "../../src/domain/message.ts";
import { type Model, ModelFailure } from "../../src/domain/ports/model.ts";
import type { Skill, SkillResult, TurnContext } from "../../src/domain/skill.ts";
import { skillProjections } from "../../src/main/projections.ts";
import { openSpine } from "../../src/spine.ts";
import type { Spine, SpineParts, SpineSettings, TimerParts } from "../../src/spine/parts.ts";
import type { Database } from "../../src/store/database/database.ts";
import { isFakeClock } from "./fake-clock.ts";
import { type LedgerChannel, ledgerChannel } from "../vendors/ledger-channel.ts";

/** The whole spine over one database, with a vendor and a skill that the test directs. */
export interface Lab {
  readonly db: Database;
  readonly spine: Spine;
  readonly post: LedgerChannel;
  readonly clock: Clock;
  /** What went wrong inside, as the log heard it. */
  readonly complaints: string[];
  /** Sends a message as a vendor would. */
  say(text: string, options?: SayOptions): Promise<Accepted>;
  /** Resolves when the condition holds; looked at again after every wake-up. */
  until(condition: () => Promise<boolean> | boolean): Promise<void>;
  /** Resolves when no input waits, no turn runs and no delivery is due. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface SayOptions {
  readonly id?: string;
  readonly from?: string;
  readonly policy?: BusyPolicy;
  readonly channelAccount?: string;
  /** What else the channel knows, and the conversation where it is not the person's own. */
  readonly payload?: JsonObject;
  readonly scope?: string;
}

export type Accepted = Extract<AcceptOutcome, { messageId: string }>;

export interface LabOptions {
  readonly db: Database;
  readonly run?: (turn: TurnContext) => Promise<SkillResult | string>;
  readonly skills?: readonly Skill[];
  readonly model?: Model;
  readonly clock?: Clock;
  readonly failpoints?: Failpoints;
  readonly post?: LedgerChannel;
  readonly channels?: readonly Channel[];
  readonly media?: MediaStore;
  readonly transcriber?: SpineParts["transcriber"];
  readonly speaker?: SpineParts["speaker"];
  readonly timers?: TimerParts;
  readonly usage?: SpineParts["usage"];
  readonly settings?: Partial<Omit<SpineSettings, "turn" | "outbox">> & {
    readonly turn?: Partial<SpineSettings["turn"]>;
    readonly outbox?: Partial<SpineSettings["outbox"]>;
  };
}

export async function openLab(options: LabOptions): Promise<Lab> {
  const complaints: string[] = [];
  const clock = options.clock ?? systemClock;
  const post = options.post ?? ledgerChannel();
  const chance = createSystemChance(systemClock.now);
  const skills = options.skills ?? [createDirectedSkill(options.run ?? echo)];
  const underWay = isFakeClock(clock) ? clock.underWay : undefined;
  const spine = await openSpine({
    db: underWay?.database(options.db) ?? options.db,
    clock,
    chance,
    log: listeningLog(complaints),
    metrics: silentMetrics,
    failpoints: options.failpoints ?? noFailpoints,
    model: options.model ?? noModel,
    skills: underWay === undefined ? skills : skills.map(underWay.skill),
    channels: [post, ...(options.channels ?? [])],
    transcriber: options.transcriber,
    speaker: options.speaker,
    media: options.media,
    projections: skillProjections,
    timers: options.timers,
    usage: options.usage,
    settings: labSettings(options),
  });
  const bell = await openBell(options.db);
  let count = 0;
  const lab: Lab = {
    db: options.db,
    spine,
    post,
    clock,
    complaints,
    async say(text, how = {}) {
      const from = how.from ?? "ada";
      const outcome = await spine.accept({
        route: {
          channel: post.name,
          channelAccount: how.channelAccount ?? "main",
          scope: how.scope ?? `user:${from}`,
          peer: how.scope ?? from,
        },
        vendorId: how.id ?? `m${++count}-${chance.id()}`,
        subject: from,
        text,
        ...(how.payload === undefined ? {} : { payload: how.payload }),
        busyPolicy: how.policy ?? "queue",
        provision: true,
      });
      if (outcome.kind === "refused") throw new Error(`refused: ${outcome.code}`);
      return outcome;
    },
    until: (condition) => bell.until(condition),
    idle: () => bell.until(() => isIdle(options.db)),
    async close() {
      await spine.close(0);
      await bell.close();
    },
  };
  return lab;
}

const echo = async ({ window }: TurnContext): Promise<string> =>
  `echo: ${window.map(({ text }) => text).join(" / ")}`;

async function isIdle(db: Database): Promise<boolean> {
  const [busy] = await db.rows<{ open: number; going: number }>(
    `select (select count(*) from conversation where latest_inbound_seq > last_closed_inbound_seq or running_turn_id is not null) as open,
            (select count(*) from delivery_attempt where status in ('pending', 'sending')) as going`,
  );
  return busy?.open === 0 && busy.going === 0;
}

const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_000).unref());

/** Looks again whenever anything happened, so that no test has to sleep. */
async function openBell(db: Database) {
  let waiting: (() => void)[] = [];
  const ring = (): void => {
    const told = waiting;
    waiting = [];
    for (const tell of told) tell();
  };
  const stop = await db.listen(ring);
  return {
    async until(condition: () => Promise<boolean> | boolean): Promise<void> {
      for (;;) {
        const rung = new Promise<void>((resolve) => waiting.push(resolve));
        if (await condition()) return;
        // A condition may change without a wake-up, such as one that moves the clock itself.
        await Promise.race([rung, aMoment()]);
      }
    },
    close: stop,
  };
}

function labSettings(options: LabOptions): SpineSettings {
  const given = options.settings ?? {};
  return {
    work: true,
    holder: `lab-${Math.random()}`,
    defaultTimezone: "UTC",
    sweepMs: 5_000,
    ...given,
    turn: { leaseMs: 30_000, timeoutMs: 60_000, concurrency: 8, maxAttempts: 5, ...given.turn },
    outbox: {
      leaseMs: 30_000,
      concurrency: 8,
      holdMs: 30_000,
      retryMs: [1_000, 5_000],
      replyExpiresMs: 1_800_000,
      ...given.outbox,
    },
  };
}

const noModel: Model = {
  describe: { kind: "scripted", name: "none" },
  complete: () => Promise.reject(new ModelFailure("unreachable", "this test has no model")),
  stream: () => Promise.reject(new ModelFailure("unreachable", "this test has no model")),
  object: () => Promise.reject(new ModelFailure("unreachable", "this test has no model")),
};

const silentMetrics: Metrics = { count: () => undefined, observe: () => undefined };

function listeningLog(complaints: string[]): Log {
  const listen = (fields: Readonly<Record<string, unknown>>, sentence: string): void => {
    const { error } = fields;
    complaints.push(
      `${sentence} ${error instanceof Error ? `${error.message} ${String(error.stack)}` : ""}`,
    );
  };
  return { debug: () => undefined, info: () => undefined, warn: listen, error: listen };
}
