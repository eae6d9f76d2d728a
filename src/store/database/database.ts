import type { Principal } from "../../domain/principal.ts";
import type { AuditSeals } from "../audit/audit-seals.ts";

/** Rows in, rows out. Times come back as ISO text, bigints as numbers, jsonb as values. */
export interface Sql {
  rows<R>(text: string, params?: readonly unknown[]): Promise<R[]>;
  /**
   * Sends a statement of a transaction whose rows nobody needs, without waiting for its answer. Later statements find what it
   * wrote; the transaction commits only if it succeeded, and fails with its error otherwise.
   */
  later?(text: string, params: readonly unknown[]): void;
  /** As `rows`, for a write that may leave together with its transaction's `begin`: if that failed, it would stand alone and do no harm. */
  early?<R>(text: string, params: readonly unknown[]): Promise<R[]>;
  /** What entries of the audit are sealed with; without it they are not. */
  readonly auditSeals?: AuditSeals | undefined;
}

/** A write whose rows nobody needs: sent, and waited for only where that cannot be left to the commit. */
export async function write(sql: Sql, text: string, params: readonly unknown[]): Promise<void> {
  if (sql.later === undefined) await sql.rows(text, params);
  else sql.later(text, params);
}

/** Statements of one transaction that travel together. When the first fails, the second fails because of it: the first says why. */
export async function inOneBreath<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  second.catch(() => undefined);
  return [await first, await second];
}

/** A PostgreSQL, whichever one: the bundled server, a server by URL, or PGlite in tests. */
export interface Database extends Sql {
  /** One transaction as one principal. No model and no vendor is called while it is open. */
  transaction<T>(as: Principal, work: (sql: Sql) => Promise<T>): Promise<T>;
  /** One question as one principal, which can write nothing. */
  ask<R>(as: Principal, text: string, params?: readonly unknown[]): Promise<R[]>;
  /** Sends a wake-up after what has been committed; equal ones that pile up are sent once. Loss is allowed: a sweep follows. */
  notify(topic: string): void;
  /** Calls back for every wake-up of any process, this one included. With a presence, other processes see that this one lives. */
  listen(onTopic: (topic: string) => void, presence?: Presence): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export interface Presence {
  /** This process, as its leases name it. */
  readonly holder: string;
  /** Others can't see it any more, and may take over what it holds. */
  onAbsent(): void;
}

/** The database cannot answer now: the caller says "try again", never "done". */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** PostgreSQL's SQLSTATE, where an error carries one. */
export function sqlState(error: unknown): string | undefined {
  const code =
    typeof error === "object" && error !== null ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

export function violates(error: unknown, constraint: string): boolean {
  return (
    sqlState(error) === "23505" && (error as { constraint?: unknown }).constraint === constraint
  );
}

/** Somebody else's transaction went first, or a circle of waiting was cut here: the same once more goes through. */
export const gaveWay = (error: unknown): boolean =>
  ["40P01", "40001"].includes(sqlState(error) ?? "");

/** A time as the database writes it, in the form of the domain. What lies outside of all calendars stays as it is: `-infinity`. */
export function isoTime(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}
