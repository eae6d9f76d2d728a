import { createWecom, type Wecom } from "../../src/channels/wecom/create.ts";
import type { WecomSettings } from "../../src/channels/wecom/settings.ts";
import { createSystemChance } from "../../src/cli/system.ts";
import type { AnswerStreams } from "../../src/domain/ports/answer-streams.ts";
import type { ConnectionState } from "../../src/domain/ports/channel-ports.ts";
import type { Delivery } from "../../src/domain/delivery.ts";
import type { Log } from "../../src/domain/ports/log.ts";
import { safeHttp } from "../../src/outbound/safe-fetch.ts";
import { safeSockets } from "../../src/outbound/safe-socket.ts";
import { splitText } from "../../src/outbound/split.ts";
import { startWecomSocketServer, type WecomSocketServer } from "../vendors/wecom-socket-server.ts";
import { type FakeMedia, fakeMedia, type FakePorts, fakePorts } from "./channel-ports.ts";
import { type FakeClock, fakeClock } from "./fake-clock.ts";
import { silentLog } from "./silent-log.ts";
import { wecomSettings } from "./wecom-lab.ts";
import { wecomMarks } from "./wecom-marks.ts";

/** One bot at the fake WeCom, over real sockets, with time in the test's hands and no database. */
export interface ConnectionBench {
  readonly clock: FakeClock;
  readonly server: WecomSocketServer;
  readonly ports: FakePorts;
  readonly media: FakeMedia;
  readonly wecom: Wecom;
  /** What people were shown of the connection, each change once. */
  readonly states: string[];
  readonly errors: string[];
  /** Another process over the same database. */
  another(): Wecom;
  connect(wecom?: Wecom): Promise<void>;
  /** Without time passing. */
  soon(condition: () => boolean): Promise<void>;
  /** With time passing. */
  later(condition: () => boolean): Promise<void>;
  part(more?: Partial<Delivery>): Delivery;
  close(): Promise<void>;
}

/** No answer is ever open: everything that goes out is pushed. */
const noStreams: AnswerStreams = {
  open: async () => "opened",
  unfinished: async () => [],
  look: async () => undefined,
  ofTurn: async () => undefined,
  place: async () => false,
  complete: async () => undefined,
  hasMore: async () => false,
  handedOut: async () => undefined,
  end: async () => true,
  withdraw: async () => true,
};

const turnOfTheLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export async function openConnectionBench(
  settings: Partial<WecomSettings> = {},
): Promise<ConnectionBench> {
  const clock = fakeClock();
  const server = await startWecomSocketServer({ clock });
  server.bot("AIB1", "s3cret");
  const ports = fakePorts(clock);
  const states: string[] = [];
  const describeState = (state: ConnectionState, reason: string | undefined): string =>
    reason === undefined ? state : `${state}: ${reason}`;
  ports.directory.stateChanged = async (_of, { state, reason }) => {
    if (states.at(-1) !== describeState(state, reason)) states.push(describeState(state, reason));
  };
  const media = fakeMedia();
  const errors: string[] = [];
  const log: Log = { ...silentLog, error: (_fields, sentence) => void errors.push(sentence) };
  const chance = { ...createSystemChance(() => clock.now()), random: () => 1 };
  const network = safeHttp({ clock });
  const http = clock.underWay.http(network);
  const made: Wecom[] = [];
  const marks = wecomMarks(clock);
  const bot = {
    name: "default",
    path: "",
    keys: [],
    botId: "AIB1",
    connection: { botId: "AIB1", secret: "s3cret" },
  };
  const another = (): Wecom => {
    const wecom = createWecom({
      ports,
      streams: noStreams,
      ...marks,
      tickets: {
        keep: async () => undefined,
        take: async () => undefined,
        giveBack: async () => undefined,
        left: async () => 0,
      },
      http,
      sockets: safeSockets({ clock }),
      media,
      clock,
      chance,
      log,
      split: (text, length) => splitText(text, { length, unit: "bytes" }),
      settings: wecomSettings(
        { url: "http://127.0.0.1:9" },
        { bots: [bot], socketUrl: server.url, ...settings },
      ),
    });
    made.push(wecom);
    return wecom;
  };
  const wecom = another();
  const soon: ConnectionBench["soon"] = async (condition) => {
    while (!condition()) await turnOfTheLoop();
  };
  return {
    clock,
    server,
    ports,
    media,
    wecom,
    states,
    errors,
    another,
    async connect(which = wecom) {
      await which.connect();
      await soon(() => which.channel.ready("default"));
    },
    soon,
    async later(condition) {
      while (!condition()) await clock.pass(100);
    },
    part: (more = {}) => ({ ...usualPart, ...more }),
    async close() {
      for (const one of made) await one.disconnect();
      await server.close();
      await network.close();
    },
  };
}

const usualPart: Delivery = {
  id: "d1",
  accountId: "a",
  conversationId: "c",
  turnId: null,
  messageId: null,
  channel: "wecom",
  channelAccount: "default",
  scope: "user:zhangsan",
  peer: "zhangsan",
  source: "notice",
  text: "到点了",
  payload: {},
  attempt: 1,
  idempotencyKey: "k",
  window: { lastInboundAt: null, sendsSinceInbound: 0, contextToken: null },
};
