import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "../failover/machines.ts";

/** A machine's processor: so much of a core, however many processes share it. */
export interface Share {
  /** Milliseconds of processor time that the machine has used. */
  usedMs(): number;
  /** Once the machine's processes have ended. */
  remove(): void;
}

const periodUs = 20_000;
/** Before everything else on this machine, so that other work takes nothing from it. */
const first = "100000";

const unified = "/sys/fs/cgroup";
const isUnified = existsSync(join(unified, "cgroup.controllers"));

/** Control groups of both versions: one tree, or one for each kind of limit. */
export function shareCore(machine: Machine, cores: number): Share {
  const name = `mwf-${machine.name}`;
  const quota = String(Math.round(periodUs * cores));
  const limits = isUnified
    ? {
        place: join(unified, name),
        set: { "cpu.max": `${quota} ${periodUs}`, "cpu.weight": "10000" },
      }
    : {
        place: join(unified, "cpu", name),
        set: {
          "cpu.cfs_period_us": String(periodUs),
          "cpu.cfs_quota_us": quota,
          "cpu.shares": first,
        },
      };
  const places = isUnified ? [limits.place] : [limits.place, join(unified, "cpuacct", name)];
  for (const place of places) {
    mkdirSync(place, { recursive: true });
    for (const pid of machine.pids()) move(pid, join(place, "cgroup.procs"));
  }
  for (const [file, value] of Object.entries(limits.set))
    writeFileSync(join(limits.place, file), value);
  return {
    usedMs: () =>
      isUnified
        ? Number(/usage_usec (\d+)/.exec(read(limits.place, "cpu.stat"))?.[1]) / 1e3
        : Number(read(join(unified, "cpuacct", name), "cpuacct.usage")) / 1e6,
    remove: () => places.forEach((place) => rmdirSync(place)),
  };
}

/** It may have ended in between. */
function move(pid: number, into: string): void {
  try {
    writeFileSync(into, String(pid));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

const read = (place: string, file: string): string => readFileSync(join(place, file), "utf8");
