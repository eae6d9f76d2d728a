import { createDirectedSkill } from "./directed-skill.ts";
import { createWecom, type Wecom } from "../../src/channels/wecom/create.ts";
import type { WecomSettings } from "../../src/channels/wecom/settings.ts";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import { Refusal } from "../../src/domain/errors.ts";
import { noFailpoints } from "../../src/domain/ports/failpoints.ts";
import type { OutboundHttp } from "../../src/domain/ports/http.ts";
import type { Log } from "../../src/domain/ports/log.ts";
import type { MediaStore } from "../../src/domain/ports/media.ts";
import { type Model, ModelFailure } from "../../src/domain/ports/model.ts";
import type { Skill, SkillResult, TurnContext } from "../../src/domain/skill.ts";
import { skillProjections } from "../../src/main/projections.ts";
import { openAnswerStreams } from "../../src/outbound/answer-streams.ts";
import { openSeenCallbacks } from "../../src/inbound/seen-callbacks.ts";
import { openPushLedger } from "../../src/outbound/push-ledger.ts";
import { openReplyTickets } from "../../src/outbound/reply-tickets.ts";
import { safeSockets } from "../../src/outbound/safe-socket.ts";
import { splitText } from "../../src/outbound/split.ts";
import { openSpine } from "../../src/spine.ts";
import type { Spine, TimerParts } from "../../src/spine/parts.ts";
import type { Database } from "../../src/store/database/database.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import { openSoleWorker } from "../../src/store/work/sole-worker.ts";
import type { SendCallback } from "../vendors/wecom-app.ts";
import { testKey, type WecomServer } from "../vendors/wecom-server.ts";
import { fakeMedia } from "./channel-ports.ts";
import type { FakeClock } from "./fake-clock.ts";
import { silentLog } from "./silent-log.ts";

export const wecomSettings = (
  server: Pick<WecomServer, "url">,
  more: Partial<WecomSettings> = {},
): WecomSettings => ({
  bots: [{ name: "default", path: "/wecombot/callback", keys: [testKey()], botId: "AIB1" }],
  busyPolicy: "busy",
  streams: true,
  sharedGroups: [],
  allowedUsers: ["*"],
  allowedGroups: ["*"],
  admins: [],
  maxFileBytes: 20 * 1024 ** 2,
  ticketsPerScope: 50,
  turnTimeoutMs: 900_000,
  replayWindowMs: 300_000,
  fallbackUrl: undefined,
  fallbackPrivateText: false,
  pushUrls: [],
  welcome: undefined,
  welcomeButtons: [],
  thoughts: true,
  stopButton: false,
  apiBaseUrl: server.url,
  socketUrl: "ws://127.0.0.1:9",
  allowedHosts: ["127.0.0.1"],
  ...more,
});

/** One process of the product with WeCom alone. */
export interface WecomLab {
  readonly spine: Spine;
  readonly wecom: Wecom;
  readonly lines: string[];
  readonly settings: WecomSettings;
  readonly sendCallback: SendCallback;
  close(): Promise<void>;
}

export interface WecomLabOptions {
  readonly db: Database;
  readonly clock: FakeClock;
  readonly server: WecomServer;
  readonly http: OutboundHttp;
  readonly settings?: Partial<WecomSettings>;
  readonly run?: (turn: TurnContext) => Promise<SkillResult | string>;
  readonly skills?: readonly Skill[];
  readonly model?: Model;
  readonly name?: string;
  readonly work?: boolean;
  readonly media?: MediaStore;
  readonly timers?: TimerParts;
  readonly perPersonPerMinute?: number;
  /** How long the connection of a bot is this process's without word of it. The product's own time otherwise. */
  readonly soleLeaseMs?: number;
}

const noModelHere = (): Promise<never> =>
  Promise.reject(new ModelFailure("unreachable", "this test has no model"));
const noModel: Model = {
  describe: { kind: "scripted", name: "none" },
  complete: noModelHere,
  stream: noModelHere,
  object: noModelHere,
};
const chance = createSystemChance(systemClock.now);

export const labKeys = () =>
  openKeyring({
    key: "07".repeat(32),
    file: "/nowhere/key",
    randomBytes: (count) => chance.bytes(count),
  });

export async function openWecomLab(options: WecomLabOptions): Promise<WecomLab> {
  const { clock, server } = options;
  const { underWay } = clock;
  const db = underWay.database(options.db);
  const http = underWay.http(options.http);
  const lines: string[] = [];
  const hear = (fields: unknown, sentence: string): void =>
    void lines.push(`${sentence} ${JSON.stringify(fields)}`);
  const log: Log = { ...silentLog, info: hear, warn: hear, error: hear };
  const keys = labKeys;
  const made: { wecom?: Wecom } = {};
  const sole = openSoleWorker({
    db,
    clock,
    log,
    holder: options.name ?? "one",
    leaseMs: options.soleLeaseMs,
  });
  const settings = wecomSettings(server, options.settings);
  const spine = await openSpine({
    db,
    clock,
    chance,
    log,
    metrics: { count: () => undefined, observe: () => undefined },
    failpoints: noFailpoints,
    keys,
    model: options.model ?? noModel,
    skills: (
      options.skills ?? [
        createDirectedSkill(
          options.run ??
            (async ({ window }) => `echo: ${window.map(({ text }) => text).join(" / ")}`),
        ),
      ]
    ).map(underWay.skill),
    media: options.media ?? fakeMedia(),
    projections: skillProjections,
    timers: options.timers,
    channels: (ports, reports) => {
      made.wecom = createWecom({
        ports: options.soleLeaseMs === undefined ? ports : { ...ports, sole },
        reports,
        http,
        sockets: safeSockets({ clock }),
        media: options.media,
        clock,
        chance,
        log,
        streams: openAnswerStreams({ db, clock }),
        tickets: openReplyTickets({ db, clock, keys }),
        pushes: openPushLedger({ db, clock }),
        seen: openSeenCallbacks({ db }),
        settings,
        split: (text, length) => splitText(text, { length, unit: "bytes" }),
      });
      underWay.channel(made.wecom.channel);
      return [made.wecom.channel];
    },
    settings: {
      work: options.work ?? true,
      holder: options.name ?? "one",
      defaultTimezone: "Asia/Shanghai",
      perPersonPerMinute: options.perPersonPerMinute,
      sweepMs: 5_000,
      turn: { leaseMs: 30_000, timeoutMs: 150_000, concurrency: 8, maxAttempts: 5 },
      outbox: {
        leaseMs: 30_000,
        concurrency: 8,
        holdMs: 30_000,
        retryMs: [5_000, 30_000, 120_000],
        replyExpiresMs: 1_800_000,
      },
    },
  });
  const wecom = made.wecom as Wecom;
  await wecom.start();
  if (options.work !== false) await wecom.connect();
  const close = async (): Promise<void> => {
    await wecom.disconnect();
    await sole.close();
    await spine.close(0);
  };
  return { spine, wecom, lines, settings, sendCallback: knockAt(wecom), close };
}

/** Without a server in between: the channel's own webhook. */
function knockAt({ webhooks }: Wecom): SendCallback {
  return async ({ path, query, body, ip }) => {
    const webhook = webhooks.find((one) => one.method === "post" && one.path === path);
    if (webhook === undefined) return { status: 404, body: "" };
    try {
      return await webhook.handle({
        headers: {},
        body: Buffer.from(body),
        query: new URLSearchParams(query),
        ip,
        isLocal: false,
      });
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: error.message };
      throw error;
    }
  };
}
