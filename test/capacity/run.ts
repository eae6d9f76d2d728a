import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Machine, openMachines } from "../failover/machines.ts";
import { openPeople, type People, type Talked } from "./people.ts";
import { type Share, shareCore } from "./share-of-a-core.ts";

/**
 * What one machine carries and what others add: `node test/capacity/run.ts`, as root, with Debian's PostgreSQL. Each "machine" is a
 * network namespace with a fixed share of a core, so what counts is how the arrangements compare.
 */
const cores = Number(process.env["CORES"] ?? 0.15);
const seconds = Number(process.env["SECONDS_EACH"] ?? 30);
const people = 48;
const root = join(import.meta.dirname, "..", "..");
const host = "10.213.7.1";
const port = "7788";

type Part = "postgres" | "gateway" | "worker";

interface Arrangement {
  readonly name: string;
  /** What runs on which machine. */
  readonly machines: readonly (readonly Part[])[];
}

const arrangements: readonly Arrangement[] = [
  { name: "one machine with everything", machines: [["postgres", "gateway", "worker"]] },
  { name: "PostgreSQL apart", machines: [["postgres"], ["gateway", "worker"]] },
  { name: "PostgreSQL, gateway, worker", machines: [["postgres"], ["gateway"], ["worker"]] },
  {
    name: "PostgreSQL, two machines with both roles",
    machines: [["postgres"], ["gateway", "worker"], ["gateway", "worker"]],
  },
  {
    name: "PostgreSQL, three machines with both roles",
    machines: [["postgres"], ["gateway", "worker"], ["gateway", "worker"], ["gateway", "worker"]],
  },
];

const programs = readdirSync("/usr/lib/postgresql")
  .toSorted((one, other) => Number(other) - Number(one))
  .map((version) => join("/usr/lib/postgresql", version, "bin"))[0];
if (programs === undefined) throw new Error("There is no PostgreSQL: apt-get install postgresql.");

process.stdout.write(
  `each machine ${cores} of a core, ${people} people who write, wait for the answer and write again, ${seconds} s\n`,
);
for (const arrangement of arrangements) process.stdout.write(`${await measure(arrangement)}\n`);

async function measure(arrangement: Arrangement): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), "meanwhile-capacity-"));
  const machines = openMachines(arrangement.machines.map((_, index) => `m${index}`));
  const owner = (flag: string): number => Number(execFileSync("id", [flag, "postgres"]).toString());
  chmodSync(home, 0o755);
  const asPostgres = (place: string): string => {
    mkdirSync(place);
    chownSync(place, owner("-u"), owner("-g"));
    return place;
  };
  const writers = await openPeople(host, people);
  const shares: Share[] = [];
  try {
    const placed = arrangement.machines.map((parts, index) => ({
      parts,
      machine: machines.all[index] as Machine,
      home: asPostgres(join(home, `m${index}`)),
    }));
    const database = placed.find(({ parts }) => parts.includes("postgres"))?.machine.address ?? "";
    for (const { parts, machine, home: own } of placed) {
      if (parts.includes("postgres")) await startPostgres(machine, asPostgres(join(own, "data")));
      const roles = parts.filter((part) => part !== "postgres");
      if (roles.length === 0) continue;
      const server = `server:\n  allowed_hosts: ["${machine.address}"]\n`;
      writeFileSync(join(own, "meanwhile.yaml"), `${server}${writers.settings}`);
      startMeanwhile(machine, { roles, home: own, database });
      await isReady(machine);
    }
    const gateways = placed
      .filter(({ parts }) => parts.includes("gateway"))
      .map(({ machine }) => `http://${machine.address}:${port}`);
    // Everyone is known, statements are prepared and code is compiled before it counts.
    await writers.write(gateways, 5_000);
    learnTables(database);
    for (const { machine } of placed) shares.push(shareCore(machine, cores));
    await writers.write(gateways, 5_000);
    return await describe(arrangement.name, { writers, gateways, shares, placed });
  } catch (error) {
    process.stderr.write(`${machines.all.map((machine) => machine.said()).join("\n\n")}\n`);
    throw error;
  } finally {
    machines.close();
    await pause(1_000);
    for (const share of shares) share.remove();
    await writers.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function describe(
  name: string,
  on: {
    readonly writers: People;
    readonly gateways: readonly string[];
    readonly shares: readonly Share[];
    readonly placed: readonly { readonly parts: readonly Part[] }[];
  },
): Promise<string> {
  const before = on.shares.map((share) => share.usedMs());
  const talked = await on.writers.write(on.gateways, seconds * 1_000);
  const machines = on.shares.map((share, index) => {
    const used = share.usedMs() - (before[index] ?? 0);
    const busy = (used / 1_000 / talked.seconds / cores) * 100;
    return `${on.placed[index]?.parts.join(" and ")} ${busy.toFixed(0)} % busy, ${(used / talked.answers).toFixed(1)} ms an answer`;
  });
  return `${name}: ${rateOf(talked)}; ${machines.join("; ")}`;
}

function rateOf({ answers, seconds: took, acknowledged, answered, refused }: Talked): string {
  const middle = (values: readonly number[]): string =>
    (values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0).toFixed(0);
  return `${(answers / took).toFixed(1)} answers a second, acknowledged after ${middle(acknowledged)} ms, answered after ${middle(answered)} ms (medians), ${refused} refused`;
}

async function startPostgres(machine: Machine, data: string): Promise<void> {
  const own = ["--reuid=postgres", "--regid=postgres", "--clear-groups"];
  const initdb = [
    join(programs ?? "", "initdb"),
    "-D",
    data,
    "-U",
    "meanwhile",
    "--locale=C.UTF-8",
    "-E",
    "UTF8",
  ];
  execFileSync("setpriv", [...own, ...initdb], { stdio: "ignore" });
  writeFileSync(
    join(data, "pg_hba.conf"),
    "local all all trust\nhost all all 10.213.7.0/24 trust\n",
  );
  const settings = ["listen_addresses=*", "max_connections=200", `unix_socket_directories=${data}`];
  machine.run(join(programs ?? "", "postgres"), [
    "-D",
    data,
    ...settings.flatMap((each) => ["-c", each]),
  ]);
  for (;;) {
    try {
      execFileSync(
        join(programs ?? "", "createdb"),
        ["-h", machine.address, "-U", "meanwhile", "meanwhile"],
        { stdio: "ignore" },
      );
      return;
    } catch {
      await pause(500);
    }
  }
}

/** A database that is a minute old knows nothing of its tables yet; an installation is older. */
function learnTables(address: string): void {
  const where = ["-h", address, "-U", "meanwhile", "-d", "meanwhile"];
  execFileSync(join(programs ?? "", "vacuumdb"), ["--analyze", "--quiet", ...where]);
}

function startMeanwhile(
  machine: Machine,
  of: { readonly roles: readonly string[]; readonly home: string; readonly database: string },
): void {
  machine.run(process.execPath, [join(root, "bin", "meanwhile.js"), "start"], {
    DATABASE_URL: `postgres://meanwhile@${of.database}/meanwhile`,
    MEANWHILE_ROLES: of.roles.join(","),
    MEANWHILE_DATA: of.home,
    MEANWHILE_CONFIG: join(of.home, "meanwhile.yaml"),
    MEANWHILE_HOST: machine.address,
    MEANWHILE_PORT: port,
    MEANWHILE_SECRET_KEY: "7".repeat(64),
    MEANWHILE_OPERATOR_TOKEN: "operator-token-of-the-measurement-7c1f",
  });
}

async function isReady(machine: Machine): Promise<void> {
  for (const until = performance.now() + 180_000; performance.now() < until;) {
    const answer = await fetch(`http://${machine.address}:${port}/readyz`).catch(() => undefined);
    if (answer?.ok === true) return;
    await pause(500);
  }
  throw new Error(`${machine.name} did not become ready`);
}
