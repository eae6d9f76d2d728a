import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Machine, openMachines } from "./machines.ts";

/** PostgreSQL under Patroni and etcd, as packaging/failover sets it up, on three machines. */
export interface Cluster {
  /** The connection URL of a user, with all three servers in it. */
  urlOf(user: string, password: string, database: string): string;
  readonly superuser: { readonly user: string; readonly password: string };
  machine(name: string): Machine;
  /** Starts what a machine runs, at first and after it died. */
  boot(machine: Machine): void;
  /** As Patroni tells it on any machine that answers. */
  members(): Promise<readonly Member[]>;
  /** Resolves with the primary's name when one is there that is not `former`. */
  primary(former?: string): Promise<string>;
  /** Resolves when every machine takes part and follows the primary, and one of them confirms commits. */
  healthy(): Promise<void>;
  close(): void;
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
  /** Bytes behind the primary, of which nothing may be known. */
  readonly lag?: number | string;
}

/** A machine that is not back by then does not come back by itself. */
const mostMs = 180_000;
/** Under load a standby is never quite there. */
const mostBytesBehind = 1_000_000;
const names = ["one", "two", "three"] as const;
const config = join(import.meta.dirname, "..", "..", "packaging", "failover", "patroni.yaml");
/** Another one than the machine's own. */
const patroni = process.env["PATRONI"] ?? "patroni";
const superuser = { user: "postgres", password: "super" };

/** PostgreSQL's programs of the distribution, if everything that a cluster needs is installed and may be used. */
export function findFailoverPrograms(): string | undefined {
  const missing = [patroni, "etcd", "ip", "setpriv"].some(
    (tool) => !["/usr/bin", "/usr/sbin", "/bin"].some((place) => existsSync(resolve(place, tool))),
  );
  const home = "/usr/lib/postgresql";
  if (missing || process.getuid?.() !== 0 || !existsSync(home)) return undefined;
  return readdirSync(home)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(home, version, "bin"))
    .find((place) => existsSync(join(place, "pg_rewind")));
}

export async function startCluster(programs: string): Promise<Cluster> {
  const place = await mkdtemp(join(tmpdir(), "mw-failover-"));
  chmodSync(place, 0o755);
  const machines = openMachines(names);
  const { all } = machines;
  const portOf = (machine: Machine): number => 15_432 + all.indexOf(machine);
  for (const machine of all) makeHome(join(place, machine.name));

  const boot = (machine: Machine): void => {
    const home = join(place, machine.name);
    startEtcd(machine, home, all);
    machine.run(patroni, [config], {
      PATRONI_NAME: machine.name,
      PATRONI_RESTAPI_LISTEN: "0.0.0.0:8008",
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${machine.address}:8008`,
      PATRONI_ETCD3_HOSTS: all.map(({ address }) => `'${address}:2379'`).join(","),
      // One file system for all: their ports keep the sockets apart.
      PATRONI_POSTGRESQL_LISTEN: `0.0.0.0:${portOf(machine)}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${machine.address}:${portOf(machine)}`,
      PATRONI_POSTGRESQL_DATA_DIR: join(home, "data"),
      PATRONI_POSTGRESQL_BIN_DIR: programs,
      PATRONI_POSTGRESQL_PGPASS: join(home, "pgpass"),
      PATRONI_SUPERUSER_USERNAME: superuser.user,
      PATRONI_SUPERUSER_PASSWORD: superuser.password,
      PATRONI_REPLICATION_USERNAME: "replicator",
      PATRONI_REPLICATION_PASSWORD: "replica",
    });
  };
  const members = (): Promise<readonly Member[]> => membersOf(all);
  const primary = async (former?: string): Promise<string> => {
    for (;;) {
      const found = (await members()).find(({ role, state }) => role === "leader" && isUp(state));
      if (found !== undefined && found.name !== former) return found.name;
      await pause(200);
    }
  };
  all.forEach(boot);
  return {
    superuser,
    urlOf: (user, password, database) =>
      `postgres://${user}:${password}@${all.map((each) => `${each.address}:${portOf(each)}`).join(",")}/${database}?target_session_attrs=read-write`,
    machine: (name) => all.find((machine) => machine.name === name) as Machine,
    boot,
    members,
    primary,
    async healthy() {
      for (const until = performance.now() + mostMs; performance.now() < until;) {
        const found = await members();
        const leader = found.find(({ role }) => role === "leader");
        const here = found.filter((each) => isUp(each.state) && isFollowing(each, leader)).length;
        if (here === names.length && found.some(({ role }) => role === "sync_standby")) return;
        await pause(500);
      }
      throw new Error(
        [JSON.stringify(await members()), ...all.map((machine) => machine.said())].join("\n\n"),
      );
    },
    close() {
      machines.close();
      rmSync(place, { recursive: true, force: true });
    },
  };
}

const isUp = (state: string): boolean => ["running", "streaming"].includes(state);

/** A machine that came back and still has to catch up can neither take over nor confirm commits. */
const isFollowing = (member: Member, leader: Member | undefined): boolean =>
  member === leader ||
  (member.timeline === leader?.timeline && Number(member.lag) < mostBytesBehind);

function makeHome(home: string): void {
  const id = (flag: string): number => Number(execFileSync("id", [flag, "postgres"]).toString());
  mkdirSync(home, { mode: 0o700 });
  chownSync(home, id("-u"), id("-g"));
}

function startEtcd(machine: Machine, home: string, all: readonly Machine[]): void {
  const own = `http://${machine.address}`;
  machine.run("etcd", [
    `--name=${machine.name}`,
    `--data-dir=${join(home, "etcd")}`,
    `--listen-client-urls=${own}:2379`,
    `--advertise-client-urls=${own}:2379`,
    `--listen-peer-urls=${own}:2380`,
    `--initial-advertise-peer-urls=${own}:2380`,
    `--initial-cluster=${all.map(({ name, address }) => `${name}=http://${address}:2380`).join(",")}`,
    "--enable-v2=false",
    "--log-level=error",
  ]);
}

async function membersOf(machines: readonly Machine[]): Promise<readonly Member[]> {
  const answers = await Promise.allSettled(
    machines.map(async ({ address }) => {
      const signal = AbortSignal.timeout(1_500);
      const answer = await fetch(`http://${address}:8008/cluster`, { signal });
      return (await answer.json()) as { members?: readonly Member[] };
    }),
  );
  // A machine that is cut off tells what it last knew; the newest view is the one with another primary.
  const views = answers.flatMap((answer) =>
    answer.status === "fulfilled" ? [answer.value.members ?? []] : [],
  );
  return views.find((view) => view.some(({ role }) => role === "leader")) ?? views[0] ?? [];
}
