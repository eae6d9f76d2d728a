import { createHash } from "node:crypto";
import { type ErrorCode, errorCodes, Refusal } from "../../domain/errors.ts";
import { type Clock, iso } from "../../domain/ports/clock.ts";
import { asAccount } from "../../domain/principal.ts";
import { type Database, DatabaseUnavailable } from "../../store/database/database.ts";
import type { Answer, RawAsk, Route } from "./route.ts";

export interface IdempotencyDeps {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
}

const keptMs = 86_400_000;
/**
 * No client waits that long for an answer: the process that worked on it is gone. What it did is not
 * known, so the request is not done again.
 */
const abandonedMs = 15 * 60_000;

/** The caller's own key of a request, by which a repeated one is recognised. */
export function readIdempotencyKey({ incoming }: Pick<RawAsk, "incoming">): string | undefined {
  const key = incoming.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !/^[\u0021-\u007e]{1,200}$/.test(key))
    throw new Refusal("invalid_request", { field: "Idempotency-Key" });
  return key;
}

/**
 * Makes a route idempotent by `Idempotency-Key`: a repeated request is not done again and gets the
 * same answer. Where the answer contains text that must not be stored, only the fact that it was
 * done is kept.
 */
export function makeIdempotent(
  on: IdempotencyDeps,
  route: Route,
  { keepsAnswer }: { readonly keepsAnswer: boolean },
): Route {
  return {
    ...route,
    async run(ask) {
      const key = readIdempotencyKey(ask);
      if (key === undefined || ask.accountId === undefined) return route.run(ask);
      const request: Request = {
        accountId: ask.accountId,
        key,
        route: route.path,
        body: hashOf(ask),
        chatId: ask.params["id"] ?? null,
      };
      const before = await begin(on, request);
      return before ?? finish({ ...on, keepsAnswer }, request, () => route.run(ask));
    },
  };
}

/** The same for a request that is not a route's: its answer is any JSON. */
export async function onceByKey<T>(
  on: IdempotencyDeps,
  of: Omit<Request, "chatId">,
  work: () => Promise<{ readonly answer: T; readonly isFinal: boolean }>,
): Promise<T> {
  const request = { ...of, chatId: null };
  const before = await begin(on, request);
  if (before !== undefined) return (before as { readonly json: T }).json;
  return keepOutcome(on, request, async () => {
    const { answer, isFinal } = await work();
    return { answer, kept: isFinal ? { status: 200, answer: { json: answer } } : undefined };
  });
}

interface Request {
  readonly accountId: string;
  readonly key: string;
  readonly route: string;
  readonly body: string;
  readonly chatId: string | null;
}

interface StoredAnswer {
  readonly route: string;
  readonly body: string;
  readonly status: number | null;
  readonly isAbandoned: boolean;
  readonly answer: {
    readonly json?: unknown;
    readonly fact?: Readonly<Record<string, unknown>>;
    readonly code?: string;
  } | null;
}

const hashOf = ({ bytes, params, query }: RawAsk): string =>
  createHash("sha256")
    .update(JSON.stringify([params, query]))
    .update(bytes)
    .digest("hex");

/** The earlier answer; undefined if this request has to do the work. */
async function begin({ db, clock }: IdempotencyDeps, of: Request): Promise<Answer | undefined> {
  const now = clock.now();
  const kept = await db.transaction(asAccount(of.accountId), async (sql) => {
    await sql.rows("delete from request_key where account_id = $1 and created_at < $2", [
      of.accountId,
      iso(now - keptMs),
    ]);
    const taken = await sql.rows(
      `insert into request_key (account_id, key, route, body, chat_id, created_at) values ($1, $2, $3, $4, $5, $6)
       on conflict do nothing returning key`,
      [of.accountId, of.key, of.route, of.body, of.chatId, iso(now)],
    );
    if (taken.length > 0) return undefined;
    const text = `select route, body, status, answer, created_at < $3 as "isAbandoned"
      from request_key where account_id = $1 and key = $2`;
    const abandoned = iso(now - abandonedMs);
    return (await sql.rows<StoredAnswer>(text, [of.accountId, of.key, abandoned]))[0];
  });
  return kept === undefined ? undefined : replayAnswer(kept, of);
}

function replayAnswer(stored: StoredAnswer, of: Request): Answer {
  const { route, body, status, answer } = stored;
  if (route !== of.route || body !== of.body) throw new Refusal("key_reused");
  if (status === null && stored.isAbandoned) throw new Refusal("outcome_unknown");
  if (status === null) throw new Refusal("request_in_flight", { retry_after_seconds: 1 });
  if (status === 204) return { status };
  if (answer === null) throw new Refusal("already_recorded");
  if (answer.code !== undefined && answer.code in errorCodes)
    throw new Refusal(answer.code as ErrorCode, answer.fact);
  return { status, json: answer.json };
}

const finish = (
  on: IdempotencyDeps & { readonly keepsAnswer: boolean },
  of: Request,
  work: () => Promise<Answer>,
): Promise<Answer> =>
  keepOutcome<Answer>(on, of, async () => {
    const answer = await work();
    if (answer === "taken_over") return { answer, kept: undefined };
    const kept = "json" in answer && on.keepsAnswer ? { json: answer.json } : null;
    return { answer, kept: { status: answer.status, answer: kept } };
  });

interface Outcome<T> {
  readonly answer: T;
  /** Undefined: a retry could have another outcome. */
  readonly kept: { readonly status: number; readonly answer: unknown } | undefined;
}

/**
 * Stores the outcome, unless a retry could have another one. A finished piece of work whose outcome
 * can't be stored keeps its key: it would be done again.
 */
async function keepOutcome<T>(
  on: IdempotencyDeps,
  of: Request,
  work: () => Promise<Outcome<T>>,
): Promise<T> {
  let outcome: Outcome<T>;
  try {
    outcome = await work();
  } catch (error) {
    await keep(on, of, lastingOf(error));
    throw error;
  }
  await keep(on, of, outcome.kept);
  return outcome.answer;
}

/** The outcome of a failure that every repetition has to get; undefined where it may be tried again. */
function lastingOf(error: unknown) {
  // It may have been done: done again, it would be there twice.
  if (error instanceof DatabaseUnavailable && error.mayHaveCommitted)
    return { status: errorCodes.outcome_unknown, answer: { code: "outcome_unknown" } };
  return error instanceof Refusal && [400, 404].includes(error.status)
    ? { status: error.status, answer: { code: error.code, fact: error.fact } }
    : undefined;
}

async function keep(
  { db }: IdempotencyDeps,
  of: Request,
  what: { readonly status: number; readonly answer: unknown } | undefined,
): Promise<void> {
  await db.transaction(asAccount(of.accountId), (sql) =>
    what === undefined
      ? sql.rows("delete from request_key where account_id = $1 and key = $2", [
          of.accountId,
          of.key,
        ])
      : sql.rows(
          "update request_key set status = $3, answer = $4 where account_id = $1 and key = $2",
          [
            of.accountId,
            of.key,
            what.status,
            what.answer === null ? null : JSON.stringify(what.answer),
          ],
        ),
  );
}
