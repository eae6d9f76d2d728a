import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asOwner } from "../../store/database/owner.ts";
import type { Store } from "../../store/open-store.ts";
import { systemClock } from "../system.ts";
import { startChild } from "./child.ts";
import { childEnvironment, onFreshStore } from "./fresh-store.ts";
import { n, row, spread } from "./table.ts";
import { type Acks, callbacks, startVendor, vendorSettings, webhookPath } from "./webhooks.ts";

interface LifeLoad {
  readonly perSecond: number;
  readonly minutes: number;
}

/** What is there at one moment. */
interface Sample {
  readonly minute: number;
  /** Memory of the product's process. */
  readonly residentMb: number;
  /** Rows that vacuum still has to remove, of all tables, and those that are alive. */
  readonly deadRows: number;
  readonly liveRows: number;
  readonly walBytes: number;
  readonly sizes: ReadonlyMap<string, number>;
}

interface LifeFigures {
  readonly acks: Acks;
  readonly answered: number;
  readonly samples: readonly Sample[];
  /** Tables and indexes that grew, with their bytes for each message, largest first. */
  readonly growth: readonly { readonly relation: string; readonly bytesPerMessage: number }[];
  readonly walBytesPerMessage: number;
}

/** The whole product under a steady load: what it holds in memory, what it writes, and what stays. */
async function measureLife(
  store: Store,
  env: Record<string, string>,
  load: LifeLoad,
): Promise<LifeFigures> {
  const directory = await mkdtemp(join(tmpdir(), "meanwhile-bench-life-"));
  const vendor = await startVendor();
  await writeFile(join(directory, "meanwhile.yaml"), vendorSettings(vendor.url));
  const { MEANWHILE_TURN__CONCURRENCY: _many, ...usual } = env;
  const server = startChild("full-app.ts", {
    args: [],
    env: {
      ...usual,
      MEANWHILE_CONFIG: join(directory, "meanwhile.yaml"),
      MEANWHILE_DATA: directory,
    },
  });
  try {
    const { url } = await server.line<{ url: string }>();
    const seconds = String(load.minutes * 60);
    const began = systemClock.now();
    const samples: Sample[] = [await takeSample(store, server.pid, 0)];
    const sending = callbacks(
      ["paced", `${url}${webhookPath}`, String(load.perSecond), seconds],
      (child) => child.line<Acks>(),
    );
    for (let minute = 1; minute <= load.minutes; minute += 1) {
      await systemClock.wait(began + minute * 60_000 - systemClock.now());
      samples.push(await takeSample(store, server.pid, minute));
    }
    const acks = await sending;
    return { acks, answered: vendor.sends(), samples, ...countGrowth(samples, load) };
  } finally {
    await server.end();
    await vendor.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** From a quarter of the time on: pages and plans of a young database say nothing about an old one. */
function countGrowth(
  samples: readonly Sample[],
  { perSecond }: LifeLoad,
): Pick<LifeFigures, "growth" | "walBytesPerMessage"> {
  const last = samples.at(-1);
  const first = samples[Math.floor(samples.length / 4)];
  if (first === undefined || last === undefined || first === last)
    return { growth: [], walBytesPerMessage: 0 };
  const messages = (last.minute - first.minute) * 60 * perSecond;
  return {
    growth: [...last.sizes]
      .map(([relation, bytes]) => ({
        relation,
        bytesPerMessage: (bytes - (first.sizes.get(relation) ?? 0)) / messages,
      }))
      .filter(({ bytesPerMessage }) => bytesPerMessage >= 1)
      .toSorted((a, b) => b.bytesPerMessage - a.bytesPerMessage),
    walBytesPerMessage: (last.walBytes - first.walBytes) / messages,
  };
}

const takeSample = (store: Store, pid: number, minute: number): Promise<Sample> =>
  asOwner(store.connection, async (sql) => {
    const [whole] = await sql.rows<{ dead: number; live: number; wal: number }>(
      `select coalesce(sum(n_dead_tup), 0)::float8 as dead, coalesce(sum(n_live_tup), 0)::float8 as live,
         pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal
       from pg_stat_user_tables`,
    );
    const relations = await sql.rows<{ relation: string; bytes: number }>(
      `select c.relname as relation, pg_total_relation_size(c.oid)::float8
         - case when c.relkind = 'r' then pg_indexes_size(c.oid) else 0 end as bytes
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'i') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`,
    );
    return {
      minute,
      residentMb: residentMb(pid),
      deadRows: whole?.dead ?? 0,
      liveRows: whole?.live ?? 0,
      walBytes: whole?.wal ?? 0,
      sizes: new Map(relations.map(({ relation, bytes }) => [relation, bytes])),
    };
  });

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

/** Memory, rows and bytes under a steady load; `short` shows that it runs. */
export async function showLife(out: (line: string) => void, short: boolean): Promise<boolean> {
  const load = { perSecond: 20, minutes: short ? 4 : 60 };
  const got = await onFreshStore((store) =>
    measureLife(store, childEnvironment(store, tmpdir()), load),
  );
  const name = `${load.perSecond} messages a second for ${load.minutes} minutes`;
  out(row(`${name}, ack, ms`, spread(got.acks), `${got.acks.wrong} not taken`));
  out(row("replies sent", n(got.answered), ""));
  const tenth = Math.max(1, Math.floor(load.minutes / 10));
  for (const { minute, residentMb, deadRows, liveRows } of got.samples)
    if (minute % tenth === 0)
      out(
        row(
          `minute ${minute}: memory of the process, MB`,
          n(residentMb),
          `${n(deadRows)} dead rows beside ${n(liveRows)}`,
        ),
      );
  for (const { relation, bytesPerMessage } of got.growth)
    out(row(`bytes of a message in ${relation}`, n(bytesPerMessage), ""));
  out(row("bytes of a message in the write-ahead log", n(got.walBytesPerMessage), ""));
  return got.acks.wrong === 0;
}
