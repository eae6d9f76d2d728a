import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Clock } from "../../../src/domain/ports/clock.ts";
import { loopbackServers } from "../../support/loopback-server.ts";
import { complaintOf, isMethod } from "./checks.ts";
import { createRates } from "./rates.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface TelegramCall {
  readonly bot: string;
  readonly method: string;
  readonly fields: Fields;
}

/** A message that people see. */
export interface SeenMessage {
  readonly bot: string;
  readonly chatId: number;
  readonly messageId: number;
  readonly method: string;
  readonly text: string;
  readonly fields: Fields;
  readonly file?: Buffer | undefined;
}

/**
 * What happens to the next message: taken and then answered with 500 or not at all, held until the
 * promise resolves, or refused with Telegram's number.
 */
export type TelegramFate =
  | { readonly kind: "taken_then_500" | "taken_then_cut" | "taken_without_id" }
  | { readonly kind: "held"; readonly until: Promise<void> }
  | { readonly kind: "error"; readonly code: number; readonly parameters?: object }
  | { readonly kind: "plain"; readonly status: number; readonly body: string };

export interface TelegramServer {
  readonly url: string;
  /** Made of a bot's id, as BotFather does. */
  tokenOf(bot: string): string;
  readonly calls: readonly TelegramCall[];
  readonly seen: readonly SeenMessage[];
  readonly violations: readonly string[];
  readonly webhooks: ReadonlyMap<string, Fields>;
  /** Bots whose token was revoked. */
  readonly revoked: Set<string>;
  /** Answers to "the bot types" come no sooner than this. */
  readonly typing: { until: Promise<void> | undefined };
  /** So many of the next drafts are not taken. */
  readonly refusedDrafts: { left: number };
  /** Of the bot's next messages. */
  plan(bot: string, ...fates: readonly TelegramFate[]): void;
  /** Telegram's limits count from now on, by this clock. */
  limitRates(clock: Pick<Clock, "now">): void;
  /** The number of a person's message in a chat; the same again for the same key. */
  messageId(chatId: number, key: string): number;
  /** An update for the bot's polls. Its id is higher than all before. */
  queue(bot: string, update: Fields): number;
  /** What the next polls get instead of updates, each at once. */
  readonly answersPolls: unknown[];
  /** Updates that were not confirmed yet. */
  waiting(bot: string): number;
  putFile(bytes: Uint8Array): string;
  until(condition: () => boolean): Promise<void>;
  close(): Promise<void>;
}

interface BotState {
  updates: { id: number; update: Fields }[];
  confirmed: number;
  readonly fates: TelegramFate[];
  poll: { readonly answer: () => void; readonly end: () => void } | undefined;
}

/** Telegram's Bot API as far as a bot meets it: it refuses what the real one refuses. */
export async function startTelegramServer(bots: readonly string[]): Promise<TelegramServer> {
  const servers = loopbackServers();
  const calls: TelegramCall[] = [];
  const seen: SeenMessage[] = [];
  const violations: string[] = [];
  const webhooks = new Map<string, Fields>();
  const answersPolls: unknown[] = [];
  const revoked = new Set<string>();
  const typing: TelegramServer["typing"] = { until: undefined };
  const refusedDrafts = { left: 0 };
  const files = new Map<string, Uint8Array>();
  const counters = new Map<number, number>();
  const known = new Map<string, number>();
  const states = new Map(
    bots.map((bot): [string, BotState] => [
      bot,
      { updates: [], confirmed: 0, fates: [], poll: undefined },
    ]),
  );
  let rates: ReturnType<typeof createRates> | undefined;
  let lastUpdate = 90_000_000;
  let watchers: { readonly holds: () => boolean; readonly tell: () => void }[] = [];
  const tokenOf = (bot: string): string => `${bot}:AAtest-token-of-a-bot-0123456789`;
  const nextId = (chatId: number): number => {
    const id = (counters.get(chatId) ?? 0) + 1;
    counters.set(chatId, id);
    return id;
  };
  const notifyWatchers = (): void => {
    const told = watchers.filter(({ holds }) => holds());
    watchers = watchers.filter((watcher) => !told.includes(watcher));
    for (const { tell } of told) tell();
  };
  const reply = (response: ServerResponse, status: number, body: object | string): void => {
    if (response.destroyed) return;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  const ok = (response: ServerResponse, result: unknown): void =>
    reply(response, 200, { ok: true, result });
  const fail = (response: ServerResponse, code: number, parameters?: object): void =>
    reply(response, code, {
      ok: false,
      error_code: code,
      description: "what it says changes",
      ...(parameters === undefined ? {} : { parameters }),
    });

  async function send(call: TelegramCall, response: ServerResponse, file?: Buffer): Promise<void> {
    const { bot, method, fields } = call;
    const chatId = Number(fields["chat_id"]);
    const limited = rates?.message(chatId);
    if (limited !== undefined) return fail(response, 429, { retry_after: limited });
    const fate = states.get(bot)?.fates.shift();
    if (fate?.kind === "held") await fate.until;
    if (fate?.kind === "error") return fail(response, fate.code, fate.parameters);
    if (fate?.kind === "plain") return reply(response, fate.status, fate.body);
    const messageId = nextId(chatId);
    const text = (fields["text"] ?? fields["caption"] ?? "") as string;
    seen.push({ bot, chatId, messageId, method, text, fields, file });
    notifyWatchers();
    if (fate?.kind === "taken_then_500") return reply(response, 500, "<html>upstream</html>");
    if (fate?.kind === "taken_then_cut") return void response.destroy();
    ok(
      response,
      fate?.kind === "taken_without_id"
        ? {}
        : { message_id: messageId, chat: { id: chatId }, date: 1 },
    );
  }

  function getUpdates(bot: string, fields: Fields, response: ServerResponse): void {
    if (answersPolls.length > 0) return ok(response, answersPolls.shift());
    const state = states.get(bot) as BotState;
    const offset = Number(fields["offset"] ?? 0);
    if (webhooks.has(bot)) return fail(response, 409);
    // Of two polls the older one is ended.
    state.poll?.end();
    if (offset !== 0 && offset < state.confirmed) violations.push("an offset that goes backwards");
    state.confirmed = Math.max(state.confirmed, offset);
    state.updates = state.updates.filter(({ id }) => id >= offset);
    notifyWatchers();
    const answer = (): void => {
      clearTimeout(timer);
      state.poll = undefined;
      ok(
        response,
        state.updates.slice(0, 100).map(({ id, update }) => ({ ...update, update_id: id })),
      );
    };
    const timer = setTimeout(() => answer(), Number(fields["timeout"] ?? 0) * 1_000);
    const end = (): void => {
      clearTimeout(timer);
      state.poll = undefined;
      fail(response, 409);
    };
    state.poll = { answer, end };
    response.on("close", () => {
      clearTimeout(timer);
      if (state.poll?.end === end) state.poll = undefined;
    });
    if (state.updates.length > 0) answer();
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const path = decodeURIComponent(request.url ?? "");
    const [, download, bot = "", secret, method = ""] =
      /^\/(file\/)?bot(\d+):([\w-]+)\/(.+)$/.exec(path) ?? [];
    if (!states.has(bot) || tokenOf(bot) !== `${bot}:${secret}`) return fail(response, 404);
    if (revoked.has(bot)) return fail(response, 401);
    if (download !== undefined) {
      const bytes = files.get(method.replace(/^files\//, ""));
      return bytes === undefined ? fail(response, 404) : void response.end(bytes);
    }
    if (!isMethod(method)) return fail(response, 404);
    const { fields, file } = readCall(request, raw);
    const call = { bot, method, fields };
    calls.push(call);
    notifyWatchers();
    const complaint =
      request.method === "POST" ? complaintOf(method, fields) : "a call that is not a POST";
    if (complaint !== undefined) {
      violations.push(complaint);
      return fail(response, 400);
    }
    if (/^send(?:Message|Photo|Document|Voice|Audio|Video)$/.test(method))
      return send(call, response, file);
    if (method === "sendChatAction") await typing.until;
    answerOther(call, response);
  }

  function answerOther({ bot, method, fields }: TelegramCall, response: ServerResponse): void {
    if (method === "getMe")
      return ok(response, {
        id: Number(bot),
        is_bot: true,
        first_name: "M",
        username: "meanwhile_bot",
      });
    if (method === "getUpdates") return getUpdates(bot, fields, response);
    if (method === "setWebhook") {
      const isHttps = String(fields["url"]).startsWith("https://");
      if (!isHttps) return fail(response, 400);
      webhooks.set(bot, fields);
    }
    if (method === "deleteWebhook") webhooks.delete(bot);
    if (method === "getWebhookInfo") return ok(response, webhooks.get(bot) ?? { url: "" });
    if (method === "getFile") {
      const id = String(fields["file_id"]);
      return files.has(id)
        ? ok(response, { file_id: id, file_path: `files/${id}` })
        : fail(response, 400);
    }
    const limited =
      method === "sendMessageDraft" ? rates?.draft(Number(fields["chat_id"])) : undefined;
    if (limited !== undefined) return fail(response, 429, { retry_after: limited });
    if (method === "sendMessageDraft" && refusedDrafts.left > 0) {
      refusedDrafts.left -= 1;
      return fail(response, 400);
    }
    ok(response, true);
  }

  const server = createServer((request, response) => void handle(request, response));
  const port = await servers.listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    tokenOf,
    calls,
    seen,
    violations,
    webhooks,
    answersPolls,
    revoked,
    typing,
    refusedDrafts,
    plan: (bot, ...more) => void states.get(bot)?.fates.push(...more),
    limitRates: (clock) => {
      rates = createRates(clock);
    },
    messageId(chatId, key) {
      const name = `${chatId} ${key}`;
      const id = known.get(name) ?? nextId(chatId);
      known.set(name, id);
      return id;
    },
    queue(bot, update) {
      const state = states.get(bot) as BotState;
      lastUpdate += 1;
      state.updates.push({ id: lastUpdate, update });
      state.poll?.answer();
      return lastUpdate;
    },
    waiting: (bot) => states.get(bot)?.updates.length ?? 0,
    putFile(bytes) {
      const id = `FILE${files.size + 1}`;
      files.set(id, bytes);
      return id;
    },
    until: (holds) =>
      holds()
        ? Promise.resolve()
        : new Promise((resolve) => watchers.push({ holds, tell: () => resolve() })),
    close: () => servers.close(),
  };
}

/** JSON, or a form with a file, whose values are JSON unless they are text. */
function readCall(
  request: IncomingMessage,
  raw: Buffer,
): { readonly fields: Fields; readonly file?: Buffer } {
  const type = request.headers["content-type"] ?? "";
  const [, boundary] = /^multipart\/form-data; boundary=([\w-]+)$/.exec(type) ?? [];
  if (boundary === undefined) return { fields: JSON.parse(raw.toString() || "{}") as Fields };
  const fields: Record<string, unknown> = {};
  let file: Buffer | undefined;
  for (const part of raw.toString("latin1").split(`--${boundary}`)) {
    const [, name, fileName] = /name="([^"]+)"(?:; filename="([^"]+)")?/.exec(part) ?? [];
    if (name === undefined) continue;
    const body = Buffer.from(part.slice(part.indexOf("\r\n\r\n") + 4, -2), "latin1");
    if (fileName !== undefined) file = body;
    fields[name] = fileName ?? (name === "caption" ? body.toString() : JSON.parse(body.toString()));
  }
  return file === undefined ? { fields } : { fields, file };
}
