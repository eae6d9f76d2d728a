import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Clock } from "../../../src/domain/ports/clock.ts";
import { loopbackServers } from "../../support/loopback-server.ts";
import { complaintsAbout, readBody } from "./checks.ts";
import { type DiscordGateway, startDiscordGateway } from "./gateway.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface DiscordCall {
  readonly bot: string;
  readonly method: string;
  readonly path: string;
  readonly fields: Fields;
}

/** A message that people see, as it reads now. */
export interface DiscordMessage {
  readonly id: string;
  readonly bot: string;
  readonly channelId: string;
  readonly nonce: string | undefined;
  fields: Fields;
  readonly file?: Buffer | undefined;
  isDeleted: boolean;
}

/** What happens to the next new message of a bot. */
export type DiscordFate =
  | { readonly kind: "taken_then_500" | "taken_then_cut" }
  | { readonly kind: "held"; readonly until: Promise<void> }
  | { readonly kind: "error"; readonly status: number; readonly body?: object }
  | { readonly kind: "plain"; readonly status: number; readonly body: string };

export interface DiscordServer {
  readonly url: string;
  readonly gateway: DiscordGateway;
  tokenOf(bot: string): string;
  readonly calls: readonly DiscordCall[];
  readonly messages: readonly DiscordMessage[];
  readonly violations: readonly string[];
  readonly revoked: Set<string>;
  /** How many sessions may still begin today. */
  readonly starts: { remaining: number };
  /** Answers to "the bot types" come no sooner than this. */
  readonly typing: { until: Promise<void> | undefined };
  /** Files by path, for downloads. */
  readonly files: Map<string, Uint8Array>;
  /** A message of a person, for `GET`. */
  readonly known: Map<string, Fields>;
  plan(bot: string, ...fates: readonly DiscordFate[]): void;
  /** Discord's limits count from now on, by this clock. */
  limitRates(clock: Pick<Clock, "now">): void;
  /** The channel of a bot's private talk with a person. */
  directChannel(userId: string): string;
  /** Some minutes pass: a message with a nonce from before is a new one. */
  forgetNonces(): void;
  close(): Promise<void>;
}

const rate = { most: 5, ms: 5_000 };

export async function startDiscordServer(bots: readonly string[]): Promise<DiscordServer> {
  const servers = loopbackServers();
  const calls: DiscordCall[] = [];
  const messages: DiscordMessage[] = [];
  const violations: string[] = [];
  const revoked = new Set<string>();
  const starts = { remaining: 1_000 };
  const typing: DiscordServer["typing"] = { until: undefined };
  const files = new Map<string, Uint8Array>();
  const known = new Map<string, Fields>();
  const fates = new Map<string, DiscordFate[]>();
  const uses = new Map<string, number[]>();
  let clock: Pick<Clock, "now"> | undefined;
  let made = 1_200_000_000_000_000_000n;
  const tokenOf = (bot: string): string =>
    `${Buffer.from(bot).toString("base64url")}.test.token-of-a-bot`;
  const botOf = (token: string): string | undefined =>
    bots.find((bot) => tokenOf(bot) === token && !revoked.has(bot));
  const gateway = await startDiscordGateway(botOf);
  const directChannel = (userId: string): string => `9${userId}`.slice(0, 19);

  const reply = (response: ServerResponse, status: number, body?: object | string): void => {
    if (response.destroyed) return;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body));
  };
  const viewOf = ({ id, channelId, fields, nonce }: DiscordMessage): object => ({
    id,
    channel_id: channelId,
    content: fields["content"],
    nonce,
  });

  /** Seconds until one more may go; undefined when it may go now. */
  function isLimited(place: string): number | undefined {
    if (clock === undefined) return undefined;
    const now = clock.now();
    const recent = (uses.get(place) ?? []).filter((at) => at > now - rate.ms);
    const [first] = recent;
    if (first !== undefined && recent.length >= rate.most) return (first + rate.ms - now) / 1_000;
    uses.set(place, [...recent, now]);
    return undefined;
  }

  let forgotten = 0;

  async function create(call: DiscordCall, response: ServerResponse, file?: Buffer): Promise<void> {
    const { bot, fields } = call;
    const channelId = call.path.split("/")[2] ?? "";
    const waits = isLimited(`create ${channelId}`);
    if (waits !== undefined) return reply(response, 429, { retry_after: waits, global: false });
    const fate = fates.get(bot)?.shift();
    if (fate?.kind === "held") await fate.until;
    if (fate?.kind === "error") return reply(response, fate.status, fate.body ?? { code: 0 });
    if (fate?.kind === "plain") return reply(response, fate.status, fate.body);
    const nonce = fields["enforce_nonce"] === true ? String(fields["nonce"]) : undefined;
    const known = messages.slice(forgotten);
    const before = known.find((each) => each.nonce === nonce && each.bot === bot);
    const message = before ?? {
      id: String((made += 1n)),
      bot,
      channelId,
      nonce,
      fields,
      file,
      isDeleted: false,
    };
    if (before === undefined) messages.push(message);
    if (fate?.kind === "taken_then_cut") return void response.destroy();
    reply(response, fate?.kind === "taken_then_500" ? 500 : 200, viewOf(message));
  }

  function change(call: DiscordCall, response: ServerResponse): void {
    const [, , channelId = "", , id] = call.path.split("/");
    const waits = isLimited(`change ${channelId}`);
    if (waits !== undefined) return reply(response, 429, { retry_after: waits, global: false });
    const message = messages.find((each) => each.id === id && !each.isDeleted);
    const given = known.get(id ?? "");
    if (call.method === "GET" && given !== undefined) return reply(response, 200, given);
    if (message === undefined) return reply(response, 404, { code: 10008 });
    if (call.method === "DELETE") message.isDeleted = true;
    else message.fields = { ...message.fields, ...call.fields };
    reply(response, call.method === "DELETE" ? 204 : 200, viewOf(message));
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "").replace(/^\/api/, "");
    const stored = files.get(path);
    if (stored !== undefined) return void response.end(stored);
    if (path.startsWith("/files/")) return reply(response, 404);
    const { fields, file, problem } = await readBody(request);
    const bot = botOf(String(request.headers.authorization).replace(/^Bot /, ""));
    if (problem !== undefined) violations.push(problem);
    if (!String(request.headers["user-agent"]).startsWith("DiscordBot ("))
      violations.push("a call without Discord's user agent");
    if (bot === undefined) return reply(response, 401, { code: 0 });
    const call = { bot, method: request.method ?? "", path, fields };
    calls.push(call);
    violations.push(...complaintsAbout({ ...call, file }));
    if (path === "/gateway/bot")
      return reply(response, 200, {
        url: gateway.url,
        shards: 1,
        session_start_limit: { total: 1000, reset_after: 60_000, max_concurrency: 1, ...starts },
      });
    if (path === "/users/@me") return reply(response, 200, { id: bot, username: "meanwhile" });
    if (path === "/users/@me/channels")
      return reply(response, 200, { id: directChannel(String(fields["recipient_id"])), type: 1 });
    if (/^\/channels\/\d+\/messages$/.test(path)) return create(call, response, file);
    if (/^\/channels\/\d+\/messages\/\d+$/.test(path)) return change(call, response);
    if (path.endsWith("/typing")) await typing.until;
    if (/^\/channels\/\d+\/typing$|^\/interactions\/\d+\/[\w.-]+\/callback$/.test(path))
      return reply(response, 204);
    violations.push(`an unknown address: ${call.method} ${path}`);
    reply(response, 404, { code: 0 });
  }

  const port = await servers.listen(
    createServer((request, response) => void handle(request, response)),
  );
  return {
    url: `http://127.0.0.1:${port}/api`,
    gateway,
    tokenOf,
    calls,
    messages,
    get violations() {
      return [...violations, ...gateway.violations];
    },
    revoked,
    starts,
    typing,
    files,
    known,
    plan: (bot, ...more) => void fates.set(bot, [...(fates.get(bot) ?? []), ...more]),
    forgetNonces: () => void (forgotten = messages.length),
    limitRates: (by) => void (clock = by),
    directChannel,
    async close() {
      await gateway.close();
      await servers.close();
    },
  };
}
