import type { Pool, PoolClient } from "pg";
import { OpeningQuery } from "../../src/store/database/opening-query.ts";
import type { OurRole } from "../../src/store/database/postgres-database.ts";
import type { Faults } from "./faults.ts";
import type { SimulatedProcess } from "./actors.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Answer, Session } from "./session.ts";
import {
  findKeptAccount,
  findTaken,
  findUnlocked,
  holdersOf,
  laneClaim,
} from "./check-statements.ts";

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly group: Group | undefined;
  readonly done: (answer: Answer) => void;
  readonly failed: (error: unknown) => void;
}

interface Connection {
  readonly process: SimulatedProcess;
  readonly role: OurRole;
  readonly queue: Statement[];
  isScheduled: boolean;
  /** When it last ran a statement. */
  usedAt: number;
  /** Why nothing more can be asked of it. */
  lost: Error | undefined;
}

/**
 * The database server as processes see it: connections that can be lost before and after a commit,
 * a restart that ends them all, and transactions of which one is open at a time, because the
 * in-process PostgreSQL has one session. Statements that are sent together are answered together.
 */
export interface Server {
  poolOf(process: SimulatedProcess, role: OurRole): Pool;
  /** Ends the connections of a dead process, and so its transaction. */
  forget(process: SimulatedProcess): void;
  /** The session as the owner of everything, while no transaction is open. */
  lookInside<T>(work: (session: Session) => T): T;
  /** Ends all connections and accepts none for a while. */
  restart(downMs: number): void;
  /** It is there again at once. */
  recover(): void;
  readonly isIdle: boolean;
  readonly isDown: boolean;
  /** Names of the processes whose wake-up connection is there. */
  readonly present: Set<string>;
  /** Who wrote each event of the log, in its order. */
  readonly authors: readonly string[];
  /** What a look at single transactions found wrong. */
  readonly violations: string[];
}

interface ServerOn {
  readonly session: Session;
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  /** A notification leaves for the other processes. */
  readonly broadcast: (from: SimulatedProcess, notices: readonly string[]) => void;
}

/** As the product asks for it: a transaction in which nothing happens for longer is ended. */
const idleInTransactionMs = 5_000;

const createTerminated = (): Error => new Error("Connection terminated unexpectedly");
const createRefused = (): Error =>
  Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

export function openServer(on: ServerOn): Server {
  const { session, scheduler, faults } = on;
  const open = new Set<Connection>();
  const present = new Set<string>();
  const violations: string[] = [];
  const authors: string[] = [];
  /** Events of the transaction that is open. */
  let appended = 0;
  /** It takes a part into a process's hand. */
  let isClaim = false;
  let holder: Connection | undefined;
  let role: OurRole | undefined;
  let downUntil = -Infinity;

  const isOverdue = (one: Connection): boolean =>
    one.queue.length === 0 && scheduler.now() - one.usedAt > idleInTransactionMs;
  const rollBack = (): void => {
    holder = undefined;
    appended = 0;
    isClaim = false;
    session.exec("rollback");
  };
  const sever = (one: Connection, why: Error): void => {
    if (holder === one) rollBack();
    one.lost = why;
    open.delete(one);
    for (const { failed } of one.queue.splice(0)) failed(why);
  };
  const become = (one: Connection): void => {
    if (role === one.role) return;
    session.exec(`set role ${one.role}`);
    role = one.role;
  };
  const execute = (one: Connection, { text, values }: Statement): Answer => {
    if (text.startsWith("select pg_notify('meanwhile'")) {
      on.broadcast(one.process, values[0] as string[]);
      return { rows: [], command: "SELECT" };
    }
    become(one);
    if (values.length === 0) return session.exec(text);
    const asked = text.includes(tryLock) ? withPresence(text) : text;
    const held = text.startsWith(laneClaim) ? holdersOf(session) : undefined;
    const answer = session.query(asked, values);
    if (held !== undefined) violations.push(...findTaken(held, holdersOf(session)));
    // A writer that has lost its row appends nothing and locks nothing.
    if (text.includes("insert into event_log") && answer.rows.length > 0) {
      appended += answer.rows.length;
      isClaim ||= values.some((value) => String(value).includes('"delivery_started"'));
      violations.push(...findUnlocked(session, values));
    }
    return answer;
  };
  const withPresence = (text: string): string => {
    session.exec(`select set_config('simulation.present', '${[...present].join(",")}', false)`);
    return text.replace(tryLock, "try_simulated_lock(");
  };

  /** Runs one statement, and says whether the next one may follow. */
  const tryRunOne = (one: Connection, statement: Statement): boolean => {
    const kind = /^\s*(begin|commit|rollback)\b/i.exec(statement.text)?.[1]?.toLowerCase();
    const before = faults.strike(
      kind === "begin" || kind === "commit" ? kind : "statement",
      one.process,
    );
    if (!one.process.isAlive) return false;
    if (one.process.pausedUntil > scheduler.now()) {
      one.queue.unshift(statement);
      return false;
    }
    if (one.lost === undefined && before?.what === "lose") sever(one, createTerminated());
    const { group = {} } = statement;
    group.failure ??= one.lost;
    if (group.failure !== undefined) {
      statement.failed(group.failure);
      return true;
    }
    let answer: Answer;
    try {
      answer = execute(one, statement);
    } catch (error) {
      group.failure = error;
      statement.failed(error);
      return true;
    } finally {
      one.usedAt = scheduler.now();
    }
    if (kind === "begin") holder = one;
    if (kind === "commit" || kind === "rollback") {
      holder = undefined;
      // A failed transaction answers its commit with a rollback.
      if (answer.command === "COMMIT")
        authors.push(...Array.from({ length: appended }, () => one.process.name));
      appended = 0;
    }
    if (
      kind === "commit" ||
      (holder !== one && /^\s*(insert|update|delete|with)\b/i.test(statement.text))
    ) {
      violations.push(...findKeptAccount(session, one.role));
      const after = faults.strike("committed", one.process);
      if (isClaim && one.process.isAlive) faults.strike("claimed", one.process);
      isClaim = false;
      if (!one.process.isAlive) return false;
      if (after?.what === "lose") sever(one, createTerminated());
    }
    const tell = (): void =>
      one.lost === undefined ? statement.done(answer) : statement.failed(one.lost);
    // It was paused after the commit: it hears of it when it goes on.
    if (one.process.pausedUntil > scheduler.now())
      scheduler.add({ actor: one.process, label: "hears of its commit", go: tell });
    else tell();
    return true;
  };
  const schedule = (one: Connection): void => {
    if (one.isScheduled || one.queue.length === 0) return;
    one.isScheduled = true;
    scheduler.add({
      actor: one.process,
      label: describe(one),
      mayGo: () => holder === undefined || holder === one || isOverdue(holder),
      go() {
        one.isScheduled = false;
        // Only a paused process leaves a transaction open while others work.
        if (holder !== undefined && holder !== one)
          sever(holder, Object.assign(new Error("idle in transaction"), { code: "25P03" }));
        for (let more = true; more;) {
          const next = one.queue.shift();
          more = next !== undefined && tryRunOne(one, next);
        }
        if (one.process.isAlive) schedule(one);
      },
    });
  };
  const connect = (process: SimulatedProcess, as: OurRole): Connection => {
    const one = { process, role: as, queue: [], isScheduled: false, usedAt: 0, lost: undefined };
    open.add(one);
    return one;
  };
  const query = (one: Connection, given: Given, group?: Group): Promise<Answer> =>
    new Promise((done, failed) => {
      const { text, values = [] } = typeof given === "string" ? { text: given } : given;
      if (one.lost !== undefined) return failed(one.lost);
      one.queue.push({ text, values, group, done, failed });
      schedule(one);
    });
  const release = (one: Connection): void => void open.delete(one);

  return {
    present,
    authors,
    violations,
    get isIdle() {
      return holder === undefined;
    },
    get isDown() {
      return downUntil > scheduler.now();
    },
    poolOf(process, as) {
      const take = (): Connection => {
        if (downUntil > scheduler.now()) throw createRefused();
        return connect(process, as);
      };
      return {
        connect: async () => clientOver(take(), { query, release }),
        async query(given: Given) {
          const one = take();
          return query(one, given).finally(() => release(one));
        },
      } as unknown as Pool;
    },
    lookInside(work) {
      if (holder !== undefined) rollBack();
      session.exec("reset role");
      role = undefined;
      return work(session);
    },
    forget(process) {
      if (holder?.process === process) rollBack();
      for (const one of open) if (one.process === process) open.delete(one);
    },
    recover() {
      downUntil = -Infinity;
    },
    restart(downMs) {
      downUntil = scheduler.now() + downMs;
      present.clear();
      for (const one of open) sever(one, createTerminated());
    },
  };
}

/** Statements of which none runs after one has failed. */
interface Group {
  failure?: unknown;
}

type Given = string | { readonly text: string; readonly values?: readonly unknown[] };

const tryLock = "pg_try_advisory_xact_lock(";
function clientOver(
  one: Connection,
  by: {
    query(one: Connection, given: Given, group?: Group): Promise<Answer>;
    release(one: Connection): void;
  },
): PoolClient {
  const queryOpening = async (query: OpeningQuery): Promise<void> => {
    const { opening, text, values, callback: tell } = query;
    const group: Group = {};
    const begun = opening.statements.map((statement) => by.query(one, statement, group));
    Promise.all(begun).then(opening.onDone, () => undefined);
    const [end] = await Promise.allSettled([by.query(one, { text, values }, group)]);
    if (end.status === "fulfilled") tell(null, end.value);
    else tell(end.reason as Error);
  };
  return {
    query: (given: Given | OpeningQuery) =>
      given instanceof OpeningQuery ? void queryOpening(given) : by.query(one, given),
    release: () => by.release(one),
    escapeLiteral: (text: string) => `'${text.replaceAll("'", "''")}'`,
    // Corked already: what is sent together is together in the queue.
    connection: { stream: { writableCorked: 1 } },
  } as unknown as PoolClient;
}

const describe = ({ queue }: Connection): string =>
  `sql ${queue.map(({ text }) => text.trim().split(/\s+/).slice(0, 4).join(" ")).join(" | ")}`;
