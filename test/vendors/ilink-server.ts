import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clock } from "../../src/domain/ports/clock.ts";
import { type IlinkCdn, ilinkCdn } from "./ilink-cdn.ts";
import { bodyComplaints, type Fields, headerComplaints } from "./ilink-checks.ts";
import { type Bot, IlinkPeople } from "./ilink-people.ts";

/** One call's answer, which may take its time: it is given when `until` resolves. */
interface PlannedAnswer {
  readonly status?: number;
  readonly json?: Fields;
  readonly headers?: Record<string, string>;
  readonly until?: Promise<void>;
  /** The message is taken, whatever the answer says; `cut` instead of an answer. */
  readonly taken?: boolean;
  readonly cut?: boolean;
}

/** How one call is answered. `hold`: never, until the client gives up. `cut`: the connection breaks. */
export type Planned = PlannedAnswer | "hold" | "cut";

export interface SeenCall {
  readonly endpoint: string;
  readonly query: URLSearchParams;
  readonly body: Fields;
  readonly token: string | undefined;
}

/** What a person does. Ids are bigints: the wire carries all their digits. */
export interface Said {
  readonly text?: string;
  readonly items?: readonly Fields[];
  readonly from?: string;
  /** Null leaves the field out. */
  readonly messageId?: bigint | null;
  readonly seq?: bigint | null;
  readonly type?: 1 | 2;
  /** Fields that the vendor's type has and its own client does not use. */
  readonly more?: Fields;
}

/** A vendor on loopback. Time is the test's, and every answer can be planned. */
export interface IlinkServer {
  readonly url: string;
  readonly cdn: IlinkCdn;
  readonly people: IlinkPeople;
  /** What a strict vendor would refuse, each as a sentence. A good test ends with none. */
  readonly violations: readonly string[];
  readonly calls: readonly SeenCall[];
  /** The nth call of an endpoint (from 1), as soon as it has come in. */
  arrived(endpoint: string, count: number): Promise<SeenCall>;
  /** Answers for the next calls of an endpoint, before what it does by itself. */
  plan(endpoint: string, ...answers: readonly Planned[]): void;
  /** A bot that exists at the vendor. */
  bot(name?: string): Bot;
  /** From now on its token is dead. */
  kill(bot: Bot): void;
  says(bot: Bot, said: Said): void;
  /** The most polls of one bot that were open at the same time. */
  mostPolls(bot: Bot): number;
  /** The next poll gets the last batch once more, whatever its cursor. */
  replay(bot: Bot): void;
  close(): Promise<void>;
}

interface Mailbox {
  readonly bot: Bot;
  readonly messages: Fields[];
  held: (() => void) | undefined;
  replayFrom: number | undefined;
  lastFrom: number;
  dead: boolean;
  polls: number;
  mostPolls: number;
}

export async function startIlinkServer(on: {
  readonly clock: Clock;
  readonly clientVersion?: number;
}): Promise<IlinkServer> {
  const violations: string[] = [];
  const calls: SeenCall[] = [];
  const plans = new Map<string, Planned[]>();
  const waiters: {
    readonly endpoint: string;
    readonly count: number;
    readonly tell: (call: SeenCall) => void;
  }[] = [];
  const boxes = new Map<string, Mailbox>();
  const uins = new Set<string>();
  const cdn = ilinkCdn(violations);
  const people = new IlinkPeople({ clock: on.clock, cdn, violations });
  let written = 0;

  const callsOf = (endpoint: string): SeenCall[] =>
    calls.filter((call) => call.endpoint === endpoint);

  function note(call: SeenCall): void {
    calls.push(call);
    for (const waiter of waiters.filter(
      ({ endpoint, count }) => endpoint === call.endpoint && callsOf(endpoint).length >= count,
    ))
      waiter.tell(call);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const url = new URL(request.url ?? "", "http://ilink");
    if (url.pathname.startsWith("/c2c/")) return cdn.answer(request, response, body);
    const endpoint = url.pathname.replace(/^\/ilink\/bot\//, "");
    const isGet = endpoint === "get_qrcode_status";
    if (request.method !== (isGet ? "GET" : "POST"))
      violations.push(`${request.method} ${endpoint} is the wrong method`);
    const fields = body.length === 0 ? {} : (JSON.parse(body.toString()) as Fields);
    const checks = {
      body,
      uins,
      clientVersion: on.clientVersion ?? 0x020409,
      needsToken: endpoint !== "get_bot_qrcode",
    };
    violations.push(
      ...headerComplaints(request, checks),
      ...(isGet ? [] : bodyComplaints(endpoint, fields)),
    );
    const token = request.headers.authorization?.replace(/^Bearer /, "");
    const planned = plans.get(endpoint)?.shift();
    const call = { endpoint, query: url.searchParams, body: fields, token };
    if (typeof planned === "object" && planned.taken === true) {
      const box = boxes.get(token ?? "");
      if (box !== undefined) people.receive(box.bot, fields["msg"] as Fields);
    }
    if (planned === undefined) act(call, response);
    else play(planned, response);
    note(call);
  }

  function act(call: SeenCall, response: ServerResponse): void {
    if (call.endpoint === "get_bot_qrcode") {
      const number = callsOf("get_bot_qrcode").length + 1;
      return reply(response, {
        qrcode: `qr/${number}`,
        qrcode_img_content: `https://liteapp.weixin.qq.com/q/${number}`,
      });
    }
    if (call.endpoint === "get_qrcode_status") return reply(response, { status: "wait" });
    const box = boxes.get(call.token ?? "");
    if (box === undefined || box.dead)
      return reply(response, { ret: -14, errmsg: "session timeout" });
    if (call.endpoint === "getupdates") return updates(box, call, response);
    if (call.endpoint === "sendmessage")
      return reply(response, people.receive(box.bot, call.body["msg"] as Fields));
    if (call.endpoint === "getuploadurl") return reply(response, cdn.announce(call.body));
    if (call.endpoint === "getconfig")
      return reply(response, { ret: 0, typing_ticket: "dGlja2V0" });
    reply(response, { ret: 0 });
  }

  function updates(box: Mailbox, call: SeenCall, response: ServerResponse): void {
    const cursor = String(call.body["get_updates_buf"]);
    if (cursor !== "" && !/^at:\d+$/.test(cursor)) violations.push(`an invented cursor: ${cursor}`);
    box.polls += 1;
    box.mostPolls = Math.max(box.mostPolls, box.polls);
    response.on("close", () => (box.polls -= 1));
    const give = (): void => {
      const from = box.replayFrom ?? Number(cursor.slice(3) || 0);
      box.replayFrom = undefined;
      box.held = undefined;
      box.lastFrom = from;
      reply(response, {
        ret: 0,
        msgs: box.messages.slice(from),
        get_updates_buf: `at:${box.messages.length}`,
      });
    };
    if (box.replayFrom !== undefined || box.messages.length > Number(cursor.slice(3) || 0))
      return give();
    box.held = give;
    response.on("close", () => {
      if (box.held === give) box.held = undefined;
    });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      violations.push(`the fake server failed: ${String(error)}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const boxOf = (bot: Bot): Mailbox => boxes.get(bot.token) as Mailbox;

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cdn,
    people,
    violations,
    calls,
    arrived: (endpoint, count) => {
      const there = callsOf(endpoint)[count - 1];
      return there === undefined
        ? new Promise((tell) => waiters.push({ endpoint, count, tell }))
        : Promise.resolve(there);
    },
    plan: (endpoint, ...answers) =>
      void plans.set(endpoint, [...(plans.get(endpoint) ?? []), ...answers]),
    bot: (name = `b${boxes.size + 1}`) => {
      const bot = {
        botId: `${name}@im.bot`,
        token: `token-of-${name}-${boxes.size}`,
        userId: `o9cq80-${name}@im.wechat`,
      };
      boxes.set(bot.token, {
        bot,
        messages: [],
        held: undefined,
        replayFrom: undefined,
        lastFrom: 0,
        dead: false,
        polls: 0,
        mostPolls: 0,
      });
      return bot;
    },
    kill: (bot) => {
      const box = boxOf(bot);
      box.dead = true;
      box.held?.();
    },
    says: (bot, said) => {
      written += 1;
      const box = boxOf(bot);
      box.messages.push(messageOf(bot, said, { number: written, now: on.clock.now() }));
      people.wrote(bot, said.from ?? bot.userId, `ctx-${written}`);
      box.held?.();
    },
    mostPolls: (bot) => boxOf(bot).mostPolls,
    replay: (bot) => {
      const box = boxOf(bot);
      box.replayFrom = box.lastFrom;
      box.held?.();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Ids beyond 2^53, as the vendor's are. */
const firstId = 18_446_744_073_709_000_000n;

function messageOf(
  bot: Bot,
  said: Said,
  at: { readonly number: number; readonly now: number },
): Fields {
  const messageId = said.messageId === undefined ? firstId + BigInt(at.number) : said.messageId;
  const seq = said.seq === undefined ? BigInt(at.number) : said.seq;
  return {
    ...(seq === null ? {} : { seq }),
    ...(messageId === null ? {} : { message_id: messageId }),
    from_user_id: said.from ?? bot.userId,
    to_user_id: bot.botId,
    create_time_ms: at.now,
    message_type: said.type ?? 1,
    message_state: 2,
    item_list: said.items ?? [{ type: 1, text_item: { text: said.text ?? "" } }],
    context_token: `ctx-${at.number}`,
    ...said.more,
  };
}

function play(planned: Planned, response: ServerResponse): void {
  if (planned === "cut" || (typeof planned === "object" && planned.cut === true))
    response.destroy();
  else if (planned !== "hold")
    void Promise.resolve(planned.until).then(() => reply(response, planned.json ?? {}, planned));
}

function reply(
  response: ServerResponse,
  json: Fields,
  how: { status?: number; headers?: Record<string, string> } = {},
): void {
  const text = JSON.stringify(json, (_key, value: unknown) =>
    typeof value === "bigint" ? `@int:${value}@` : value,
  );
  response
    .writeHead(how.status ?? 200, { "content-type": "application/json", ...how.headers })
    .end(text.replaceAll(/"@int:(\d+)@"/g, "$1"));
}
