import type { Chance } from "../../src/domain/ports/clock.ts";
import type { Log, Metrics } from "../../src/domain/ports/log.ts";
import type {
  ModelCallEnd,
  ModelCallLedger,
  ModelCallRecord,
} from "../../src/domain/ports/model.ts";

export interface MemoryLedger extends ModelCallLedger {
  readonly calls: readonly ModelCallRecord[];
  readonly ends: ReadonlyMap<string, ModelCallEnd>;
  /** The only call's end; fails when there is not exactly one call. */
  onlyEnd(): ModelCallEnd;
}

/** A ledger that keeps its rows in memory and answers like the real one. */
export function memoryLedger(now: () => number = () => 0): MemoryLedger {
  const calls: ModelCallRecord[] = [];
  const ends = new Map<string, ModelCallEnd>();
  return {
    calls,
    ends,
    onlyEnd: () => {
      const [end, ...others] = [...ends.values()];
      if (end === undefined || others.length > 0 || calls.length !== 1)
        throw new Error(`${calls.length} calls, ${ends.size} ends`);
      return end;
    },
    started: async (call) => void calls.push(call),
    ended: async (id, end) => {
      if (ends.has(id)) throw new Error("a call ended twice");
      ends.set(id, end);
    },
    tokensToday: async (accountId) => {
      const today = calls.filter(
        (call) => call.startedAt.slice(0, 10) === new Date(now()).toISOString().slice(0, 10),
      );
      const sum = (some: readonly ModelCallRecord[]): number =>
        some
          .map((call) => ends.get(call.id))
          .reduce((total, end) => total + (end?.inputTokens ?? 0) + (end?.outputTokens ?? 0), 0);
      return {
        account: sum(today.filter((call) => call.accountId === accountId)),
        server: sum(today),
      };
    },
  };
}

export interface LogLine {
  readonly level: keyof Log;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly sentence: string;
}

export function recordingLog(): Log & { readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const at = (level: keyof Log) => (fields: LogLine["fields"], sentence: string) =>
    void lines.push({ level, fields, sentence });
  return { lines, debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

export function recordingMetrics(): Metrics & { readonly counts: ReadonlyMap<string, number> } {
  const counts = new Map<string, number>();
  return {
    counts,
    count: (name, labels = {}, by = 1) => {
      const key = [
        name,
        ...Object.entries(labels).map(([label, value]) => `${label}=${value}`),
      ].join(" ");
      counts.set(key, (counts.get(key) ?? 0) + by);
    },
    observe: () => undefined,
  };
}

/** Ids that count up and a chance that always falls the same way. */
export function createCountedChance(random = 0.5): Chance {
  let next = 0;
  return {
    id: () => `00000000-0000-7000-8000-${String(++next).padStart(12, "0")}`,
    random: () => random,
    bytes: (count) => new Uint8Array(count),
  };
}
