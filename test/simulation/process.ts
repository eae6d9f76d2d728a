import type { Channel } from "../../src/domain/channel.ts";
import type { Chance, Clock } from "../../src/domain/ports/clock.ts";
import type { Log } from "../../src/domain/ports/log.ts";
import type { Model } from "../../src/domain/ports/model.ts";
import type { Principal } from "../../src/domain/principal.ts";
import { skillProjections } from "../../src/main/projections.ts";
import { timedWords } from "../../src/skills/reminders/firing/due-pieces.ts";
import { reminderTimer } from "../../src/skills/reminders/firing/fire.ts";
import { openSpine } from "../../src/spine.ts";
import type { Database } from "../../src/store/database/database.ts";
import { createNotifier, type Notifier } from "../../src/store/database/notify.ts";
import {
  connect,
  runQuery,
  runStatement,
  transaction,
  transactionOfAccounts,
} from "../../src/store/database/postgres-transaction.ts";
import { shareConnections } from "../../src/store/database/share-connection.ts";
import { freeLeases } from "../../src/store/work/free-leases.ts";
import { createScriptedSkill } from "../crash/scripted-skill.ts";
import type { Faults } from "./faults.ts";
import type { Listening, SimulatedProcess } from "./actors.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Server } from "./server.ts";
import { outboxSettings, sweepMs, turnSettings } from "./settings.ts";
import { withForgetting } from "./forgetting.ts";

export interface ProcessOn {
  readonly scheduler: Scheduler;
  readonly server: Server;
  readonly faults: Faults;
  /** A process that is alone on its database frees what its predecessor held. */
  readonly isAlone: boolean;
  readonly isWatched: boolean;
  /** Leases held by a process that is gone. */
  listHeld(): readonly string[];
  channelsOf(process: SimulatedProcess): readonly Channel[];
  modelOf(process: SimulatedProcess): Model;
  complain(process: SimulatedProcess, sentence: string, error: unknown): void;
}

/** Starts it, as often as it takes: a database that is away is waited for. */
export function startProcess(on: ProcessOn, process: SimulatedProcess): void {
  const { scheduler } = on;
  const clock = clockOf(on, process);
  const db = databaseOf(on, process);
  const start = async (): Promise<void> => {
    if (on.isAlone) {
      await freeLeases(db);
      for (const held of on.listHeld()) on.complain(process, "it started", `${held} is still held`);
    }
    process.spine = await openSpine({
      db,
      clock,
      chance: chanceOf(process, clock),
      log: logOf(on, process),
      metrics: { count: () => undefined, observe: () => undefined },
      failpoints: { hit: () => void on.faults.strike("failpoint", process) },
      model: on.modelOf(process),
      skills: [
        withForgetting(
          createScriptedSkill({
            tell: () => undefined,
            released: (token) => clock.wait(1_000 + 700 * token.length),
          }),
          () => clock.wait(8_000),
        ),
      ],
      channels: on.channelsOf(process),
      projections: skillProjections,
      timers: {
        kinds: [reminderTimer({ digestAfterMs: 86_400_000 })],
        words: timedWords,
        expiresMs: 86_400_000,
        zones: "simulated",
      },
      settings: {
        work: true,
        holder: process.name,
        isShared: on.isWatched,
        defaultTimezone: "UTC",
        sweepMs,
        turn: turnSettings,
        outbox: outboxSettings,
      },
    });
  };
  const tryToStart = (): void =>
    scheduler.runAs(
      process,
      () =>
        void start().catch((error: unknown) => {
          scheduler.note(process.name, `could not start: ${String(error)}`);
          scheduler.addLater({ actor: process, label: "start again", go: tryToStart }, 1_000);
        }),
    );
  scheduler.add({ actor: process, label: "start", go: tryToStart });
}

function clockOf({ scheduler }: ProcessOn, process: SimulatedProcess): Clock {
  return {
    now: () => scheduler.now() + process.skewMs,
    wait(ms, signal) {
      if (signal?.aborted === true) return Promise.resolve();
      return new Promise((resolve) => {
        const cancel = scheduler.addLater(
          {
            actor: process,
            label: `waited ${ms} ms`,
            go() {
              signal?.removeEventListener("abort", abort);
              resolve();
            },
          },
          ms,
        );
        const abort = (): void => {
          cancel();
          resolve();
        };
        signal?.addEventListener("abort", abort, { once: true });
      });
    },
  };
}

/** Ids that sort by time and differ between processes, and chance that is the same in every run. */
function chanceOf({ number }: SimulatedProcess, clock: Clock): Chance {
  let count = 0;
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");
  return {
    id() {
      count += 1;
      const ms = hex(clock.now(), 12);
      return `${ms.slice(0, 8)}-${ms.slice(8)}-7${hex(count % 4096, 3)}-8${hex(number, 3)}-${hex(count, 12)}`;
    },
    random: () => ((count += 1) * 0.618_033_988_749_895) % 1,
    bytes: (length) => Uint8Array.from({ length }, () => (count += 1) % 256),
  };
}

function logOf(on: ProcessOn, process: SimulatedProcess): Log {
  const note = (fields: Readonly<Record<string, unknown>>, sentence: string): void => {
    const { error } = fields;
    on.scheduler.note(
      process.name,
      `log: ${sentence}${error instanceof Error ? ` (${error.message})` : ""}`,
    );
  };
  return {
    debug: () => undefined,
    info: note,
    warn: note,
    error(fields, sentence) {
      note(fields, sentence);
      on.complain(process, sentence, fields["error"]);
    },
  };
}

/** The product's own transactions and wake-ups, over connections of the simulated server. */
function databaseOf(on: ProcessOn, process: SimulatedProcess): Database {
  const engine = on.server.poolOf(process, "meanwhile_engine");
  const accounts = on.server.poolOf(process, "meanwhile_app");
  const names = new Map<string, string>();
  const sharedOf = {
    engine: shareConnections(() => connect(engine)),
    account: shareConnections(() => connect(accounts)),
  };
  const notifier = createNotifier((topics) =>
    runStatement({ shared: sharedOf.engine, names }, [
      "select pg_notify('meanwhile', topic) from unnest($1::text[]) as topic",
      [topics],
    ]),
  );
  const open = (as: Principal) => ({
    pool: as.kind === "engine" ? engine : accounts,
    shared: sharedOf[as.kind],
    names,
    as,
  });
  return {
    rows: (text, params = []) => runStatement({ shared: sharedOf.engine, names }, [text, params]),
    transaction: (as, work) => transaction(open(as), work),
    transactionOfAccounts: (work) => transactionOfAccounts({ pool: accounts, names }, work),
    ask: (as, text, params = []) => runQuery(open(as), [text, params]),
    notify: (topic) => notifier.send(topic),
    listen: (onTopic, presence) => listen(on, { process, notifier }, { onTopic, presence }),
    close: () => Promise.resolve(),
  };
}

async function listen(
  on: ProcessOn,
  { process, notifier }: { process: SimulatedProcess; notifier: Notifier },
  listening: Listening,
): Promise<() => Promise<void>> {
  const stopOwn = notifier.loopBack(listening.onTopic);
  notifier.origins.add(process.name);
  await on.scheduler.cross(process, "listens");
  process.listening = listening;
  if (listening.presence !== undefined) on.server.present.add(listening.presence.holder);
  return async () => {
    stopOwn();
    process.listening = undefined;
    on.server.present.delete(process.name);
    await on.scheduler.cross(process, "listens no more");
  };
}
