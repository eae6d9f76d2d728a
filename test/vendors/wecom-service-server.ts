import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { loopbackServers } from "../support/loopback-server.ts";
import { readRequestBody } from "../support/request-body.ts";
import { type AppFate, wecomCorp } from "./wecom-app-server.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A value as text. What is neither text nor a number is empty. */
const read = (fields: Fields | undefined, name: string): string => {
  const value = fields?.[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

/** What people see in WeChat. */
export interface ServiceMessage {
  readonly account: string;
  readonly to: string;
  readonly id: string;
  readonly type: string;
  readonly fields: Fields;
}

/** WeCom's customer service in WeChat, behind its API. */
export interface WecomServiceServer {
  readonly url: string;
  readonly secret: string;
  readonly messages: readonly ServiceMessage[];
  readonly welcomes: readonly Fields[];
  readonly violations: readonly string[];
  readonly files: Map<string, Uint8Array>;
  readonly names: Map<string, string>;
  /** By `account:person`: 0 not handled, 1 a program, 3 staff, 4 over. */
  readonly states: Map<string, number>;
  readonly counts: { sends: number; syncs: number };
  isRevoked: boolean;
  /** How many entries a page has at most. */
  pageSize: number;
  /** The person may be written to from now on, as if they had just written. */
  open(account: string, person: string): void;
  /** Puts an entry into an account's line, and gives the token of the callback that tells of it. */
  add(account: string, entry: Fields): string;
  plan(...fates: readonly AppFate[]): void;
  /** The next page is not given. */
  planSync(...fates: readonly AppFate[]): void;
  close(): Promise<void>;
}

/** WeCom passes on five messages within 48 hours of the person's last one. */
const windowMs = 48 * 3_600_000;
const mostSends = 5;

export async function startWecomServiceServer(
  accounts: readonly string[],
  clock: { now(): number },
): Promise<WecomServiceServer> {
  const servers = loopbackServers();
  const messages: ServiceMessage[] = [];
  const welcomes: Fields[] = [];
  const violations: string[] = [];
  const files = new Map<string, Uint8Array>();
  const names = new Map<string, string>();
  const states = new Map<string, number>();
  const lines = new Map<string, Fields[]>(accounts.map((account) => [account, []]));
  const windows = new Map<string, { at: number; sends: number }>();
  const tokens = new Set<string>();
  const callbacks = new Set<string>();
  const fates: AppFate[] = [];
  const syncFates: AppFate[] = [];
  const codes = new Set<string>();
  const counts = { sends: 0, syncs: 0 };
  let made = 0;

  const reply = (response: ServerResponse, body: object | string, status = 200): void => {
    if (response.destroyed) return;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  const ok = (response: ServerResponse, more: object = {}): void =>
    reply(response, { errcode: 0, errmsg: "ok", ...more });
  const no = (response: ServerResponse, errcode: number): void => reply(response, { errcode });

  async function send(fields: Fields, response: ServerResponse): Promise<void> {
    counts.sends += 1;
    violations.push(...complaintsAbout(fields));
    const account = read(fields, "open_kfid");
    const to = read(fields, "touser");
    const fate = fates.shift();
    if (fate?.kind === "held") await fate.until;
    if (fate?.kind === "body") return reply(response, fate.body, fate.status);
    if (!lines.has(account)) return no(response, 95_000);
    const window = windows.get(`${account}:${to}`);
    if (window === undefined || clock.now() - window.at >= windowMs || window.sends >= mostSends)
      return no(response, 95_001);
    if ((states.get(`${account}:${to}`) ?? 1) !== 1) return no(response, 95_018);
    window.sends += 1;
    const type = read(fields, "msgtype");
    const id = read(fields, "msgid") || `made-${(made += 1)}`;
    messages.push({ account, to, id, type, fields: fields[type] as Fields });
    if (fate?.kind === "taken_then_cut") return void response.destroy();
    if (fate?.kind === "taken_then_500") return reply(response, "", 500);
    ok(response, { msgid: id });
  }

  function sync(fields: Fields, response: ServerResponse): void {
    counts.syncs += 1;
    const fate = syncFates.shift();
    if (fate?.kind === "body") return reply(response, fate.body, fate.status);
    const line = lines.get(read(fields, "open_kfid"));
    if (line === undefined) return no(response, 95_000);
    const { token, cursor, limit } = fields;
    if (token !== undefined && !callbacks.has(read(fields, "token"))) return no(response, 95_007);
    if (typeof limit !== "number" || limit > 1_000) violations.push("an odd limit");
    const from = cursor === undefined ? 0 : Number(/^at-(\d+)$/.exec(read(fields, "cursor"))?.[1]);
    if (!(from <= line.length)) return no(response, 40_058);
    const page = line.slice(from, from + server.pageSize);
    const end = from + page.length;
    ok(response, {
      next_cursor: `at-${end}`,
      has_more: end < line.length ? 1 : 0,
      msg_list: page,
    });
  }

  function welcome(fields: Fields, response: ServerResponse): void {
    if (!codes.delete(read(fields, "code"))) return no(response, 95_016);
    welcomes.push(fields);
    ok(response, { msgid: `made-${(made += 1)}` });
  }

  const keyOf = (fields: Fields): string =>
    `${read(fields, "open_kfid")}:${read(fields, "external_userid")}`;
  const calls: Readonly<Record<string, (fields: Fields, response: ServerResponse) => unknown>> = {
    "/cgi-bin/kf/send_msg": send,
    "/cgi-bin/kf/sync_msg": sync,
    "/cgi-bin/kf/send_msg_on_event": welcome,
    "/cgi-bin/kf/service_state/get": (fields, response) =>
      ok(response, { service_state: states.get(keyOf(fields)) ?? 1 }),
    "/cgi-bin/kf/service_state/trans": (fields, response) => {
      if (states.get(keyOf(fields)) !== 0) return no(response, 95_018);
      states.set(keyOf(fields), Number(fields["service_state"]));
      return ok(response);
    },
    "/cgi-bin/kf/account/list": (_fields, response) =>
      ok(response, {
        account_list: accounts.map((id) => ({ open_kfid: id, name: `service ${id}` })),
      }),
    "/cgi-bin/kf/customer/batchget": (fields, response) =>
      ok(response, {
        customer_list: (fields["external_userid_list"] as readonly string[]).flatMap((id) => {
          const nickname = names.get(id);
          return nickname === undefined ? [] : [{ external_userid: id, nickname }];
        }),
      }),
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://wecom");
    const { fields, file, problem } = await readRequestBody(request);
    if (problem !== undefined) violations.push(problem);
    if (pathname === "/cgi-bin/gettoken") {
      if (searchParams.get("corpid") !== wecomCorp) return no(response, 40_013);
      if (server.isRevoked || searchParams.get("corpsecret") !== server.secret)
        return no(response, 40_091);
      const token = `token-${(made += 1)}`;
      tokens.add(token);
      return ok(response, { access_token: token, expires_in: 7_200 });
    }
    if (server.isRevoked || !tokens.has(searchParams.get("access_token") ?? ""))
      return no(response, 40_014);
    if (pathname === "/cgi-bin/media/upload" && file !== undefined) {
      const id = `media-${(made += 1)}`;
      files.set(id, file);
      return ok(response, { media_id: id });
    }
    if (pathname === "/cgi-bin/media/get") {
      const bytes = files.get(searchParams.get("media_id") ?? "");
      return bytes === undefined ? no(response, 40_007) : response.end(bytes);
    }
    const call = calls[pathname];
    if (call !== undefined && request.method === "POST") return call(fields, response);
    violations.push(`an unknown address: ${request.method} ${pathname}`);
    return reply(response, { errcode: 404 }, 404);
  }

  const port = await servers.listen(
    createServer((request, response) => void handle(request, response)),
  );
  const server: WecomServiceServer = {
    url: `http://127.0.0.1:${port}`,
    secret: "secret-of-the-service",
    messages,
    welcomes,
    violations,
    files,
    names,
    states,
    counts,
    isRevoked: false,
    pageSize: 1_000,
    open: (account, person) =>
      void windows.set(`${account}:${person}`, { at: clock.now(), sends: 0 }),
    add(account, entry) {
      lines.get(account)?.push({ open_kfid: account, ...entry });
      if (entry["origin"] === 3) server.open(account, read(entry, "external_userid"));
      const event = entry["event"];
      if (typeof event === "object" && event !== null)
        codes.add(read(event as Fields, "welcome_code"));
      const token = `callback-${(made += 1)}`;
      callbacks.add(token);
      return token;
    },
    plan: (...more) => void fates.push(...more),
    planSync: (...more) => void syncFates.push(...more),
    close: () => servers.close(),
  };
  return server;
}

/** What WeCom would refuse, or cut. */
function complaintsAbout(fields: Fields): readonly string[] {
  const text = fields["text"] as Fields | undefined;
  const menu = fields["msgmenu"] as Fields | undefined;
  const entries = (menu?.["list"] ?? []) as readonly { readonly click?: Fields }[];
  const bytesOf = (of: Fields | undefined, name: string): number =>
    Buffer.byteLength(read(of, name));
  const isLong = ({ click }: { readonly click?: Fields }): boolean =>
    bytesOf(click, "id") > 128 || bytesOf(click, "content") > 128;
  return [
    ...(text !== undefined && read(text, "content") === "" ? ["an empty message"] : []),
    ...(bytesOf(text, "content") > 2_048 ? ["more than 2,048 bytes"] : []),
    ...(bytesOf(menu, "head_content") > 1_024 ? ["a long menu"] : []),
    ...(entries.some(isLong) ? ["a long entry of a menu"] : []),
    ...(/^[\w-]{0,32}$/.test(read(fields, "msgid")) ? [] : ["an odd id"]),
  ];
}
