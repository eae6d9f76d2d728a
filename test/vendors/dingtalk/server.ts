import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { loopbackServers } from "../../support/loopback-server.ts";
import { readRequestBody } from "../../support/request-body.ts";
import { type DingtalkLine, startDingtalkLine } from "./line.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface DingtalkCall {
  readonly app: string;
  readonly method: string;
  readonly path: string;
  readonly fields: Fields;
}

/** A message that people see. */
export interface DingtalkMessage {
  readonly app: string;
  /** A member's id, or a group's. */
  readonly to: string;
  readonly id: string;
  readonly key: string;
  readonly param: Record<string, string>;
}

/** What happens to the next message of an app. */
export type DingtalkFate =
  | { readonly kind: "taken_then_500" | "taken_then_cut" }
  | { readonly kind: "held"; readonly until: Promise<void> }
  | { readonly kind: "code"; readonly code: string; readonly status?: number }
  | { readonly kind: "listed"; readonly list: string }
  | { readonly kind: "plain"; readonly status: number; readonly body: string };

export interface DingtalkServer {
  readonly url: string;
  readonly line: DingtalkLine;
  readonly calls: readonly DingtalkCall[];
  readonly messages: readonly DingtalkMessage[];
  /** Cards, by the id that we gave them. */
  readonly cards: ReadonlyMap<string, { content: string; isFinal: boolean; space: string }>;
  readonly violations: readonly string[];
  readonly revoked: Set<string>;
  readonly files: Map<string, Uint8Array>;
  secretOf(app: string): string;
  plan(app: string, ...fates: readonly DingtalkFate[]): void;
  /** For the next changes of cards. */
  planChange(...fates: readonly DingtalkFate[]): void;
  endTokens(): void;
  wordsIn(message: DingtalkMessage): string;
  close(): Promise<void>;
}

const params: Readonly<Record<string, readonly string[]>> = {
  sampleText: ["content"],
  sampleMarkdown: ["title", "text"],
  sampleActionCard: ["title", "text", "singleTitle", "singleURL"],
  sampleActionCard2: ["title", "text", "actionTitle1", "actionURL1", "actionTitle2", "actionURL2"],
  sampleActionCard3: [
    "title",
    "text",
    "actionTitle1",
    "actionURL1",
    "actionTitle2",
    "actionURL2",
    "actionTitle3",
    "actionURL3",
  ],
  sampleImageMsg: ["photoURL"],
  sampleFile: ["mediaId", "fileName", "fileType"],
};

export async function startDingtalkServer(apps: readonly string[]): Promise<DingtalkServer> {
  const servers = loopbackServers();
  const calls: DingtalkCall[] = [];
  const messages: DingtalkMessage[] = [];
  const cards = new Map<string, { content: string; isFinal: boolean; space: string }>();
  const violations: string[] = [];
  const revoked = new Set<string>();
  const files = new Map<string, Uint8Array>();
  const fates = new Map<string, DingtalkFate[]>();
  const changes: DingtalkFate[] = [];
  const tokens = new Map<string, string>();
  const tickets = new Map<string, string>();
  let made = 1_000;
  const secretOf = (app: string): string => `secret-of-${app}`;
  const line = await startDingtalkLine((ticket) => tickets.get(ticket));

  const reply = (response: ServerResponse, body: object | string, status = 200): void => {
    if (response.destroyed) return;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  const no = (response: ServerResponse, code: string, status = 400): void =>
    reply(response, { code, message: "no", requestid: "r" }, status);

  function isKnown(id: unknown, secret: unknown): id is string {
    const app = String(id);
    return apps.includes(app) && secret === secretOf(app) && !revoked.has(app);
  }

  function hasAnsweredOpenCall(path: string, fields: Fields, response: ServerResponse): boolean {
    if (path === "/v1.0/oauth2/accessToken") {
      const { appKey, appSecret } = fields;
      if (!isKnown(appKey, appSecret)) return (no(response, "invalidClientIdOrSecret"), true);
      const token = `t-${(made += 1)}`;
      tokens.set(token, appKey);
      return (reply(response, { accessToken: token, expireIn: 7_200 }), true);
    }
    if (path !== "/v1.0/gateway/connections/open") return false;
    const { clientId, clientSecret } = fields;
    if (!isKnown(clientId, clientSecret)) return (no(response, "authFailed", 401), true);
    const ticket = `ticket-${(made += 1)}`;
    tickets.set(ticket, clientId);
    return (reply(response, { endpoint: line.url, ticket }), true);
  }

  /** True where the call is answered by this. */
  async function meetFate(
    fate: DingtalkFate | undefined,
    response: ServerResponse,
  ): Promise<boolean> {
    if (fate?.kind === "held") await fate.until;
    if (fate?.kind === "code") return (no(response, fate.code, fate.status), true);
    if (fate?.kind === "plain") return (reply(response, fate.body, fate.status), true);
    return false;
  }

  async function post(
    { app, path, fields }: DingtalkCall,
    response: ServerResponse,
  ): Promise<void> {
    const [user] = (fields["userIds"] ?? []) as string[];
    const to = path.includes("group") ? String(fields["openConversationId"]) : (user ?? "");
    const key = String(fields["msgKey"]);
    const param = JSON.parse(String(fields["msgParam"])) as Record<string, string>;
    if (fields["robotCode"] !== app) violations.push("a message of another robot");
    if (Object.keys(param).toSorted().join() !== params[key]?.toSorted().join())
      violations.push(`${key} with ${Object.keys(param).join()}`);
    if (/!\[/.test(param["text"] ?? "")) violations.push("a picture that is fetched");
    const fate = fates.get(app)?.shift();
    if (await meetFate(fate, response)) return;
    if (fate?.kind === "listed")
      return reply(response, { processQueryKey: "x", [fate.list]: [user] });
    const message = { app, to, id: `key-${(made += 1)}`, key, param };
    messages.push(message);
    if (fate?.kind === "taken_then_cut") return void response.destroy();
    if (fate?.kind === "taken_then_500") return reply(response, "", 500);
    reply(response, { processQueryKey: message.id, invalidStaffIdList: [] });
  }

  function createCard(fields: Fields, response: ServerResponse): void {
    const id = String(fields["outTrackId"]);
    if (cards.has(id)) return no(response, "card.duplicate");
    const { cardParamMap } = fields["cardData"] as { cardParamMap: { content: string } };
    const space = String(fields["openSpaceId"]);
    cards.set(id, { content: cardParamMap.content, isFinal: false, space });
    reply(response, { success: true, result: { outTrackId: id, deliverResults: [] } });
  }

  async function writeCard(fields: Fields, response: ServerResponse): Promise<void> {
    if (await meetFate(changes.shift(), response)) return;
    const card = cards.get(String(fields["outTrackId"]));
    if (card === undefined) return no(response, "card.notExist", 404);
    if (card.isFinal) return no(response, "card.finished");
    if (fields["key"] !== "content" || fields["isFull"] !== true || fields["guid"] === undefined)
      violations.push("an odd change of a card");
    Object.assign(card, { content: fields["content"], isFinal: fields["isFinalize"] === true });
    reply(response, { success: true, result: true });
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", "http://dingtalk");
    const path = url.pathname;
    if (path.startsWith("/files/")) return void response.end(files.get(path.slice(7)));
    const { fields, file, problem } = await readRequestBody(request);
    if (problem !== undefined) violations.push(problem);
    if (hasAnsweredOpenCall(path, fields, response)) return;
    const given = request.headers["x-acs-dingtalk-access-token"];
    const app = tokens.get(String(given ?? url.searchParams.get("access_token")));
    if (app === undefined || revoked.has(app)) return no(response, "InvalidAuthentication", 401);
    const call = { app, method: request.method ?? "", path, fields };
    calls.push(call);
    if (/^\/v1\.0\/robot\/(?:oToMessages\/batchSend|groupMessages\/send)$/.test(path))
      return post(call, response);
    if (path === "/v1.0/card/instances/createAndDeliver") return createCard(fields, response);
    if (path === "/v1.0/card/streaming") return writeCard(fields, response);
    if (path === "/media/upload") {
      if (file === undefined) violations.push("an upload without a file");
      const id = `@media${(made += 1)}`;
      files.set(id, file ?? Buffer.alloc(0));
      return reply(response, { errcode: 0, media_id: id });
    }
    if (path === "/v1.0/robot/messageFiles/download") {
      const code = String(fields["downloadCode"]);
      if (!files.has(code)) return no(response, "file.notFound", 404);
      return reply(response, { downloadUrl: `http://127.0.0.1:${port}/files/${code}` });
    }
    violations.push(`an unknown address: ${call.method} ${path}`);
    no(response, "notFound", 404);
  }

  const port = await servers.listen(
    createServer((request, response) => void handle(request, response)),
  );
  return {
    url: `http://127.0.0.1:${port}`,
    line,
    calls,
    messages,
    cards,
    get violations() {
      return [...violations, ...line.violations];
    },
    revoked,
    files,
    secretOf,
    plan: (app, ...more) => void fates.set(app, [...(fates.get(app) ?? []), ...more]),
    planChange: (...more) => void changes.push(...more),
    endTokens: () => tokens.clear(),
    wordsIn: ({ param }) => (param["text"] ?? param["content"] ?? "").replaceAll("  \n", "\n"),
    async close() {
      await line.close();
      await servers.close();
    },
  };
}
