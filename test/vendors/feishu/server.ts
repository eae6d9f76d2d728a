import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { loopbackServers } from "../../support/loopback-server.ts";
import { readRequestBody } from "../../support/request-body.ts";
import { createCards, type FeishuCards } from "./cards.ts";
import { complaintsAbout, complaintsAboutCard, wordsOf } from "./checks.ts";
import { type FeishuLine, startFeishuLine } from "./line.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface FeishuCall {
  readonly app: string;
  readonly method: string;
  readonly path: string;
  readonly fields: Fields;
}

/** A message that people see. */
export interface FeishuMessage {
  readonly id: string;
  readonly app: string;
  /** `ou_…` or `oc_…` */
  readonly to: string;
  readonly answered: string | undefined;
  readonly uuid: string;
  readonly type: string;
  readonly content: Fields;
  isDeleted: boolean;
}

/** What happens to the next new message of an app. */
export type FeishuFate =
  | { readonly kind: "taken_then_500" | "taken_then_cut" }
  | { readonly kind: "held"; readonly until: Promise<void> }
  | { readonly kind: "code"; readonly code: number; readonly status?: number; waitSeconds?: number }
  | { readonly kind: "plain"; readonly status: number; readonly body: string };

export interface FeishuServer {
  readonly url: string;
  readonly line: FeishuLine;
  readonly cards: FeishuCards;
  secretOf(app: string): string;
  readonly calls: readonly FeishuCall[];
  readonly messages: readonly FeishuMessage[];
  readonly violations: readonly string[];
  readonly revoked: Set<string>;
  /** Files by key, for downloads; and what was uploaded. */
  readonly files: Map<string, Uint8Array>;
  readonly reactions: Map<string, string>;
  readonly names: Map<string, string>;
  plan(app: string, ...fates: readonly FeishuFate[]): void;
  /** Every token that was given out ends. */
  endTokens(): void;
  /** The words that people see in a message now. */
  wordsIn(message: FeishuMessage): string;
  close(): Promise<void>;
}

export async function startFeishuServer(apps: readonly string[]): Promise<FeishuServer> {
  const servers = loopbackServers();
  const calls: FeishuCall[] = [];
  const messages: FeishuMessage[] = [];
  const violations: string[] = [];
  const revoked = new Set<string>();
  const files = new Map<string, Uint8Array>();
  const reactions = new Map<string, string>();
  const names = new Map<string, string>();
  const fates = new Map<string, FeishuFate[]>();
  const tokens = new Map<string, string>();
  const tickets = new Map<string, string>();
  const cards = createCards();
  let made = 1_000;
  const secretOf = (app: string): string => `secret-of-${app}`;
  const line = await startFeishuLine((ticket) => tickets.get(ticket));

  const reply = (response: ServerResponse, body: object | string, status = 200): void => {
    if (response.destroyed) return;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  const ok = (response: ServerResponse, data: object = {}): void =>
    reply(response, { code: 0, msg: "success", data });
  const no = (response: ServerResponse, code: number, status = 400): void =>
    reply(response, { code, msg: "no" }, status);

  async function create(
    call: FeishuCall,
    response: ServerResponse,
    place: { readonly to: string; readonly answered?: string | undefined },
  ): Promise<void> {
    const { app, fields } = call;
    const fate = fates.get(app)?.shift();
    if (fate?.kind === "held") await fate.until;
    if (fate?.kind === "code") {
      const { code, status, waitSeconds } = fate;
      if (waitSeconds !== undefined)
        response.setHeader("x-ogw-ratelimit-reset", String(waitSeconds));
      return no(response, code, status);
    }
    if (fate?.kind === "plain") return reply(response, fate.body, fate.status);
    const uuid = String(fields["uuid"]);
    const before = messages.find((each) => each.uuid === uuid && each.app === app);
    const message = before ?? {
      id: `om_${(made += 1)}`,
      app,
      to: place.to,
      answered: place.answered,
      uuid,
      type: String(fields["msg_type"]),
      content: JSON.parse(String(fields["content"])) as Fields,
      isDeleted: false,
    };
    if (before === undefined) messages.push(message);
    if (fate?.kind === "taken_then_cut") return void response.destroy();
    if (fate?.kind === "taken_then_500") return reply(response, "{}", 500);
    ok(response, { message_id: message.id, msg_type: message.type });
  }

  function hasAnsweredOpenCall(path: string, fields: Fields, response: ServerResponse): boolean {
    const app = String(fields["app_id"] ?? fields["AppID"]);
    const secret = fields["app_secret"] ?? fields["AppSecret"];
    const isKnown = apps.includes(app) && secret === secretOf(app) && !revoked.has(app);
    if (path === "/callback/ws/endpoint") {
      if (!isKnown) return (reply(response, { code: 514, msg: "auth failed" }), true);
      const ticket = `ticket-${(made += 1)}`;
      tickets.set(ticket, app);
      ok(response, { URL: `${line.url}${ticket}`, ClientConfig: { PingInterval: 120 } });
      return true;
    }
    if (path !== "/open-apis/auth/v3/tenant_access_token/internal") return false;
    if (!isKnown) return (reply(response, { code: 10014, msg: "app secret invalid" }), true);
    const token = `t-${app}-${(made += 1)}`;
    tokens.set(token, app);
    reply(response, { code: 0, msg: "ok", tenant_access_token: token, expire: 7_200 });
    return true;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? "";
    const { fields, file, problem } = await readRequestBody(request);
    if (problem !== undefined) violations.push(problem);
    if (hasAnsweredOpenCall(url, fields, response)) return;
    const app = tokens.get(String(request.headers.authorization).replace(/^Bearer /, ""));
    if (app === undefined || revoked.has(app)) return no(response, 99991663);
    const path = url.replace(/^\/open-apis/, "");
    const call: FeishuCall = { app, method: request.method ?? "", path, fields };
    calls.push(call);
    await answer(call, response, file);
  }

  async function answer(
    call: FeishuCall,
    response: ServerResponse,
    file: Buffer | undefined,
  ): Promise<void> {
    const { app, method, path, fields } = call;
    const [, kind] = /^\/im\/v1\/messages\?receive_id_type=(open_id|chat_id)$/.exec(path) ?? [];
    const [, answered] = /^\/im\/v1\/messages\/(om_\w+)\/reply$/.exec(path) ?? [];
    const [, deleted] = /^\/im\/v1\/messages\/(om_\w+)$/.exec(path) ?? [];
    const [, resource] = /^\/im\/v1\/messages\/om_\w+\/resources\/([\w-]+)\?type=/.exec(path) ?? [];
    const [, asked] = /^\/contact\/v3\/users\/(ou_\w+)\?user_id_type=open_id$/.exec(path) ?? [];
    if (kind !== undefined || answered !== undefined) {
      violations.push(...complaintsAbout(fields));
      const to = (fields["receive_id"] ?? "") as string;
      if (kind !== undefined && !to.startsWith(kind === "open_id" ? "ou_" : "oc_"))
        violations.push(`${to} is no ${kind}`);
      return create(call, response, { to: to === "" ? `answer:${answered}` : to, answered });
    }
    if (deleted !== undefined && method === "DELETE") {
      for (const each of messages) if (each.id === deleted) each.isDeleted = true;
      return ok(response);
    }
    if (resource !== undefined) {
      const bytes = files.get(resource);
      return bytes === undefined ? no(response, 234003) : void response.end(bytes);
    }
    if (asked !== undefined) {
      const name = names.get(asked);
      return name === undefined ? no(response, 41050) : ok(response, { user: { name } });
    }
    if (path === "/bot/v3/info")
      return reply(response, {
        code: 0,
        bot: { activate_status: 2, app_name: "Meanwhile", open_id: `ou_bot_${app}` },
      });
    if (path === "/im/v1/images" || path === "/im/v1/files") {
      const key = `key_${(made += 1)}`;
      if (file === undefined) return (violations.push("an upload without a file"), no(response, 1));
      files.set(key, file);
      return ok(response, path.endsWith("images") ? { image_key: key } : { file_key: key });
    }
    if (hasReacted(call, response)) return;
    const card = cards.answer(call);
    if (card !== undefined)
      return card.code === 0 ? ok(response, card.data) : no(response, card.code);
    violations.push(`an unknown address: ${method} ${path}`);
    no(response, 404, 404);
  }

  function hasReacted({ method, path, fields }: FeishuCall, response: ServerResponse): boolean {
    const [, message = "", id] =
      /^\/im\/v1\/messages\/(om_\w+)\/reactions(?:\/([\w%-]+))?$/.exec(path) ?? [];
    if (message === "") return false;
    if (method === "DELETE") reactions.delete(message);
    else reactions.set(message, JSON.stringify(fields["reaction_type"]));
    ok(response, id === undefined ? { reaction_id: `r-${message}` } : {});
    return true;
  }

  const port = await servers.listen(
    createServer((request, response) => void handle(request, response)),
  );
  return {
    url: `http://127.0.0.1:${port}`,
    line,
    cards,
    secretOf,
    calls,
    messages,
    get violations() {
      return [
        ...violations,
        ...line.violations,
        ...cards.violations,
        ...[...cards.made.values()].flatMap(({ card }) => complaintsAboutCard(card)),
      ];
    },
    revoked,
    files,
    reactions,
    names,
    plan: (app, ...more) => void fates.set(app, [...(fates.get(app) ?? []), ...more]),
    endTokens: () => tokens.clear(),
    wordsIn({ type, content }) {
      if (type === "text") return String(content["text"]);
      const id = (content["data"] as Fields | undefined)?.["card_id"];
      return wordsOf(id === undefined ? content : (cards.made.get(id as string)?.card ?? {}));
    },
    async close() {
      await line.close();
      await servers.close();
    },
  };
}
