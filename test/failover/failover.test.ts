import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "../../src/store/database/migrate.ts";
import { ownersConnection } from "../../src/store/database/owner.ts";
import { endsWell } from "../crash/use-worlds.ts";
import { openWorld, type World } from "../crash/world.ts";
import { runs } from "../support/runs.ts";
import { type Cluster, findFailoverPrograms, startCluster } from "./cluster.ts";
import { type Load, startLoad } from "./load.ts";
import type { Machine } from "./machines.ts";

const programs = runs(0, 1) === 1 ? findFailoverPrograms() : undefined;
/** Between two faults, so that there is something to lose. */
const calmMs = 5_000;
const backWithinMs = 30_000;
const minutes = 60_000;

interface Fault {
  readonly name: string;
  strike(machine: Machine): void;
  /** The machine is well again. */
  mend(machine: Machine, cluster: Cluster): void;
}

const faults: readonly Fault[] = [
  {
    name: "PostgreSQL killed with -9",
    strike: (machine) => machine.signal("SIGKILL", "postgres"),
    mend: () => undefined,
  },
  {
    name: "machine dead (every process killed with -9)",
    strike: (machine) => machine.signal("SIGKILL"),
    mend: (machine, cluster) => cluster.boot(machine),
  },
  {
    name: "machine frozen (SIGSTOP), later thawed",
    strike: (machine) => machine.signal("SIGSTOP"),
    mend: (machine) => machine.signal("SIGCONT"),
  },
  {
    name: "machine cut off from the network, later back",
    strike: (machine) => machine.plug(false),
    mend: (machine) => machine.plug(true),
  },
];

/**
 * In the long run, as root, where Debian's patroni, etcd-server and a PostgreSQL are installed. Two processes of the
 * product under load; the checker is the one of the crash tests.
 */
describe.skipIf(programs === undefined)("failover of PostgreSQL under Patroni", () => {
  let cluster: Cluster;
  let world: World;

  beforeAll(async () => {
    cluster = await startCluster(programs ?? "");
    await cluster.healthy();
    const { user, password } = cluster.superuser;
    await ownersConnection(
      { connectionString: cluster.urlOf(user, password, "postgres") },
      async (sql) => {
        await sql.rows("create role meanwhile login createrole password 'people'");
        await sql.rows("create database meanwhile owner meanwhile");
      },
    );
    const url = cluster.urlOf("meanwhile", "people", "meanwhile");
    const connection = { connectionString: url };
    await migrate(connection);
    world = await openWorld({ url, connection, giveBack: async () => undefined });
    await world.start();
    await world.start();
  }, 5 * minutes);
  afterAll(async () => {
    await world?.close();
    cluster?.close();
  });

  it(
    "a primary that is killed, frozen or cut off under load costs no acknowledged message and no second fire, and turns run again within 30 seconds",
    async () => {
      const load = startLoad(world);
      const report: string[] = [];
      const slow: string[] = [];
      for (const fault of faults) {
        await pause(calmMs);
        const { line, answeredMs } = await strike(fault, load, cluster);
        report.push(line);
        if (answeredMs > backWithinMs) slow.push(line);
      }
      await pause(calmMs);
      await load.stop();
      // The last reminders become due.
      await pause(calmMs);
      const history = await endsWell(world, report.join("\n"));
      const fired = history.events.filter(({ kind }) => kind === "reminder_fired").length;
      report.push(
        `acknowledged messages: ${load.acknowledged}, lost: 0; reminders fired: ${fired}, doubled: 0; violations: 0`,
      );
      process.stdout.write(`${report.join("\n")}\n`);
      expect(slow).toEqual([]);
    },
    20 * minutes,
  );
});

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

async function strike(
  fault: Fault,
  load: Load,
  cluster: Cluster,
): Promise<{ line: string; answeredMs: number }> {
  const former = await cluster.primary();
  const machine = cluster.machine(former);
  const began = performance.now();
  fault.strike(machine);
  const back = load.probe();
  const next = cluster.primary(former).then((name) => ({ name, ms: performance.now() - began }));
  const [{ acknowledgedMs, answeredMs }, promoted] = await Promise.all([back, next]);
  fault.mend(machine, cluster);
  await cluster.healthy();
  const healthyMs = performance.now() - began;
  return {
    answeredMs,
    line: `${fault.name}: ${former} → ${promoted.name} after ${seconds(promoted.ms)}, a new message acknowledged after ${seconds(acknowledgedMs)}, answered after ${seconds(answeredMs)}, all three machines again after ${seconds(healthyMs)}`,
  };
}
