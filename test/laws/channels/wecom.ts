import { sealText, wecomSignature } from "../../../src/channels/wecom/crypto.ts";
import { openReplyTickets } from "../../../src/outbound/reply-tickets.ts";
import { testKey, type WecomFate } from "../../vendors/wecom-server.ts";
import {
  type ChannelBench,
  type Fate,
  toHeard,
  type OpenBench,
  type Said,
  type Someone,
  type VendorCase,
  type ChannelWorld,
} from "./bench.ts";
import { sealingKeys } from "./channels.ts";

const bots = {
  default: { path: "/wecombot/callback", id: "AIB1" },
  second: { path: "/wecombot/callback/second", id: "AIB2" },
};
type Bot = keyof typeof bots;
const spareTickets = 40;
let people = 0;

/** As WeCom seals it, with its signature. */
export function callback(
  world: ChannelWorld,
  bot: Bot,
  message: { readonly userid: string; readonly said: Said; readonly token?: string },
) {
  const { userid, said, token } = message;
  const key = testKey(token);
  const timestamp = String(Math.floor(world.clock.now() / 1000));
  const plain = {
    msgid: `CAIQ/${said.id}`,
    aibotid: bots[bot].id,
    chattype: "single",
    from: { userid },
    response_url: world.vendors.wecom.responseUrl(`${bot}:${userid}`),
    msgtype: "text",
    text: { content: said.text },
  };
  const sealed = sealText(key, JSON.stringify(plain), Buffer.alloc(16, 1));
  const signature = wecomSignature(key, { timestamp, nonce: said.id, sealed });
  return {
    body: JSON.stringify({ encrypt: sealed }),
    query: { msg_signature: signature, timestamp, nonce: said.id },
  };
}

async function post(
  world: ChannelWorld,
  bot: Bot,
  { body, query, by }: ReturnType<typeof callback> & Pick<Said, "by">,
) {
  const path = `${bots[bot].path}?${new URLSearchParams(query).toString()}`;
  const reply = await (by ?? world.one).api.call(path, {
    method: "POST",
    body,
    headers: { "Content-Type": "application/json" },
  });
  return toHeard(reply.status);
}

async function someone(world: ChannelWorld, bot: Bot, userid: string): Promise<Someone> {
  const tickets = openReplyTickets({ db: world.db, clock: world.clock, keys: sealingKeys });
  let goodUntil = 0;
  // A message brings one address, and without streams there may be more than one answer to it.
  const keepSpare = async (): Promise<void> => {
    if (world.clock.now() < goodUntil) return;
    goodUntil = world.clock.now() + 3_600_000;
    for (let nth = 0; nth < spareTickets; nth += 1)
      await tickets.keep({
        channel: "wecom",
        channelAccount: bot,
        scope: `user:${userid}`,
        expiresAt: goodUntil,
        limit: 1_000,
        url: world.vendors.wecom.responseUrl(`${bot}:${userid}`),
        vendorId: `spare-${goodUntil}-${nth}`,
      });
  };
  await keepSpare();
  const says: Someone["says"] = async (said) => {
    await keepSpare();
    return post(world, bot, { ...callback(world, bot, { userid, said }), by: said.by });
  };
  return {
    peer: userid,
    channelAccount: bot,
    says,
    comesAgain: says,
    saw: async () =>
      world.vendors.wecom.ledger
        .filter(({ id }) => id.startsWith(`${bot}:${userid}-`))
        .map(({ text }) => text),
    window: () => ({
      lastInboundAt: new Date(world.clock.now()).toISOString(),
      sendsSinceInbound: 0,
      contextToken: null,
    }),
  };
}

/** Without streams, so that every answer is a call of ours; what holds for streams is proven beside it. */
export const wecomBench: OpenBench = (world): ChannelBench => {
  const { wecom: server } = world.vendors;
  const answers = (
    name: string,
    fate: WecomFate,
    verdict: Pick<VendorCase, "kind" | "code">,
  ): VendorCase => ({
    name,
    arrange: () => server.plan(fate),
    ...verdict,
  });
  const plain = (status: number, kind: VendorCase["kind"], body = ""): VendorCase =>
    answers(
      `${status} ${body}`,
      { kind: "plain", status, body },
      { kind, ...(kind === "sent" ? {} : { code: `http_${status}` }) },
    );
  const plans: Readonly<Record<Extract<Fate, string>, WecomFate>> = {
    taken_then_500: { kind: "accept_then_500" },
    taken_then_cut: { kind: "accept_then_cut" },
    not_now: { kind: "plain", status: 503 },
  };
  return {
    channel: "wecom",
    triesAgain: true,
    person: () => someone(world, "default", `user-${(people += 1)}`),
    elsewhere: ({ peer }) => someone(world, "second", peer),
    async unproven(said) {
      const good = callback(world, "default", { userid: "mallory", said });
      const forged = [
        callback(world, "default", { userid: "mallory", said, token: "another-token" }),
        {
          ...good,
          query: { ...good.query, msg_signature: good.query.msg_signature.toUpperCase() },
        },
        { ...good, query: { ...good.query, timestamp: "1" } },
        { ...good, body: "{}" },
      ];
      return Promise.all(forged.map((one) => post(world, "default", one)));
    },
    fate: (next) =>
      server.plan(typeof next === "string" ? plans[next] : { kind: "held", until: next.until }),
    cases: [
      answers("a used address", { kind: "errcode", code: 60140 }, { kind: "sent" }),
      answers(
        "too many in this minute",
        { kind: "errcode", code: 45009 },
        { kind: "not_sent", code: "errcode_45009" },
      ),
      answers(
        "a busy system",
        { kind: "errcode", code: -1 },
        { kind: "not_sent", code: "errcode_-1" },
      ),
      plain(404, "sent"),
      ...[408, 429, 503].map((status) => plain(status, "not_sent")),
      plain(500, "not_sent"),
      answers(
        "200 without sense",
        { kind: "plain", status: 200, body: "<html>" },
        { kind: "not_sent", code: "unreadable_answer" },
      ),
      answers(
        "200 without a code",
        { kind: "plain", status: 200, body: "{}" },
        { kind: "not_sent", code: "unreadable_answer" },
      ),
      answers("a redirect", { kind: "plain", status: 302 }, { kind: "not_sent" }),
    ],
    nowhere: "waiting_for_user",
    // By then every address of theirs has ended.
    withhold: () => undefined,
    hasWindow: true,
    handed: () => server.calls,
    complaints: () => server.violations,
  };
};
