import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { Pool } from "pg";
import { onFreshStore } from "../src/cli/bench/fresh-store.ts";
import {
  type LoopFigures,
  measureLoop,
  measureLoops,
  statementCounting,
} from "../src/cli/bench/turns.ts";
import type { Store } from "../src/store/open-store.ts";
import { startDbos } from "./dbos.ts";
import { startGraphileWorker } from "./graphile-worker.ts";
import { startPgBoss } from "./pg-boss.ts";
import { type Message, type StartEngine, tables } from "./turn.ts";

const peers: Readonly<Record<string, StartEngine>> = {
  "graphile-worker": startGraphileWorker,
  "pg-boss": startPgBoss,
  DBOS: startDbos,
};
const crowds = [1, 16, 64];

const { values } = parseArgs({
  options: { turns: { type: "string", default: "1000" }, only: { type: "string" } },
});
const turns = Number(values.turns);

console.log(
  "| engine | conversations | turns/s | p50, p99 | CPU of Node | CPU of PostgreSQL | statements |",
);
console.log("|---|---|---|---|---|---|---|");
const only = values.only ?? "";
// Each on a server of its own with the same settings: what one leaves behind is not the next one's load.
if ("Meanwhile".includes(only))
  await onFreshStore(
    async (store) => show("Meanwhile", await measureLoops(store, turns)),
    statementCounting,
  );
for (const [name, start] of Object.entries(peers).filter(([name]) => name.includes(only)))
  await onFreshStore(
    async (store) => show(name, await measurePeer(store, start)),
    statementCounting,
  );
// DBOS leaves timers behind.
process.exit();

async function measurePeer(store: Store, start: StartEngine): Promise<readonly LoopFigures[]> {
  const { host = "", port = 5432, user = "postgres" } = store.connection;
  const connection = { ...store.connection, database: "peer" };
  const urlOf = (database: string): string =>
    `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  const maker = new Pool({ connectionString: urlOf("postgres") });
  await maker.query("create database peer");
  await maker.end();
  const url = urlOf("peer");
  const pool = new Pool({ connectionString: url, max: 16 });
  pool.on("error", () => undefined); // The server ends first where something fails.
  await pool.query("create extension pg_stat_statements");
  await pool.query(tables);
  const arrived = new Map<string, () => void>();
  const engine = await start({
    url,
    pool,
    concurrency: Math.max(...crowds),
    send: async ({ id }: Message) => arrived.get(id)?.(),
  });
  const send = async (conversation: string): Promise<number> => {
    const from = performance.now();
    const id = randomUUID();
    const done = new Promise<void>((resolve) => arrived.set(id, resolve));
    await engine.accept({ id, conversation, text: "hello there" });
    await done;
    arrived.delete(id);
    return performance.now() - from;
  };
  for (let nth = 0; nth < 100; nth += 1) await send(`warm-${nth % 10}`);
  const figures: LoopFigures[] = [];
  for (const conversations of crowds)
    figures.push(await measureLoop(connection, { send, conversations, turns }));
  await assertOnce(pool);
  await engine.close();
  await pool.end();
  return figures;
}

/** A fast engine that loses or doubles something is not compared. */
async function assertOnce(pool: Pool): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { rows } = await pool.query<{ unsent: number; effects: number; outgoing: number }>(
      `select count(*) filter (where status <> 'sent')::int as unsent, count(*)::int as outgoing,
         (select count(*)::int from effect) as effects from outgoing`,
    );
    const [row] = rows;
    if (row !== undefined && row.unsent === 0 && row.effects === row.outgoing) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("effects, outgoing messages and verdicts differ");
}

function show(engine: string, figures: readonly LoopFigures[]): void {
  for (const of of figures)
    console.log(
      `| ${engine} | ${of.conversations} | ${of.perSecond.toFixed(0)} | ${of.p50.toFixed(1)}, ${of.p99.toFixed(1)} ms ` +
        `| ${of.nodeMs.toFixed(1)} ms | ${of.databaseMs.toFixed(1)} ms | ${of.statements.toFixed(1)} |`,
    );
}
