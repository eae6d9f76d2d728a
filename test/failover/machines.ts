import { execFileSync, type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Several machines on one: network namespaces behind a bridge, with processes of their own. Each can die, freeze and lose
 * its cable as a real one does, which ports on one machine cannot.
 */
export interface Machine {
  readonly name: string;
  readonly address: string;
  /** Runs a program on this machine as PostgreSQL's user. */
  run(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): void;
  /** Processes that run here now. */
  pids(): readonly number[];
  /** Every process here, or those with this name. */
  signal(signal: NodeJS.Signals, command?: string): void;
  /** The cable: packets are lost, and nothing is closed. */
  plug(inserted: boolean): void;
  /** The last lines that its programs wrote. */
  said(): string;
}

export interface Machines {
  readonly all: readonly Machine[];
  close(): void;
}

const bridge = "mwf0";
const network = "10.213.7";

/** As docs/failover.md asks for: without it, copying from a machine that was cut off waits for hours. */
const quickToNotice = [
  "tcp_keepalive_time=5",
  "tcp_keepalive_intvl=2",
  "tcp_keepalive_probes=3",
  "tcp_retries2=5",
];

const ip = (...args: readonly string[]): string =>
  execFileSync("ip", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

export function openMachines(names: readonly string[]): Machines {
  removeMachines(names);
  ip("link", "add", bridge, "type", "bridge");
  ip("addr", "add", `${network}.1/24`, "dev", bridge);
  ip("link", "set", bridge, "up");
  const all = names.map((name, index) => openMachine(name, `${network}.${11 + index}`));
  return {
    all,
    close() {
      for (const machine of all) machine.signal("SIGKILL");
      removeMachines(names);
    },
  };
}

const spaceOf = (name: string): string => `mwf-${name}`;
const cableOf = (name: string): string => `mwf-${name}`;

/** Also what a run that was killed left behind. */
function removeMachines(names: readonly string[]): void {
  for (const name of names) {
    if (!ip("netns", "list").includes(spaceOf(name))) continue;
    for (const pid of pidsOf(name)) process.kill(pid, "SIGKILL");
    ip("netns", "del", spaceOf(name));
    removeCable(name);
  }
  if (ip("-o", "link", "show", "type", "bridge").includes(bridge)) ip("link", "del", bridge);
}

/** A namespace lives as long as a process in it is still ending, and its cable with it: it may go at any moment. */
function removeCable(name: string): void {
  try {
    ip("link", "del", cableOf(name));
  } catch (error) {
    if (!String((error as { stderr?: string }).stderr).includes("Cannot find device")) throw error;
  }
}

function openMachine(name: string, address: string): Machine {
  const [space, cable] = [spaceOf(name), cableOf(name)];
  ip("netns", "add", space);
  ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", space);
  ip("link", "set", cable, "master", bridge, "up");
  ip("-n", space, "addr", "add", `${address}/24`, "dev", "eth0");
  ip("-n", space, "link", "set", "eth0", "up");
  ip("-n", space, "link", "set", "lo", "up");
  for (const setting of quickToNotice)
    ip("netns", "exec", space, "sysctl", "-qw", `net.ipv4.${setting}`);
  const lines: string[] = [];
  return {
    name,
    address,
    run(program, args, env = {}) {
      const user = ["--reuid=postgres", "--regid=postgres", "--clear-groups"];
      const command = ["netns", "exec", space, "setpriv", ...user, program, ...args];
      const child = spawn("ip", command, {
        stdio: ["ignore", "pipe", "pipe"],
        env: { PATH: process.env["PATH"], LANG: "C.UTF-8", HOME: "/tmp", ...env },
      });
      keepLines(child, lines);
    },
    pids: () => pidsOf(name),
    signal(signal, command) {
      for (const pid of pidsOf(name))
        if (command === undefined || commandOf(pid) === command) send(pid, signal);
    },
    plug: (inserted) => void ip("link", "set", cable, inserted ? "up" : "down"),
    said: () => lines.slice(-30).join("\n"),
  };
}

const pidsOf = (name: string): number[] =>
  ip("netns", "pids", spaceOf(name)).split("\n").filter(Boolean).map(Number);

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return "";
  }
}

/** It may have ended in between. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function keepLines(child: ChildProcess, lines: string[]): void {
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      lines.push(...chunk.toString("utf8").split("\n").filter(Boolean));
      lines.splice(0, lines.length - 200);
    });
}
