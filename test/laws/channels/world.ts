import { systemClock } from "../../../src/cli/system.ts";
import type { OutboundHttp } from "../../../src/domain/ports/http.ts";
import type { TurnContext } from "../../../src/domain/skill.ts";
import { safeHttp } from "../../../src/outbound/safe-fetch.ts";
import type { Database } from "../../../src/store/database/database.ts";
import { openPostgresStore } from "../../support/api.ts";
import { fakeMedia } from "../../support/channel-ports.ts";
import { type FakeClock, fakeClock } from "../../support/fake-clock.ts";
import { loopbackServers } from "../../support/loopback-server.ts";
import { startEvolutionServer } from "../../vendors/evolution-server.ts";
import { startIlinkServer } from "../../vendors/ilink-server.ts";
import { startDiscordServer } from "../../vendors/discord/server.ts";
import { startFeishuServer } from "../../vendors/feishu/server.ts";
import { startDingtalkServer } from "../../vendors/dingtalk/server.ts";
import { startSlackServer } from "../../vendors/slack/server.ts";
import { startWecomAppServer } from "../../vendors/wecom-app-server.ts";
import { startWecomServiceServer } from "../../vendors/wecom-service-server.ts";
import { startBridgeServer } from "../../vendors/bridge-server.ts";
import { startNotifierServer } from "../../vendors/notifier-server.ts";
import { startSmtpServer } from "../../vendors/smtp-server.ts";
import { wechatConnector } from "../../vendors/wechat-connector.ts";
import { startWecomServer } from "../../vendors/wecom-server.ts";
import { startWecomSocketServer } from "../../vendors/wecom-socket-server.ts";
import { startTelegramServer } from "../../vendors/telegram/server.ts";
import { startCloudServer } from "../../vendors/whatsapp-cloud-server.ts";
import { lineBots, lineSecret, secondInstance, secondNumber, telegramBots } from "./channels.ts";
import { discordBots } from "./discord.ts";
import { bridgeSecrets } from "./bridge.ts";
import { feishuApps } from "./feishu.ts";
import { dingtalkApps } from "./dingtalk.ts";
import { slackApps } from "./slack.ts";
import { wecomAgents } from "./wecom-app.ts";
import { serviceAccounts } from "./wecom-service.ts";
import { openProcess } from "./process.ts";
import type { Behind, Process, Vendors, ChannelWorld } from "./bench.ts";

interface OpenWorld {
  readonly works?: boolean;
  readonly behind?: (on: { readonly db: Database; readonly clock: FakeClock }) => Behind;
}

export const echo = async ({ window }: TurnContext): Promise<string> =>
  `echo: ${window.map(({ text }) => text).join(" / ")}`;

export async function openChannelWorld({
  works = true,
  behind = () => ({}),
}: OpenWorld = {}): Promise<ChannelWorld> {
  const store = await openPostgresStore();
  const clock = fakeClock();
  const db = clock.underWay.database(store.db);
  const servers = loopbackServers();
  const vendors: Vendors = {
    connector: await wechatConnector(servers),
    ilink: await startIlinkServer({ clock }),
    cloud: await startCloudServer([secondNumber]),
    evolution: await startEvolutionServer([secondInstance]),
    wecom: await startWecomServer(clock),
    wecomLine: await startWecomSocketServer({ clock }),
    telegram: await startTelegramServer(Object.values(telegramBots)),
    discord: await startDiscordServer(Object.values(discordBots)),
    dingtalk: await startDingtalkServer(Object.values(dingtalkApps)),
    slack: await startSlackServer(Object.values(slackApps), clock),
    feishu: await startFeishuServer(Object.values(feishuApps)),
    wecomApps: await startWecomAppServer(Object.values(wecomAgents)),
    wecomService: await startWecomServiceServer(Object.values(serviceAccounts), clock),
    bridges: await startBridgeServer(servers, bridgeSecrets),
    notifiers: await startNotifierServer(servers),
    mail: await startSmtpServer(servers),
  };
  for (const botId of Object.values(lineBots)) vendors.wecomLine.bot(botId, lineSecret);
  const network = safeHttp({ clock: systemClock });
  const processes: Process[] = [];
  const lines: string[] = [];
  const another: ChannelWorld["another"] = async (name, how) => {
    const opened = await openProcess(world, {
      name,
      polls: how?.polls === true,
      works,
      http,
      behind: behind({ db, clock }),
    });
    processes.push(opened);
    return opened;
  };
  const http: OutboundHttp = {
    request: (call) =>
      world.wire === undefined ? network.request(call) : world.wire(call, network),
  };
  const world: { -readonly [K in keyof ChannelWorld]: ChannelWorld[K] } = {
    db,
    owner: store.owner,
    clock,
    vendors,
    media: fakeMedia(),
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
        vendors.telegram,
        vendors.discord,
        vendors.dingtalk,
        vendors.slack,
        vendors.feishu,
        vendors.wecomApps,
        vendors.wecomService,
        servers,
      ])
        await server.close();
      await store.close();
    },
  };
  world.one = await another("one", { polls: true });
  return world;
}

async function settle(world: ChannelWorld, peer: string): Promise<void> {
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
      await world.clock.pass(1_000);
      world.one.spine.wake();
    }
    return false;
  });
}
