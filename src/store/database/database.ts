import type { Principal } from "../../domain/principal.ts";
import type { AuditSeals } from "../audit/audit-seals.ts";

/** Rows in, rows out. Times come back as ISO text, bigints as numbers, jsonb as values. */
export interface Sql {
  rows<R>(text: string, params?: readonly unknown[]): Promise<R[]>;
  /**
   * Sends a statement whose rows are not needed without waiting for its answer. Later statements
   * see what it wrote; the transaction commits only if it succeeded, and otherwise fails with its
   * error.
   */
  later?(text: string, params: readonly unknown[]): void;
  /** Whose rights its statements have, where that is known. */
  readonly by?: Principal["kind"] | undefined;
  /** Seals audit entries; without it they stay unsealed. */
  readonly auditSeals?: AuditSeals | undefined;
}

/**
 * Sends a write whose rows are not needed, and waits only if the commit would not report its
 * failure.
 */
export async function write(sql: Sql, text: string, params: readonly unknown[]): Promise<void> {
  if (sql.later === undefined) await sql.rows(text, params);
  else sql.later(text, params);
}

/**
 * Pipelines two statements of one transaction. If the first fails, its error is the one reported.
 */
export async function pipeline<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  second.catch(() => undefined);
  return [await first, await second];
}

/**
 * Compares with a list of texts. As `any($1)` the statement is planned at every call, because the
 * planner looks at how long the list is; this way its plan is cached like any other.
 */
export const anyOf = (placeholder: string): string =>
  `any(array(select unnest(${placeholder}::text[])))`;

/** A PostgreSQL: the bundled server, a server by URL, or PGlite in tests. */
export interface Database extends Sql {
  /** One transaction as one principal. No model and no vendor is called while it is open. */
  transaction<T>(as: Principal, work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * One transaction of several accounts, which share its commit. Every statement runs as the account
   * that it is issued for, and sees and writes that account's rows alone.
   */
  transactionOfAccounts<T>(work: (as: (accountId: string) => Sql) => Promise<T>): Promise<T>;
  /** One query as one principal, which can write nothing. */
  ask<R>(as: Principal, text: string, params?: readonly unknown[]): Promise<R[]>;
  /**
   * Sends a wake-up about something committed; equal ones that accumulate are sent once. It may be
   * lost: a sweep follows.
   */
  notify(topic: string): void;
  /**
   * Calls back for every wake-up from any process, including this one. With a presence, other
   * processes see that this one is alive.
   */
  listen(onTopic: (topic: string) => void, presence?: Presence): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export interface Presence {
  /** This process, as its leases name it. */
  readonly holder: string;
  /** Others no longer see this process and may take over its work. */
  onAbsent(): void;
}

/** The database cannot answer now: the caller must answer "try again", never "done". */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  /** The connection was lost during a commit: what was written may be there. */
  readonly mayHaveCommitted: boolean;

  constructor(message: string, options: ErrorOptions & { readonly mayHaveCommitted?: true } = {}) {
    super(message, options);
    this.mayHaveCommitted = options.mayHaveCommitted === true;
  }
}

/** PostgreSQL's SQLSTATE, if an error carries one. */
export function sqlState(error: unknown): string | undefined {
  const code =
    typeof error === "object" && error !== null ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

export function isViolationOf(error: unknown, constraint: string): boolean {
  return (
    sqlState(error) === "23505" && (error as { constraint?: unknown }).constraint === constraint
  );
}

/** A serialization failure or a deadlock: the same transaction succeeds when repeated. */
export const isSerializationFailure = (error: unknown): boolean =>
  ["40P01", "40001"].includes(sqlState(error) ?? "");

/**
 * A time as the database writes it, in the domain's format. Values outside all calendars, such as
 * `-infinity`, stay as they are.
 */
export function isoTime(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}
