import type { IncomingMessage } from "node:http";
import { Refusal } from "../../domain/errors.ts";
import { asAccount } from "../../domain/principal.ts";
import type { Access } from "../../accounts/access.ts";
import type { Caller } from "../../accounts/access-rows.ts";
import { actingAccount, assertScope } from "./acting-account.ts";
import { assertProven, type ProvenDeps } from "./assert-proven.ts";
import { assertNotForeign, assertOwnPage, credentialIn, hasPageKey } from "./credential.ts";
import { rateLimited, refuse } from "./failure.ts";
import { networkOf } from "./peer.ts";
import type { ApiSettings } from "./ports.ts";
import type { RateLimit } from "../../accounts/rate-limit.ts";
import { hasBody, parseObject, readBody, textOf } from "./request-body.ts";
import { rolesOf } from "./roles.ts";
import type { Answer, RawAsk, Route } from "./route.ts";
import { assertKnownFields } from "./unknown-fields.ts";
import { traceOf } from "./trace.ts";

export interface Limits {
  readonly ip: RateLimit;
  readonly credential: RateLimit;
  readonly account: RateLimit;
  readonly webhook: RateLimit;
  /** Wrong codes and tokens, by network. */
  readonly guesses: RateLimit;
  /** Wrong secrets where people sign in or prove who they are. */
  readonly signIn: RateLimit;
}

export interface Pipeline extends Omit<ProvenDeps, "limits"> {
  readonly access: Access;
  readonly settings: Pick<ApiSettings, "bodyLimitBytes" | "requestTimeoutMs">;
  readonly limits: Limits;
}

/** A request as it stands at the door, with the route that it matched. */
export type Arrival = Pick<RawAsk, "peer" | "incoming" | "outgoing" | "params" | "query">;

/**
 * The way of every request, in the order that costs a stranger the most and us the least: how many, who, how much, for whom,
 * what. The body of somebody we do not know is never read.
 */
export async function answer(on: Pipeline, route: Route, arrival: Arrival): Promise<Answer> {
  const known: Known = {};
  traceOf(arrival.incoming).route = route.path;
  try {
    return await admitted(on, route, { ...arrival, known });
  } catch (error) {
    if (error instanceof Refusal && isSuspicious(error, known))
      await on.audit.refused({
        action: "access_refused",
        path: route.path,
        code: error.code,
        peer: arrival.peer,
        caller: known.caller,
      });
    throw error;
  }
}

/** What came to light about a request before it was refused. */
interface Known {
  caller?: Caller;
  isGuess?: boolean;
}

/** Whoever shows no credential, or one that has ended, is asked to sign in. Anything else is worth knowing of. */
const isSuspicious = ({ code }: Refusal, { caller, isGuess }: Known): boolean =>
  isGuess === true ||
  (caller !== undefined &&
    (code === "forbidden" || code === "cross_site_refused" || code === "page_key_required"));

async function admitted(
  on: Pipeline,
  route: Route,
  arrival: Arrival & { readonly known: Known },
): Promise<Answer> {
  const { incoming, peer, params } = arrival;
  const trace = traceOf(incoming);
  spend(route.auth === "webhook" ? on.limits.webhook : on.limits.ip, networkOf(peer.ip));
  const caller = await admit(on, route, arrival);
  if (caller !== undefined) spend(on.limits.credential, caller.tokenId);
  const bytes = await bodyOf(on, route, incoming);
  const json =
    route.body === "json" || isUnasked(route, bytes) ? objectIn(route, incoming, bytes) : {};
  const accountId =
    caller === undefined || route.auth !== "account"
      ? undefined
      : await account(on, caller, [arrival.query, json]);
  if (caller !== undefined) {
    assertScope(caller, route.scope);
    trace.accountId = accountId ?? caller.accountId;
  }
  if (accountId !== undefined) spend(on.limits.account, accountId);
  assertKnownFields(route, { query: arrival.query, json });
  if (caller !== undefined && needsProof(route, caller, accountId))
    await assertProven(on, { caller, peer, path: route.path, proof: json["proof"] });
  const result = await route.run({ ...arrival, json, bytes, caller, accountId });
  if (caller !== undefined) await on.audit.done({ route, caller, peer, accountId, params });
  return result;
}

const needsProof = ({ proof }: Route, caller: Caller, accountId: string | undefined): boolean =>
  proof === true || (proof === "for_others" && accountId !== caller.accountId);

function spend(limit: RateLimit, key: string): void {
  const wait = limit.take(key);
  if (wait > 0) throw rateLimited(wait);
}

async function admit(
  on: Pipeline,
  route: Route,
  arrival: Arrival & { readonly known: Known },
): Promise<Caller | undefined> {
  const { incoming, peer } = arrival;
  if (route.auth === "public" || route.auth === "webhook") return undefined;
  if (route.auth === "session") {
    assertNotForeign(incoming, peer);
    return undefined;
  }
  const caller = await identify(on, route, arrival);
  if (!rolesOf(route).includes(caller.role)) throw refuse("forbidden");
  return caller;
}

async function identify(
  on: Pipeline,
  route: Route,
  { incoming, peer, known }: Arrival & { readonly known: Known },
): Promise<Caller> {
  const credential = credentialIn(incoming, peer);
  if (credential === undefined) throw refuse("unauthorized");
  const found = await on.access.identify(credential.secret);
  if (found.kind === "unknown") {
    known.isGuess = true;
    spend(on.limits.guesses, networkOf(peer.ip));
  }
  if (found.kind !== "known") throw refuse("unauthorized");
  // A session's secret belongs in the cookie only, and a token only in the header: each has its own defence.
  if ((found.caller.kind === "session") !== (credential.from === "cookie"))
    throw refuse("unauthorized");
  if (credential.from === "cookie") assertFromPage({ incoming, peer, known }, route, found.caller);
  known.caller = found.caller;
  return found.caller;
}

/** A session from before page keys has none to show and is not suspicious: its holder signs in again. */
function assertFromPage(
  arrival: Pick<Arrival, "incoming" | "peer"> & { readonly known: Known },
  route: Route,
  caller: Caller,
): void {
  if (caller.pageHash !== null) arrival.known.caller = caller;
  assertOwnPage(arrival.incoming, arrival.peer);
  if (route.secretInPath !== true && !hasPageKey(arrival.incoming, caller))
    throw refuse("page_key_required");
}

async function bodyOf(on: Pipeline, route: Route, incoming: IncomingMessage): Promise<Uint8Array> {
  if (route.body === "none" && (!isJson(incoming) || route.auth === "webhook"))
    return new Uint8Array();
  if (
    route.body === "json" &&
    (hasBody(incoming) || incoming.headers["content-type"] !== undefined) &&
    !isFile(route, incoming)
  )
    assertJson(incoming);
  const { bodyLimitBytes, requestTimeoutMs } = on.settings;
  const bytes = await readBody(incoming, {
    maxBytes: route.maxBytes ?? bodyLimitBytes,
    timeoutMs: requestTimeoutMs,
    clock: on.clock,
  });
  return route.body === "json" && bytes.length === 0 && !isFile(route, incoming)
    ? emptyObject
    : bytes;
}

/** JSON for a route that reads none: it is looked at, so that what it says is not ignored unseen. */
const isUnasked = ({ body }: Route, bytes: Uint8Array): boolean =>
  body === "none" && bytes.length > 0;

/** Parameters behind the type (charset, method) change nothing: it is read as UTF-8 or refused. */
const isFile = ({ file }: Route, incoming: IncomingMessage): boolean =>
  file !== undefined &&
  incoming.headers["content-type"]?.split(";")[0]?.trim().toLowerCase() === file.type;

const objectIn = (
  route: Route,
  incoming: IncomingMessage,
  bytes: Uint8Array,
): Readonly<Record<string, unknown>> =>
  route.file !== undefined && isFile(route, incoming)
    ? { [route.file.field]: textOf(bytes, "invalid_request") }
    : parseObject(bytes);

const emptyObject = new TextEncoder().encode("{}");

function assertJson(incoming: IncomingMessage): void {
  if (!isJson(incoming)) throw refuse("unsupported_media_type");
}

const isJson = (incoming: IncomingMessage): boolean =>
  /^application\/json *(; *charset="?utf-8"? *)?$/i.test(incoming.headers["content-type"] ?? "");

async function account(
  on: Pipeline,
  caller: Caller,
  places: readonly Readonly<Record<string, unknown>>[],
): Promise<string> {
  const accountId = actingAccount(caller, ...places);
  if (accountId === caller.accountId && caller.kind !== "service") return accountId;
  const rows = await on.db.transaction(asAccount(accountId), (sql) =>
    sql.rows("select 1 from account where id = $1", [accountId]),
  );
  if (rows.length === 0) throw refuse("not_found");
  return accountId;
}
