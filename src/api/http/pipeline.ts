import type { IncomingMessage } from "node:http";
import { Refusal } from "../../domain/errors.ts";
import { asAccount } from "../../domain/principal.ts";
import type { Access } from "../../accounts/access.ts";
import type { Caller } from "../../accounts/access-rows.ts";
import { resolveActingAccount, assertScope } from "./acting-account.ts";
import { assertProof, type ProvenDeps } from "./assert-proof.ts";
import { assertNotForeign, assertOwnPage, readCredential, hasPageKey } from "./credential.ts";
import { toRateLimitRefusal } from "./failure.ts";
import { networkOf } from "./peer.ts";
import type { ApiSettings } from "./ports.ts";
import type { RateLimit } from "../../accounts/rate-limit.ts";
import { hasBody, parseObject, readBody, decodeText } from "./request-body.ts";
import { rolesOf } from "./roles.ts";
import type { Answer, RawAsk, Route } from "./route.ts";
import { assertKnownFields } from "./unknown-fields.ts";
import { traceOf } from "./trace.ts";

export interface Limits {
  readonly ip: RateLimit;
  readonly credential: RateLimit;
  readonly account: RateLimit;
  /** Calendar programs, which read entry by entry when they begin. */
  readonly calendar: RateLimit;
  readonly webhook: RateLimit;
  /** Wrong codes and tokens, by network. */
  readonly guesses: RateLimit;
  /** Wrong secrets at sign-in and at proofs of identity. */
  readonly signIn: RateLimit;
}

export interface Pipeline extends Omit<ProvenDeps, "limits"> {
  readonly access: Access;
  readonly settings: Pick<ApiSettings, "bodyLimitBytes" | "requestTimeoutMs">;
  readonly limits: Limits;
}

/** An incoming request, with the route it matched. */
export type IncomingRequest = Pick<RawAsk, "peer" | "incoming" | "outgoing" | "params" | "query">;

/**
 * Every request passes these checks, cheapest first: rate limit, authentication, body size, acting
 * account, handler. The body of an unknown caller is never read.
 */
export async function answerRequest(
  on: Pipeline,
  route: Route,
  arrival: IncomingRequest,
): Promise<Answer> {
  const known: RequestFindings = {};
  traceOf(arrival.incoming).route = route.path;
  try {
    return await checkAndHandle(on, route, { ...arrival, known });
  } catch (error) {
    if (error instanceof Refusal && isSuspicious(error, known))
      await on.audit.recordRefused({
        action: "access_refused",
        path: route.path,
        code: error.code,
        peer: arrival.peer,
        caller: known.caller,
      });
    throw error;
  }
}

/** The request's data at the time of a refusal. */
interface RequestFindings {
  caller?: Caller;
  isGuess?: boolean;
}

/**
 * A caller without a credential, or with an expired one, is asked to sign in. Anything else is
 * recorded.
 */
const isSuspicious = ({ code }: Refusal, { caller, isGuess }: RequestFindings): boolean =>
  isGuess === true ||
  (caller !== undefined &&
    (code === "forbidden" || code === "cross_site_refused" || code === "page_key_required"));

async function checkAndHandle(
  on: Pipeline,
  route: Route,
  arrival: IncomingRequest & { readonly known: RequestFindings },
): Promise<Answer> {
  const { incoming, peer, params } = arrival;
  const trace = traceOf(incoming);
  spend(route.auth === "webhook" ? on.limits.webhook : on.limits.ip, networkOf(peer.ip));
  const caller = await admit(on, route, arrival);
  if (caller !== undefined)
    spend(route.isCalendar === true ? on.limits.calendar : on.limits.credential, caller.tokenId);
  const bytes = await bodyOf(on, route, incoming);
  const json =
    route.body === "json" || isUnexpectedBody(route, bytes)
      ? parseFields(route, incoming, bytes)
      : {};
  const accountId =
    caller === undefined || route.auth !== "account"
      ? undefined
      : await resolveAccount(on, caller, [arrival.query, json]);
  if (caller !== undefined) {
    assertScope(caller, route.scope);
    trace.accountId = accountId ?? caller.accountId;
  }
  if (accountId !== undefined && route.isCalendar !== true) spend(on.limits.account, accountId);
  assertKnownFields(route, { query: arrival.query, json });
  if (caller !== undefined && needsProof(route, caller, accountId))
    await assertProof(on, { caller, peer, path: route.path, proof: json["proof"] });
  const result = await route.run({ ...arrival, json, bytes, caller, accountId });
  if (caller !== undefined) await on.audit.recordDone({ route, caller, peer, accountId, params });
  return result;
}

const needsProof = ({ proof }: Route, caller: Caller, accountId: string | undefined): boolean =>
  typeof proof === "function"
    ? proof()
    : proof === true || (proof === "for_others" && accountId !== caller.accountId);

function spend(limit: RateLimit, key: string): void {
  const wait = limit.take(key);
  if (wait > 0) throw toRateLimitRefusal(wait);
}

async function admit(
  on: Pipeline,
  route: Route,
  arrival: IncomingRequest & { readonly known: RequestFindings },
): Promise<Caller | undefined> {
  const { incoming, peer } = arrival;
  if (route.auth === "public" || route.auth === "webhook") return undefined;
  if (route.auth === "session") {
    assertNotForeign(incoming, peer);
    return undefined;
  }
  const caller = await identify(on, route, arrival);
  if (!rolesOf(route).includes(caller.role)) throw new Refusal("forbidden");
  return caller;
}

async function identify(
  on: Pipeline,
  route: Route,
  { incoming, peer, known }: IncomingRequest & { readonly known: RequestFindings },
): Promise<Caller> {
  const credential = readCredential(incoming, peer, route.isCalendar);
  if (credential === undefined) throw new Refusal("unauthorized");
  const found = await on.access.identify(credential.secret);
  if (found.kind === "unknown") {
    known.isGuess = true;
    spend(on.limits.guesses, networkOf(peer.ip));
  }
  if (found.kind !== "known") throw new Refusal("unauthorized");
  // A session's secret belongs in the cookie only and a token in the header only: each has its own
  // protection.
  if ((found.caller.kind === "session") !== (credential.from === "cookie"))
    throw new Refusal("unauthorized");
  if (credential.from === "cookie") assertFromPage({ incoming, peer, known }, route, found.caller);
  known.caller = found.caller;
  // A password of a calendar program opens the calendar and nothing else.
  if (route.isCalendar !== true && isCalendarOnly(found.caller)) throw new Refusal("forbidden");
  return found.caller;
}

const isCalendarOnly = ({ scopes }: Caller): boolean =>
  scopes.length > 0 && scopes.every((scope) => scope.startsWith("caldav:"));

/** A session from before page keys has none and is not suspicious: its holder signs in again. */
function assertFromPage(
  arrival: Pick<IncomingRequest, "incoming" | "peer"> & { readonly known: RequestFindings },
  route: Route,
  caller: Caller,
): void {
  if (caller.pageHash !== null) arrival.known.caller = caller;
  assertOwnPage(arrival.incoming, arrival.peer);
  if (route.secretInPath !== true && !hasPageKey(arrival.incoming, caller))
    throw new Refusal("page_key_required");
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

/**
 * A JSON body for a route that reads none is still checked, so that nothing it says is silently
 * ignored.
 */
const isUnexpectedBody = ({ body }: Route, bytes: Uint8Array): boolean =>
  body === "none" && bytes.length > 0;

/**
 * Parameters after the media type (charset, method) change nothing: the file is read as UTF-8 or
 * refused.
 */
const isFile = ({ file }: Route, incoming: IncomingMessage): boolean =>
  file !== undefined &&
  incoming.headers["content-type"]?.split(";")[0]?.trim().toLowerCase() === file.type;

const parseFields = (
  route: Route,
  incoming: IncomingMessage,
  bytes: Uint8Array,
): Readonly<Record<string, unknown>> =>
  route.file !== undefined && isFile(route, incoming)
    ? { [route.file.field]: decodeText(bytes, "invalid_request") }
    : parseObject(bytes);

const emptyObject = new TextEncoder().encode("{}");

function assertJson(incoming: IncomingMessage): void {
  if (!isJson(incoming)) throw new Refusal("unsupported_media_type");
}

const isJson = (incoming: IncomingMessage): boolean =>
  /^application\/json *(; *charset="?utf-8"? *)?$/i.test(incoming.headers["content-type"] ?? "");

async function resolveAccount(
  on: Pipeline,
  caller: Caller,
  places: readonly Readonly<Record<string, unknown>>[],
): Promise<string> {
  const accountId = resolveActingAccount(caller, ...places);
  if (accountId === caller.accountId && caller.kind !== "service") return accountId;
  const rows = await on.db.transaction(asAccount(accountId), (sql) =>
    sql.rows("select 1 from account where id = $1", [accountId]),
  );
  if (rows.length === 0) throw new Refusal("not_found");
  return accountId;
}
