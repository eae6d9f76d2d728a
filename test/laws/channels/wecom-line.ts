import type { FrameFate } from "../../vendors/wecom-socket-server.ts";
import type {
  ChannelBench,
  Fate,
  Heard,
  OpenBench,
  Someone,
  VendorCase,
  ChannelWorld,
} from "./bench.ts";
import { lineBots } from "./channels.ts";
type Bot = keyof typeof lineBots;

const push = "aibot_send_msg";
const notKept = "a message could not be accepted";
const foreign = "a message for another bot arrived over this bot's connection";
let people = 0;

const isReady =
  (world: ChannelWorld) =>
  (bot: string): boolean =>
    world.one.channel("wecom").ready(bot);
const isLive = (world: ChannelWorld): boolean => Object.keys(lineBots).every(isReady(world));

/** A line that a test broke is back after a while. */
async function live(world: ChannelWorld): Promise<void> {
  await world.one.connect();
  let looks = 0;
  await world.until(async () => {
    looks += 1;
    if (!isLive(world) && looks % 20 === 0) await world.clock.advance(500);
    return isLive(world);
  });
}

const count = (lines: readonly string[], line: string): number =>
  lines.filter((one) => one === line).length;

async function someone(world: ChannelWorld, bot: Bot, userid: string): Promise<Someone> {
  const { wecomLine: server } = world.vendors;
  await live(world);
  // Who never wrote can't be written to.
  server.event(
    { userid },
    { eventtype: "feedback_event", feedback_event: {} },
    { botId: lineBots[bot] },
  );
  const countTaken = (msgid: string): number => count(world.taken, `${bot} ${msgid}`);
  return {
    peer: userid,
    channelAccount: bot,
    async says({ text, id }) {
      await live(world);
      const msgid = `CAIQ/${id}`;
      const [before, failures] = [countTaken(msgid), count(world.lines, notKept)];
      server.text({ userid }, text, { botId: lineBots[bot], msgid });
      let heard: Heard | undefined;
      await world.until(() => {
        if (countTaken(msgid) > before) heard = "taken";
        else if (count(world.lines, notKept) > failures) heard = "later";
        return heard !== undefined;
      });
      return heard ?? "later";
    },
    // WeCom does not bring it again: we hold it ourselves, and try.
    async comesAgain({ id }) {
      await world.until(async () => {
        await world.clock.advance(500);
        return countTaken(`CAIQ/${id}`) > 0;
      });
      return "taken";
    },
    saw: async () =>
      server.pushed
        .filter(({ chatid, botId }) => chatid === userid && botId === lineBots[bot])
        .map(({ text }) => text),
    window: () => ({
      lastInboundAt: new Date(world.clock.now()).toISOString(),
      sendsSinceInbound: 0,
      contextToken: null,
    }),
  };
}

/** Without streams, so that every answer is a push; what holds for streams is proven beside it. */
export const wecomLineBench: OpenBench = (world): ChannelBench => {
  const { wecomLine: server } = world.vendors;
  const says = (
    name: string,
    fate: FrameFate,
    verdict: Pick<VendorCase, "kind" | "code">,
  ): VendorCase => ({
    name,
    arrange: async () => {
      await live(world);
      server.plan(push, fate);
    },
    ...verdict,
  });
  const plans: Readonly<Record<Extract<Fate, string>, FrameFate>> = {
    taken_then_500: "taken_then_cut",
    taken_then_cut: "taken_then_cut",
    not_now: { errcode: 45009 },
  };
  return {
    channel: "wecom",
    person: () => someone(world, "line", `line-${(people += 1)}`),
    elsewhere: ({ peer }) => someone(world, "other", peer),
    async unproven({ text, id }) {
      await live(world);
      const before = count(world.lines, foreign);
      const body = {
        msgid: id,
        aibotid: "AIB9",
        chattype: "single",
        from: { userid: "mallory" },
        msgtype: "text",
        text: { content: text },
      };
      server.raw(
        lineBots.line,
        JSON.stringify({ cmd: "aibot_msg_callback", headers: { req_id: `forged-${id}` }, body }),
      );
      await world.until(() => count(world.lines, foreign) > before);
      return ["refused"];
    },
    fate: (next) =>
      server.plan(push, typeof next === "string" ? plans[next] : { held: next.until }),
    cases: [
      ...[45009, -1, 6000].map((code) =>
        says(`errcode ${code}`, { errcode: code }, { kind: "not_sent", code: `errcode_${code}` }),
      ),
      says(
        "a chat that takes no pushes",
        { errcode: 93006 },
        { kind: "waiting_for_user", code: "no_way_to_push" },
      ),
      says(
        "a bot that is not at the line any more",
        { errcode: 846609 },
        { kind: "not_sent", code: "not_connected" },
      ),
      says("a line that breaks before", "cut", { kind: "unknown", code: "no_answer" }),
      says("a line that breaks behind", "taken_then_cut", { kind: "unknown", code: "no_answer" }),
    ],
    nowhere: "waiting_for_user",
    line: {
      async away() {
        server.refuse(503);
        for (const botId of Object.values(lineBots)) server.cut(botId);
        await world.until(() => !Object.keys(lineBots).some(isReady(world)));
      },
      async back() {
        server.refuse(undefined);
        await live(world);
      },
      closed: () => server.plan(push, { errcode: 93006 }),
    },
    withhold: () => server.plan(push, { errcode: 93006 }),
    handed: () => server.frames.filter(({ cmd }) => cmd === push).length,
    complaints: () => server.violations,
  };
};
