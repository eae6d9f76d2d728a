import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { loopbackServers } from "../../support/loopback-server.ts";
import { readRequestBody } from "../../support/request-body.ts";
import { complaintsAbout, wordsOf } from "./checks.ts";
import { createSlackFiles, type SlackFiles } from "./files.ts";
import { type SlackLine, startSlackLine } from "./line.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface SlackCall {
  readonly app: string;
  readonly method: string;
  readonly fields: Fields;
}

/** A message that people see. */
export interface SlackMessage {
  readonly app: string;
  readonly channel: string;
  readonly ts: string;
  fields: Fields;
  isDeleted: boolean;
}

/** What happens to the next message, or to the next change of one. */
export type SlackFate =
  | { readonly kind: "taken_then_500" | "taken_then_cut" }
  | { readonly kind: "held"; readonly until: Promise<void> }
  | { readonly kind: "error"; readonly error: string }
  | { readonly kind: "plain"; readonly status: number; readonly body: string; retryAfter?: number };

export interface SlackServer {
  readonly url: string;
  readonly line: SlackLine;
  readonly calls: readonly SlackCall[];
  readonly messages: readonly SlackMessage[];
  readonly violations: readonly string[];
  /** Apps whose tokens are refused. */
  readonly revoked: Set<string>;
  readonly files: SlackFiles;
  /** By chat and time: the names of the reactions. */
  readonly reactions: Map<string, string>;
  readonly names: Map<string, string>;
  botToken(app: string): string;
  appToken(app: string): string;
  directChat(app: string, userId: string): string;
  plan(app: string, ...fates: readonly SlackFate[]): void;
  /** For the next changes of messages. */
  planChange(...fates: readonly SlackFate[]): void;
  wordsIn(message: SlackMessage): string;
  close(): Promise<void>;
}

export const slackBot = "UB0T";

export async function startSlackServer(
  apps: readonly string[],
  clock: { now(): number },
): Promise<SlackServer> {
  const servers = loopbackServers();
  const calls: SlackCall[] = [];
  const messages: SlackMessage[] = [];
  const violations: string[] = [];
  const revoked = new Set<string>();
  const reactions = new Map<string, string>();
  const names = new Map<string, string>();
  const fates = new Map<string, SlackFate[]>();
  const changes: SlackFate[] = [];
  const tickets = new Map<string, string>();
  let made = 0;
  const botToken = (app: string): string => `xoxb-1000-2000-${app}`;
  const appToken = (app: string): string => `xapp-1-${app}-1000-0123456789abcdef`;
  const appBy = new Map(apps.flatMap((app) => [botToken(app), appToken(app)].map((t) => [t, app])));
  const directChat = (app: string, userId: string): string => `D${app.slice(-1)}${userId}`;
  const line = await startSlackLine((ticket) => tickets.get(ticket));
  const nextTime = (): string =>
    `${Math.floor(clock.now() / 1_000)}.${String((made += 1)).padStart(6, "0")}`;

  const reply = (response: ServerResponse, body: object | string, status = 200): void => {
    if (response.destroyed) return;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  const no = (response: ServerResponse, error: string): void =>
    reply(response, { ok: false, error });
  const files = createSlackFiles(() => `http://127.0.0.1:${port}`);

  /** True where the call is answered by this. */
  async function meetFate(fate: SlackFate | undefined, response: ServerResponse): Promise<boolean> {
    if (fate?.kind === "held") await fate.until;
    if (fate?.kind === "error") return (no(response, fate.error), true);
    if (fate?.kind !== "plain") return false;
    if (fate.retryAfter !== undefined) response.setHeader("retry-after", String(fate.retryAfter));
    return (reply(response, fate.body, fate.status), true);
  }

  async function post({ app, fields }: SlackCall, response: ServerResponse): Promise<void> {
    violations.push(...complaintsAbout(fields));
    if (fields["unfurl_links"] !== false && fields["metadata"] !== undefined)
      violations.push("a message whose links are opened");
    const fate = fates.get(app)?.shift();
    if (await meetFate(fate, response)) return;
    const message = {
      app,
      channel: String(fields["channel"]),
      ts: nextTime(),
      fields,
      isDeleted: false,
    };
    messages.push(message);
    if (fate?.kind === "taken_then_cut") return void response.destroy();
    if (fate?.kind === "taken_then_500") return reply(response, "", 500);
    reply(response, { ok: true, channel: message.channel, ts: message.ts, message: {} });
  }

  const find = ({ app, fields }: SlackCall): SlackMessage | undefined =>
    messages.find(
      (each) =>
        each.app === app &&
        each.channel === fields["channel"] &&
        each.ts === fields["ts"] &&
        !each.isDeleted,
    );

  async function update(call: SlackCall, response: ServerResponse): Promise<void> {
    violations.push(...complaintsAbout(call.fields));
    if (await meetFate(changes.shift(), response)) return;
    const message = find(call);
    if (message === undefined) return no(response, "message_not_found");
    message.fields = { ...message.fields, ...call.fields };
    reply(response, { ok: true, channel: message.channel, ts: message.ts });
  }

  function list({ app, method, fields }: SlackCall, response: ServerResponse): void {
    const inThread = method === "conversations.replies" ? fields["ts"] : undefined;
    const found = messages
      .filter((each) => each.app === app && each.channel === fields["channel"] && !each.isDeleted)
      .filter((each) => each.fields["thread_ts"] === inThread)
      .filter((each) => Number(each.ts) >= Number(fields["oldest"]))
      .map(({ ts, fields: { text, metadata } }) => ({
        ts,
        text,
        ...(fields["include_all_metadata"] === "true" ? { metadata } : {}),
      }));
    const newestFirst = inThread === undefined ? found.toReversed() : found;
    reply(response, { ok: true, messages: newestFirst.slice(0, Number(fields["limit"])) });
  }

  const methods: Readonly<
    Record<string, (call: SlackCall, response: ServerResponse) => void | Promise<void>>
  > = {
    "chat.postMessage": post,
    "chat.update": update,
    "chat.delete"(call, response) {
      const message = find(call);
      if (message === undefined) return no(response, "message_not_found");
      message.isDeleted = true;
      reply(response, { ok: true });
    },
    "conversations.history": list,
    "conversations.replies": list,
    "conversations.open": ({ app, fields }, response) =>
      String(fields["users"]).startsWith("U")
        ? reply(response, { ok: true, channel: { id: directChat(app, String(fields["users"])) } })
        : no(response, "user_not_found"),
    "auth.test": (_, response) =>
      reply(response, { ok: true, user: "meanwhile", team: "Test", user_id: slackBot }),
    "users.info"({ fields }, response) {
      const name = names.get(String(fields["user"]));
      if (name === undefined) return no(response, "user_not_found");
      reply(response, { ok: true, user: { name: "x", profile: { display_name: name } } });
    },
    "reactions.add"({ fields }, response) {
      const key = `${String(fields["channel"])}:${String(fields["timestamp"])}`;
      if (reactions.has(key)) return no(response, "already_reacted");
      reactions.set(key, String(fields["name"]));
      reply(response, { ok: true });
    },
    "reactions.remove"({ fields }, response) {
      reactions.delete(`${String(fields["channel"])}:${String(fields["timestamp"])}`);
      reply(response, { ok: true });
    },
    "files.getUploadURLExternal": ({ fields }, response) => reply(response, files.begin(fields)),
    "files.completeUploadExternal": ({ fields }, response) =>
      reply(response, files.complete(fields)),
    "files.info": ({ fields }, response) => reply(response, files.info(fields)),
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", "http://slack");
    if (url.pathname.startsWith("/files/")) return files.serve(request, response);
    const { fields: body, problem } = await readRequestBody(request);
    if (problem !== undefined) violations.push(problem);
    const method = url.pathname.replace(/^\/api\//, "");
    const fields = { ...Object.fromEntries(url.searchParams), ...body };
    const token = (request.headers.authorization ?? "").replace(/^Bearer /, "");
    const app = appBy.get(token);
    const isForApps = method === "apps.connections.open";
    if (app === undefined || revoked.has(app)) return no(response, "invalid_auth");
    if (token.startsWith("xapp-") !== isForApps) return no(response, "not_allowed_token_type");
    if (isForApps) {
      const ticket = `ticket-${(made += 1)}`;
      tickets.set(ticket, app);
      return reply(response, { ok: true, url: `${line.url}${ticket}` });
    }
    const call: SlackCall = { app, method, fields };
    calls.push(call);
    const answer = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (answer === undefined) violations.push(`an unknown method: ${method}`);
    await (answer ?? ((_, to) => no(to, "unknown_method")))(call, response);
  }

  const port = await servers.listen(
    createServer((request, response) => void handle(request, response)),
  );
  return {
    url: `http://127.0.0.1:${port}/api`,
    line,
    calls,
    messages,
    get violations() {
      return [...violations, ...line.violations, ...files.violations];
    },
    revoked,
    files,
    reactions,
    names,
    botToken,
    appToken,
    directChat,
    plan: (app, ...more) => void fates.set(app, [...(fates.get(app) ?? []), ...more]),
    planChange: (...more) => void changes.push(...more),
    wordsIn: ({ fields }) => wordsOf(fields),
    async close() {
      await line.close();
      await servers.close();
    },
  };
}
