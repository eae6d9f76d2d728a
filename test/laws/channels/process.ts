import { createDirectedSkill } from "../../support/directed-skill.ts";
import { loginRoutes } from "../../../src/api/routes/login-routes.ts";
import type { Ilink } from "../../../src/channels/wechat/ilink/create.ts";
import { wechatWebhook } from "../../../src/channels/wechat/webhook.ts";
import type { Channel } from "../../../src/domain/channel.ts";
import type { OutboundHttp } from "../../../src/domain/ports/http.ts";
import type { Log } from "../../../src/domain/ports/log.ts";
import { ModelFailure } from "../../../src/domain/ports/model.ts";
import type { ChannelWebhook } from "../../../src/domain/webhook.ts";
import { openSpine } from "../../../src/spine.ts";
import { DatabaseUnavailable } from "../../../src/store/database/database.ts";
import { openSoleWorker } from "../../../src/store/work/sole-worker.ts";
import { openApi, spineEngine } from "../../support/api.ts";
import { silentLog } from "../../support/silent-log.ts";
import type { Behind, Process, ChannelWorld } from "./bench.ts";
import { chance, connectorSecret, openChannels, sealingKeys } from "./channels.ts";

const metrics = { count: () => undefined, observe: () => undefined };

/** The clock leaps or stands while the database's goes on, and only the first has leases renewed. None of these runs out by that. */
const [soleLeaseMs, sendLeaseMs] = [24 * 3_600_000, 600_000];

interface ProcessOptions {
  readonly name: string;
  readonly polls: boolean;
  /** Runs turns and deliveries. */
  readonly works: boolean;
  readonly http: OutboundHttp;
  readonly behind: Behind;
}

export async function openProcess(
  world: ChannelWorld,
  { name, polls, works, http, behind }: ProcessOptions,
): Promise<Process> {
  const { db, clock } = world;
  const { sweepMs = 5_000, ...parts } = behind;
  const hear = (_fields: unknown, sentence: string): void => void world.lines.push(sentence);
  const log: Log = { ...silentLog, warn: hear, error: hear };
  const on = { db, clock, chance, log, metrics, http };
  const made: {
    ilink?: Ilink;
    /** Channels that poll, or hold a connection. */
    polled: readonly { start(): { close(): Promise<void> } }[];
    webhooks: ChannelWebhook[];
    channels: readonly Channel[];
    heard: (peer: string) => void;
    connect: () => Promise<void>;
    closers: (() => Promise<unknown>)[];
    enders: (() => Promise<unknown>)[];
  } = {
    polled: [],
    enders: [],
    connect: () => Promise.resolve(),
    webhooks: [],
    channels: [],
    heard: () => undefined,
    closers: [],
  };
  const noModel = (): Promise<never> =>
    Promise.reject(new ModelFailure("unreachable", "this test has no model"));
  const spine = await openSpine({
    ...on,
    failpoints: {
      hit: (point) => {
        if (point === "accept.before_commit" && world.isAway)
          throw new DatabaseUnavailable("the database is away");
      },
    },
    keys: sealingKeys,
    media: world.media,
    model: {
      describe: { kind: "scripted", name: "none" },
      complete: noModel,
      stream: noModel,
      object: noModel,
    },
    skills: [createDirectedSkill((turn) => world.answer(turn))],
    ...parts,
    channels: (ports, reports) => {
      const sole = openSoleWorker({ ...on, holder: name, leaseMs: soleLeaseMs });
      Object.assign(made, openChannels(world, { ...on, reports }, { ...ports, sole }));
      for (const channel of made.channels) clock.underWay.channel(channel);
      made.enders.push(() => sole.close());
      return made.channels;
    },
    settings: {
      work: works,
      holder: name,
      defaultTimezone: "UTC",
      sweepMs,
      turn: { leaseMs: 30_000, timeoutMs: 3_600_000, concurrency: 8, maxAttempts: 5 },
      outbox: {
        leaseMs: sendLeaseMs,
        concurrency: 8,
        holdMs: 30_000,
        retryMs: [1_000, 1_000, 1_000],
        replyExpiresMs: 1_800_000,
      },
    },
  });
  const ilink = made.ilink as Ilink;
  const wechat = wechatWebhook({
    secrets: [connectorSecret],
    busyPolicy: "supersede",
    accept: spine.accept,
    heard: made.heard,
    now: () => clock.now(),
  });
  const webhooks = [wechat, ...made.webhooks];
  const api = await openApi({
    db,
    clock,
    engine: spineEngine(spine),
    webhooks,
    routes: loginRoutes({ channel: "wechat", app: "WeChat", login: () => ilink.login }),
  });
  const polling = polls ? [ilink.startPolling(), ...made.polled.map((each) => each.start())] : [];
  return {
    spine,
    api,
    ilink,
    webhooks,
    connect: () => made.connect(),
    channel: (wanted) => made.channels.find((channel) => channel.name === wanted) as Channel,
    async close() {
      await api.close();
      for (const each of polling) await each.close();
      for (const end of made.enders) await end();
      await spine.close(0);
      for (const close of made.closers) await close();
    },
  };
}
