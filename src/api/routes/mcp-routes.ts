import { z } from "@hono/zod-openapi";
import type { IncomingMessage } from "node:http";
import { Refusal } from "../../domain/errors.ts";
import type { Chance, Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import { asAccount } from "../../domain/principal.ts";
import { tokenScopes } from "../../domain/token-scope.ts";
import { closeLinks } from "../../links/close-links.ts";
import { createMcpEndpoint, type McpEndpoint } from "../../mcp/endpoint.ts";
import type { McpDeps, Profile, Program } from "../../mcp/ports.ts";
import { findWatchable, watchResources } from "../../mcp/watch-resources.ts";
import type { Database } from "../../store/database/database.ts";
import { assertNotForeign } from "../http/credential.ts";
import { describeFailure, type Failure } from "../http/failure.ts";
import { onceByKey } from "../http/idempotency.ts";
import type { Peer } from "../http/peer.ts";
import { parseJson } from "../http/request-body.ts";
import {
  type Answer,
  type ProtocolFailure,
  type RawAsk,
  type Route,
  route,
} from "../http/route.ts";
import type { McpParts, ServerOptions } from "../http/server-options.ts";
import type { ChangeHub } from "../streams/change-hub.ts";
import type { ProgramStreams } from "../streams/program-streams.ts";
import { readAccount } from "../views/account-view.ts";
import { playProse, type SceneTurnDeps } from "./scene-turn-routes.ts";

type Skills = Pick<ServerOptions, "reminders" | "friends" | "memory" | "scenes">;

export interface McpRouteDeps extends Skills, Omit<SceneTurnDeps, "scenes" | "engine"> {
  readonly engine: ServerOptions["engine"];
  readonly db: Database;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly mcp?: McpParts | undefined;
  readonly programs: ProgramStreams;
  readonly changes: Pick<ChangeHub, "listen">;
  publicUrl(): string;
}

const path = "/mcp";
const metadataPath = `/.well-known/oauth-protected-resource${path}`;
const longestBody = 256 * 1024;

/** The Model Context Protocol: one address for every request, and the document that describes it. */
export function mcpRoutes(on: McpRouteDeps): Route[] {
  const { mcp, reminders, friends, memory, scenes } = on;
  if (
    mcp === undefined ||
    reminders === undefined ||
    friends === undefined ||
    memory === undefined ||
    scenes === undefined
  )
    return [];
  const deps: McpDeps = {
    ...mcp,
    ...on,
    reminders,
    friends,
    memory,
    scenes,
    ...adapt(on, { ...on, scenes }, mcp.linkHosts),
  };
  const served = { endpoint: createMcpEndpoint(deps), deps };
  return [
    {
      method: "post",
      path,
      auth: "account",
      summary:
        "The Model Context Protocol over HTTP, for programs with a token. Stateless; see docs/mcp.md.",
      body: "raw",
      maxBytes: longestBody,
      docs: {
        params: undefined,
        query: undefined,
        body: z.record(z.string(), z.unknown()).openapi("McpMessage"),
        answers: {
          200: { description: "The protocol's answer, errors of tools included." },
          202: { description: "A notification was taken." },
          400: { description: "Not a message of the protocol; the error is one of JSON-RPC." },
          401: { description: "No valid token; the header names the resource's description." },
          403: { description: "The token lacks a scope, or a foreign page asks." },
        },
      },
      toFailure: (failure, peer) => toProtocolFailure(failure, metadataUrl(on, peer)),
      run: (ask) => serve(on, served, ask),
    },
    metadataRoute(on, metadataPath),
    metadataRoute(on, "/.well-known/oauth-protected-resource"),
  ];
}

/** The part of the endpoint that this room has: rows of accounts, stories' turns, failures. */
const adapt = (
  on: McpRouteDeps,
  playing: SceneTurnDeps,
  linkHosts: readonly string[],
): Pick<
  McpDeps,
  "readProfile" | "readProgramName" | "closeLinks" | "play" | "once" | "explain"
> => ({
  async readProfile(accountId): Promise<Profile> {
    const row = await on.db.transaction(asAccount(accountId), (sql) => readAccount(sql, accountId));
    return {
      name: row.display_name,
      language: row.language,
      zone: row.default_timezone,
      linkHosts: row.link_hosts,
    };
  },
  async readProgramName(accountId, tokenId) {
    const [row] = await on.db.ask<{ label: string | null }>(
      asAccount(accountId),
      "select label from access_token where id = $1",
      [tokenId],
    );
    return row?.label ?? null;
  },
  closeLinks: (text, profile) =>
    closeLinks(text, { own: [], hosts: [...linkHosts, ...profile.linkHosts] }),
  play: ({ accountId, chatId, prose, key, gone }) =>
    playProse(playing, {
      accountId,
      chatId,
      prose,
      scene: { op: "prose", scene_id: null, whisper_to: [] },
      key,
      gone,
    }),
  once: ({ accountId, key, tool, hash }, work) =>
    onceByKey(on, { accountId, key: `mcp:${key}`, route: `${path} ${tool}`, body: hash }, work),
  explain: (error, { language, tool }) =>
    describeFailure(on.log, error, { language, route: `${path} ${tool}` }),
});

interface Served {
  readonly endpoint: McpEndpoint;
  readonly deps: McpDeps;
}

async function serve(on: McpRouteDeps, { endpoint, deps }: Served, ask: RawAsk): Promise<Answer> {
  const { caller, accountId, incoming, outgoing, peer } = ask;
  if (caller === undefined || accountId === undefined || caller.kind === "session")
    throw new Refusal("unauthorized");
  assertNotForeign(incoming, peer);
  const said = parseJson(ask.bytes);
  const program: Program = { accountId, tokenId: caller.tokenId, scopes: caller.scopes };
  const stream = { accountId, tokenId: caller.tokenId, out: outgoing };
  const { body, uris } = toHonoured(said, program);
  const isLong = methodOf(body) === "subscriptions/listen";
  const gone = isLong ? on.programs.open(stream) : signalOnClose(ask);
  const response = await endpoint.handle({
    request: toRequest(incoming, gone),
    body,
    program,
    expiresAt: caller.expiresAt,
    metadataUrl: metadataUrl(on, peer),
    bus: await watchResources(deps, {
      program,
      uris,
      onChange: (hear) => on.changes.listen({ accountId, hear }),
    }),
  });
  if (isLong && response.headers.get("content-type")?.startsWith("text/event-stream") === true) {
    void on.programs.pipe(response, stream);
    return "taken_over";
  }
  return toAnswer(response);
}

const subscription = z.looseObject({
  method: z.literal("subscriptions/listen"),
  params: z.looseObject({
    notifications: z.looseObject({ resourceSubscriptions: z.array(z.string()) }),
  }),
});

/** A subscription with the resources that this program can hear of: what is acknowledged holds. */
function toHonoured(body: unknown, program: Program) {
  const read = subscription.safeParse(body);
  if (!read.success) return { body, uris: [] };
  const { params } = read.data;
  const { notifications } = params;
  const uris = findWatchable(program, notifications.resourceSubscriptions);
  const honoured = { ...notifications, resourceSubscriptions: uris };
  return { body: { ...read.data, params: { ...params, notifications: honoured } }, uris };
}

const methodOf = (body: unknown): unknown =>
  typeof body === "object" && body !== null && "method" in body ? body.method : undefined;

function signalOnClose({ outgoing }: RawAsk): AbortSignal {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  return gone.signal;
}

/** Headers that the protocol reads. Credentials stay here. */
const isOfProtocol = (name: string): boolean =>
  name.startsWith("mcp-") || name === "accept" || name === "content-type";

function toRequest({ headers }: IncomingMessage, signal: AbortSignal): Request {
  const read = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    isOfProtocol(name) && typeof value === "string" ? [[name, value]] : [],
  );
  return new Request(`http://meanwhile${path}`, { method: "POST", headers: read, signal });
}

async function toAnswer(response: Response): Promise<Answer> {
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => name === "www-authenticate" || name === "allow"),
  );
  return {
    status: response.status,
    bytes: await response.text(),
    type: response.headers.get("content-type") ?? "application/json",
    headers,
  };
}

const originOf = (on: McpRouteDeps, peer: Peer): string =>
  peer.host === "" ? on.publicUrl() : `${peer.secure ? "https" : "http"}://${peer.host}`;

const metadataUrl = (on: McpRouteDeps, peer: Peer): string =>
  `${originOf(on, peer)}${metadataPath}`;

/** The server's own error codes of JSON-RPC begin here; the rest is in `data`. */
const serverError = -32_000;
const jsonRpcCodes: Readonly<Record<string, number>> = {
  invalid_json: -32_700,
  body_too_deep: -32_700,
  invalid_request: -32_600,
  unavailable: -32_603,
  internal: -32_603,
};

function toProtocolFailure(failure: Failure, metadata: string): ProtocolFailure {
  const { error } = JSON.parse(failure.body) as {
    readonly error: { readonly code: string; readonly message: string; readonly fact?: unknown };
  };
  const { message, ...data } = error;
  return {
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: null,
      error: { code: jsonRpcCodes[error.code] ?? serverError, message, data },
    }),
    headers:
      failure.status === 401
        ? { "WWW-Authenticate": `Bearer resource_metadata="${metadata}"` }
        : {},
  };
}

/** RFC 9728. Tokens are made by the person or the operator, so no authorization server is named. */
const metadataRoute = (on: McpRouteDeps, at: string): Route =>
  route({
    method: "get",
    path: at,
    auth: "public",
    summary: "What the address for programs is, and which scopes its tokens may have.",
    answers: {
      200: {
        description: "Protected resource metadata (RFC 9728).",
        schema: z
          .object({
            resource: z.string(),
            resource_name: z.string(),
            bearer_methods_supported: z.array(z.string()),
            scopes_supported: z.array(z.string()),
          })
          .openapi("ProtectedResource"),
      },
    },
    handle: ({ peer }) => ({
      status: 200,
      json: {
        resource: `${originOf(on, peer)}${path}`,
        resource_name: "Meanwhile",
        bearer_methods_supported: ["header"],
        scopes_supported: tokenScopes.filter((scope) => scope !== "*"),
      },
    }),
  });
