import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { loopbackServers } from "../support/loopback-server.ts";
import { readRequestBody } from "../support/request-body.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What people see of an app. */
export interface AppMessage {
  readonly app: string;
  readonly to: string;
  readonly type: string;
  readonly fields: Fields;
}

/** What happens to the next message of an app. */
export type AppFate =
  | { readonly kind: "taken_then_500" | "taken_then_cut" }
  | { readonly kind: "held"; readonly until: Promise<void> }
  | { readonly kind: "body"; readonly status?: number; readonly body: object | string };

/** WeCom's API for self-built apps. */
export interface WecomAppServer {
  readonly url: string;
  secretOf(agent: number): string;
  readonly messages: readonly AppMessage[];
  readonly ended: readonly Fields[];
  readonly violations: readonly string[];
  /** Apps whose secret is refused. */
  readonly revoked: Set<number>;
  readonly files: Map<string, Uint8Array>;
  readonly names: Map<string, string>;
  readonly counts: { sends: number };
  plan(agent: number, ...fates: readonly AppFate[]): void;
  endTokens(): void;
  close(): Promise<void>;
}

export const wecomCorp = "ww00000000000001";

export async function startWecomAppServer(agents: readonly number[]): Promise<WecomAppServer> {
  const servers = loopbackServers();
  const messages: AppMessage[] = [];
  const ended: Fields[] = [];
  const violations: string[] = [];
  const revoked = new Set<number>();
  const files = new Map<string, Uint8Array>();
  const names = new Map<string, string>();
  const fates = new Map<number, AppFate[]>();
  const tokens = new Map<string, number>();
  const counts = { sends: 0 };
  let made = 0;
  const secretOf = (agent: number): string => `secret-of-${agent}`;

  const reply = (response: ServerResponse, body: object | string, status = 200): void => {
    if (response.destroyed) return;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  const ok = (response: ServerResponse, more: object = {}): void =>
    reply(response, { errcode: 0, errmsg: "ok", ...more });

  async function send(agent: number, fields: Fields, response: ServerResponse): Promise<void> {
    counts.sends += 1;
    const type = String(fields["msgtype"]);
    violations.push(...complaintsAbout(agent, fields));
    const fate = fates.get(agent)?.shift();
    if (fate?.kind === "held") await fate.until;
    if (fate?.kind === "body") return reply(response, fate.body, fate.status);
    messages.push({
      app: `${wecomCorp}.${agent}`,
      to: String(fields["touser"]),
      type,
      fields: fields[type] as Fields,
    });
    if (fate?.kind === "taken_then_cut") return void response.destroy();
    if (fate?.kind === "taken_then_500") return reply(response, "", 500);
    ok(response, { msgid: `msg-${(made += 1)}` });
  }

  function giveToken(query: URLSearchParams, response: ServerResponse): void {
    const agent = agents.find((each) => secretOf(each) === query.get("corpsecret"));
    if (query.get("corpid") !== wecomCorp) return reply(response, { errcode: 40_013 });
    if (agent === undefined || revoked.has(agent)) return reply(response, { errcode: 40_091 });
    const token = `token-${(made += 1)}`;
    tokens.set(token, agent);
    ok(response, { access_token: token, expires_in: 7_200 });
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://wecom");
    const { fields, file, problem } = await readRequestBody(request);
    if (problem !== undefined) violations.push(problem);
    if (pathname === "/cgi-bin/gettoken") return giveToken(searchParams, response);
    const agent = tokens.get(searchParams.get("access_token") ?? "");
    if (agent === undefined || revoked.has(agent)) return reply(response, { errcode: 40_014 });
    if (pathname === "/cgi-bin/message/send") return send(agent, fields, response);
    if (pathname === "/cgi-bin/message/update_template_card") {
      ended.push(fields);
      return ok(response);
    }
    if (pathname === "/cgi-bin/agent/get") return ok(response, { name: "Meanwhile" });
    if (pathname === "/cgi-bin/user/get") {
      const name = names.get(searchParams.get("userid") ?? "");
      return name === undefined ? reply(response, { errcode: 60_011 }) : ok(response, { name });
    }
    if (pathname === "/cgi-bin/media/upload" && file !== undefined) {
      const id = `media-${(made += 1)}`;
      files.set(id, file);
      return ok(response, { media_id: id, type: searchParams.get("type") });
    }
    if (pathname === "/cgi-bin/media/get") {
      const bytes = files.get(searchParams.get("media_id") ?? "");
      return bytes === undefined ? reply(response, { errcode: 40_007 }) : void response.end(bytes);
    }
    violations.push(`an unknown address: ${request.method} ${pathname}`);
    reply(response, { errcode: 404 }, 404);
  }

  const port = await servers.listen(
    createServer((request, response) => void handle(request, response)),
  );
  return {
    url: `http://127.0.0.1:${port}`,
    secretOf,
    messages,
    ended,
    violations,
    revoked,
    files,
    names,
    counts,
    plan: (agent, ...more) => void fates.set(agent, [...(fates.get(agent) ?? []), ...more]),
    endTokens: () => tokens.clear(),
    close: () => servers.close(),
  };
}

/** What WeCom would refuse, or cut. */
function complaintsAbout(agent: number, fields: Fields): readonly string[] {
  const text = (fields["text"] as Fields | undefined)?.["content"];
  const card = fields["template_card"] as Fields | undefined;
  const buttons = (card?.["button_list"] ?? []) as readonly Fields[];
  return [
    ...(fields["agentid"] === agent ? [] : ["another app's number"]),
    ...(typeof text === "string" && Buffer.byteLength(text) > 2_048
      ? ["more than 2,048 bytes"]
      : []),
    ...(text === "" ? ["an empty message"] : []),
    ...(buttons.length > 6 ? ["more than six buttons"] : []),
    ...(card !== undefined && !/^[\w@-]{1,128}$/.test(String(card["task_id"]))
      ? ["an odd task"]
      : []),
    ...(card !== undefined && String(card["sub_title_text"]).length > 112 ? ["a long card"] : []),
  ];
}
