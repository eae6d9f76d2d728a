import { systemClock } from "../../../src/cli/system.ts";
import type { OutboundAnswer, OutboundCall, OutboundHttp } from "../../../src/domain/ports/http.ts";
import type { TurnContext } from "../../../src/domain/skill.ts";
import { safeHttp } from "../../../src/outbound/safe-fetch.ts";
import type { openSpine } from "../../../src/spine.ts";
import type { Database } from "../../../src/store/database/database.ts";
import { openPostgresStore } from "../../support/api.ts";
import { type FakeClock, fakeClock } from "../../support/fake-clock.ts";
import { loopbackServers } from "../../support/loopback-server.ts";
import type { OpenStore } from "../../support/stores.ts";
import { type EvolutionServer, startEvolutionServer } from "../../vendors/evolution-server.ts";
import { type IlinkServer, startIlinkServer } from "../../vendors/ilink-server.ts";
import { type WechatConnector, wechatConnector } from "../../vendors/wechat-connector.ts";
import { startWecomServer, type WecomServer } from "../../vendors/wecom-server.ts";
import {
  startWecomSocketServer,
  type WecomSocketServer,
} from "../../vendors/wecom-socket-server.ts";
import { type CloudServer, startCloudServer } from "../../vendors/whatsapp-cloud-server.ts";
import { openProcess, type Process, secondInstance, secondNumber } from "./process.ts";
import { lineBots, lineSecret } from "./wecom-line.ts";

interface OpenWorld {
  readonly works?: boolean;
  readonly behind?: (on: { readonly db: Database; readonly clock: FakeClock }) => Behind;
}

export interface Vendors {
  readonly connector: WechatConnector;
  readonly ilink: IlinkServer;
  readonly cloud: CloudServer;
  readonly evolution: EvolutionServer;
  readonly wecom: WecomServer;
  readonly wecomLine: WecomSocketServer;
}

/** Every channel on one database, each before the fake of its vendor. Time stands still until a test moves it. */
export interface World {
  readonly db: Database;
  /** A transaction on a connection of its own. */
  readonly owner: OpenStore["owner"];
  readonly clock: FakeClock;
  readonly vendors: Vendors;
  readonly one: Process;
  /** What the skill does with a turn. */
  answer: (turn: TurnContext) => Promise<string>;
  /** Nothing can be kept while this is set. */
  isAway: boolean;
  /** Takes the place of the network while set. */
  wire: ((call: OutboundCall, through: OutboundHttp) => Promise<OutboundAnswer>) | undefined;
  /** What was logged as a warning or an error. */
  readonly lines: string[];
  /** What WeCom's channel has taken in, by our bot and the vendor's id, each time. */
  readonly taken: string[];
  another(name: string, how?: { readonly polls?: boolean }): Promise<Process>;
  until(condition: () => Promise<boolean> | boolean): Promise<void>;
  /** Until nothing is left to do for this person. Time moves on only when nothing else can happen. */
  settle(peer: string): Promise<void>;
  close(): Promise<void>;
}

export const echo = async ({ window }: TurnContext): Promise<string> =>
  `echo: ${window.map(({ text }) => text).join(" / ")}`;

/** What runs behind the channels, where it shall be more than an answer. */
export type Behind = Partial<
  Pick<Parameters<typeof openSpine>[0], "skills" | "model" | "projections" | "timers">
>;

export async function openWorld({
  works = true,
  behind = () => ({}),
}: OpenWorld = {}): Promise<World> {
  const store = await openPostgresStore();
  const clock = fakeClock();
  const servers = loopbackServers();
  const vendors: Vendors = {
    connector: await wechatConnector(servers),
    ilink: await startIlinkServer({ clock }),
    cloud: await startCloudServer([secondNumber]),
    evolution: await startEvolutionServer([secondInstance]),
    wecom: await startWecomServer(clock),
    wecomLine: await startWecomSocketServer({ clock }),
  };
  for (const botId of Object.values(lineBots)) vendors.wecomLine.bot(botId, lineSecret);
  const network = safeHttp({ clock: systemClock });
  const processes: Process[] = [];
  const lines: string[] = [];
  const another: World["another"] = async (name, how) => {
    const opened = await openProcess(world, {
      name,
      polls: how?.polls === true,
      works,
      http,
      behind: behind({ db: store.db, clock }),
    });
    processes.push(opened);
    return opened;
  };
  const http: OutboundHttp = {
    request: (call) =>
      world.wire === undefined ? network.request(call) : world.wire(call, network),
  };
  const world: { -readonly [K in keyof World]: World[K] } = {
    db: store.db,
    owner: store.owner,
    clock,
    vendors,
    one: undefined as unknown as Process,
    answer: echo,
    isAway: false,
    wire: undefined,
    lines,
    taken: [],
    another,
    async until(condition) {
      for (let looks = 1; !(await condition()); looks += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        // Stands for the sweep, which finds what a wake-up missed because its row was locked just then.
        if (looks % 25 === 0) world.one.spine.wake();
      }
    },
    settle: (peer) => settle(world, peer),
    async close() {
      for (const opened of processes) await opened.close();
      await network.close();
      for (const server of [
        vendors.ilink,
        vendors.cloud,
        vendors.evolution,
        vendors.wecom,
        vendors.wecomLine,
        servers,
      ])
        await server.close();
      await store.close();
    },
  };
  world.one = await another("one", { polls: true });
  return world;
}

async function settle(world: World, peer: string): Promise<void> {
  await world.until(async () => {
    const [left] = await world.db.rows<{ open: number; sending: number; pending: number }>(
      `select count(*) filter (where c.latest_inbound_seq > c.last_closed_inbound_seq or c.running_turn_id is not null) as open,
              coalesce(sum((select count(*) from delivery_attempt d where d.conversation_id = c.id and d.status = 'sending')), 0)::int as sending,
              coalesce(sum((select count(*) from delivery_attempt d where d.conversation_id = c.id and d.status = 'pending')), 0)::int as pending
       from conversation c where c.peer = $1`,
      [peer],
    );
    if (left === undefined || left.open + left.sending + left.pending === 0) return true;
    if (left.open + left.sending === 0) {
      await world.clock.advance(1_000);
      world.one.spine.wake();
    }
    return false;
  });
}
